// Errors of the file system as messages of one line.

import { InputError } from '../errors.js'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'no such file or folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk cannot be written to',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many links',
}

/** An InputError for what the system refused (`doing`: "read", "write"); any other error as it is. */
export function fileError(path: string, doing: string, error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !('syscall' in error)) return error
  return new InputError(`${path}: cannot ${doing} it: ${WORDS[code] ?? code}`)
}
