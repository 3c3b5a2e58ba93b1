// Types a label's name into the page of a server, and prints how long each key took until the labels that the server
// found for it were painted.
//
//   keys.mjs MODEL

import { openPage } from './open-page.mjs'
import { startServer } from './start-server.mjs'

const server = await startServer(process.argv[2])
await fetch(`${server.url}/v1/queue`, {
  method: 'POST',
  headers: { 'content-type': 'text/plain' },
  body: 'word3 thing77 to label\n',
})
const { browser, page } = await openPage(`${server.url}/#/triage`)
await page.getByText('1 text waiting').waitFor()
// Whoever reads the text first gives the labels the time to arrive.
await page.waitForLoadState('networkidle')
await page.keyboard.press('/')
const took = []
for (const key of 'number 2499') took.push(await keyToPaint(key))
took.sort((a, b) => a - b)
console.log(
  JSON.stringify({ medianMilliseconds: took[took.length >> 1], slowestMilliseconds: took[took.length - 1] }),
)
await browser.close()
await server.stop()

/**
 * Types a character; the milliseconds from the keystroke until the screen shows what the server found for all that is in
 * the field.
 * @param {string} key
 * @returns {Promise<number>}
 */
async function keyToPaint(key) {
  await page.evaluate(`
    window.painted = (async () => {
      const { timeStamp, target } = await new Promise((resolve) =>
        addEventListener('keydown', resolve, { once: true, capture: true }))
      const before = target.value
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const shown = () => document.querySelector('[role=listbox]')?.dataset.query
      do await frame()
      while (target.value === before || shown() !== target.value.trim())
      // The frame in which it was there has been painted.
      await frame()
      return performance.now() - timeStamp
    })()
    void 0`)
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  return page.evaluate('window.painted')
}
