// Opens a report in a browser, sorts its table of labels and finds one, and prints how long each took until it was painted.
//
//   report-page.mjs PAGE LABEL

import { pathToFileURL } from 'node:url'
import { openPage } from './open-page.mjs'

const [file, label] = process.argv.slice(2)
const began = performance.now()
const { browser, page } = await openPage('about:blank')
const opening = performance.now()
await page.goto(pathToFileURL(file).href)
await page.locator('#labels-table tbody tr').first().waitFor()
const opened = performance.now()
const sortMilliseconds = await untilPainted(
  "[...document.querySelectorAll('#labels-table th button')].find((one) => one.textContent.trim() === 'F1').click()",
)
const findMilliseconds = await untilPainted(
  `const field = document.querySelector('#labels-filter')
   field.value = ${JSON.stringify(label)}
   field.dispatchEvent(new Event('input', { bubbles: true }))`,
)
const found = await page.locator('#labels-table tbody tr').count()
if (found !== 1) throw new Error(`${label} was found ${found} times`)
console.log(
  JSON.stringify({
    startMilliseconds: opening - began,
    openMilliseconds: opened - opening,
    sortMilliseconds,
    findMilliseconds,
  }),
)
await browser.close()

/**
 * @param {string} action
 * @returns {Promise<number>}
 */
function untilPainted(action) {
  return page.evaluate(`(async () => {
    const began = performance.now();
    ${action}
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return performance.now() - began
  })()`)
}
