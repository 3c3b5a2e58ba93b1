// Checks that a run can write its file before the work starts, rather than after hours.

import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InputError } from '../internal.js'

/** Refuses a name that nothing can be written to: a folder, or a file in a folder that is not there. */
export function checkOutput(path: string): void {
  const old = statSync(path, { throwIfNoEntry: false })
  if (old?.isDirectory()) throw new InputError(`${path}: expected a file to write, it is a folder`)
  // A pipe or a device is written to as it is; a file is replaced by one made beside it.
  if (old !== undefined && !old.isFile()) return
  const folder = dirname(resolve(path))
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError(`${path}: cannot write it: no such folder`)
  }
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new InputError(`${path}: cannot write it: no permission`)
  }
}
