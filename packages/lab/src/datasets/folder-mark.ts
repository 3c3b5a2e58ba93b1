// Keeps two runs from writing into the same folder; the mark that a killed run has left is taken over.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from 'abound'
import { fileError } from 'abound/internal'

const MARK = '.getting'

/** Folders that this process is at work on. */
const taken = new Set<string>()

/** Makes a folder and marks it as taken; returns what gives it back. An InputError where another run has it. */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  const mark = join(folder, MARK)
  if (taken.has(folder)) throw new InputError(`${folder}: it is being got already`)
  taken.add(folder)
  try {
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw fileError(folder, 'write', error)
    })
    await writeMark(mark, folder)
  } catch (error) {
    taken.delete(folder)
    throw error
  }
  return async () => {
    // The mark first: a run that came in between would take it over, and lose it.
    await rm(mark, { force: true })
    taken.delete(folder)
  }
}

async function writeMark(mark: string, folder: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await writeFile(mark, `${process.pid}\n`, { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 1)
        throw fileError(mark, 'write', error)
      const other = Number.parseInt(await readFile(mark, 'utf8').catch(() => ''), 10)
      if (isRunning(other))
        throw new InputError(
          `${folder}: another run (process ${other}) is getting it; if that is not so, remove ${mark}`,
        )
      await rm(mark, { force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
