// Keys that work wherever one is, unless something is being typed.

/** Whether the keystroke is meant for a field, or for the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  const at = event.target
  if (!(at instanceof HTMLElement)) return false
  return at.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(at.tagName)
}

/** 1 to 9 for the digit keys, however the layout reaches them; 0 for zero; undefined for others. */
export function digitOf({ key, code }: KeyboardEvent): number | undefined {
  if (/^\d$/.test(key)) return Number(key)
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? []
  return digit === undefined ? undefined : Number(digit)
}
