// What is given on a bench's command line: numbers, and what to say when something is wrong with it.

/**
 * @param {string} flag
 * @param {string} text
 */
export function whole(flag, text) {
  const number = Number(text)
  return Number.isInteger(number) && number > 0
    ? number
    : stop(`${flag} ${text}: expected a whole number from 1`)
}

/**
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  console.error(`bench: ${message}`)
  process.exit(2)
}
