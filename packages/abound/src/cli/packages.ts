// Parts that other packages bring, and the error where one is not installed.

import { InputError } from '../internal.js'

/** Loads a part of a package for `asked` (a flag or command); if it is not installed, an InputError says what to install. */
export async function loadFromPackage<Part>(
  name: string,
  asked: string,
  load: () => Promise<Part>,
): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    throw new InputError(`${asked} needs the package ${name}: npm install ${name}`)
  }
}

/** Whether this package is missing, not one that it depends on: that would be a broken installation. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`)
}
