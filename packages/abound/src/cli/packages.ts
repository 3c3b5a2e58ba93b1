// Commands that other packages bring, and what to say where one is not installed.

import { InputError } from '../internal.js'

/** What a package brings for `asked`; where it is not installed, an InputError says what to install. */
export async function from<Part>(name: string, asked: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    throw new InputError(`${asked} needs the package ${name}: npm install ${name}`)
  }
}

/** Not one that this package asks for in turn: that is a fault of its installation. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`)
}
