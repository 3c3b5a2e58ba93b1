// A page in Chromium: the one that CHROMIUM names, or the first of the usual names in PATH.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

export function findChromium() {
  const { CHROMIUM, PATH = '' } = process.env
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...(CHROMIUM ? [CHROMIUM] : []), ...places].find((file) => existsSync(file))
}

/** @param {string} url */
export async function openPage(url) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1024, height: 900 } })
  await page.goto(url)
  return { browser, page }
}
