// The words of a text as the index has them: in lower case; of a name made of several (`--min-weight`, `rankMany`) the
// whole and its parts.

/** @param {string} text */
export function wordsOf(text) {
  const found = []
  for (const [name] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.@/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu)) {
    const parts = name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .split(/[^\p{L}\p{N}]+/u)
      .map((part) => part.toLowerCase())
    found.push(...parts)
    if (parts.length > 1) found.push(name.toLowerCase())
  }
  return found
}
