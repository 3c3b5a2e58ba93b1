// Files inside an archive, as they are read: nothing is ever written under the names they have there.

import { DataError } from 'abound'

/** A file inside an archive. */
export interface Member {
  /** Its path in the archive, with / between the names. */
  readonly path: string
  /** Its bytes; to be read before the next member is asked for. */
  chunks(): AsyncIterable<Uint8Array>
}

/** Tidies a path of an archive; one that leads out of the archive is a sign of an archive made to do harm. */
export function memberPath(path: string, archive: string): string {
  const names = path.replaceAll('\\', '/').split('/')
  if (/^[/\\]|^[a-zA-Z]:[/\\]/.test(path) || names.includes('..') || path.includes('\0'))
    throw new DataError(
      archive,
      0,
      `expected paths inside the archive, found: ${JSON.stringify(path.slice(0, 200))}`,
    )
  return names.filter((name) => name !== '' && name !== '.').join('/')
}
