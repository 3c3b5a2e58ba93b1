// Where Chromium is: the one that CHROMIUM names, or the first of the usual names in PATH.

import { statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

export function findChromium(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return [...(CHROMIUM ? [CHROMIUM] : []), ...places].find(isThere)
}
