// README.md as it goes into the package, and so to its page in a registry: what only holds in the repository is left out,
// and what a link there would point to is named instead.

/** @param {string} readme */
export function packageReadme(readme) {
  return (
    readme
      .replace(/<!-- repository -->\n[\s\S]*?<!-- \/repository -->\n\n/g, '')
      // For the tests of this repository.
      .replace(/<!-- not run: [^>]*-->\n\n/g, '')
      // A plot that is not shipped.
      .replace(/!\[[^\]]*\]\((?!\w+:)[^)]*\)\n\n/g, '')
      .replace(/\[([^\]]+)\]\((?!\w+:|#)([^)#]+)[^)]*\)/g, '$1 (`$2`)')
      .replace('## Where to read on\n', '## Where to read on\n\nPaths are those of the repository.\n')
  )
}
