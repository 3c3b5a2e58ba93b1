// Which of the words between two make a sparse n-gram with them.

/**
 * For 0, 1, 2, … words in between, up to what a window has, the choices of those that are kept, fewest first: bit j for the
 * j-th. With its two ends a term has at most `order` words, and leaves out at least one.
 */
export function sparseChoices(window: number, order: number): number[][] {
  return Array.from({ length: Math.max(0, window - 1) }, (_, between) => {
    const choices: number[] = []
    for (let size = 0; size <= Math.min(order - 2, between - 1); size++) choose(between, size, 0, 0, choices)
    return choices
  })
}

/** Adds all choices of `size` words from the `first` on, in the order of their words, to those chosen before. */
function choose(between: number, size: number, first: number, chosen: number, choices: number[]): void {
  if (size === 0) {
    choices.push(chosen)
    return
  }
  for (let j = first; j + size <= between; j++) choose(between, size - 1, j + 1, chosen | (1 << j), choices)
}
