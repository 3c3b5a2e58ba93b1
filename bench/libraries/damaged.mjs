// Reads damaged files with one reader, in a child process that is ended when it hangs or outgrows its memory:
//
//   node damaged.mjs FORMAT READER COUNT        prints how many were read, refused, hung, killed the process
//   node damaged.mjs FORMAT READER COUNT FROM   the child: a line a file

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { damagedFiles } from './cases.mjs'
import { READERS } from './readers.mjs'

/** Files of a few kilobytes take a millisecond. */
const PATIENCE_MS = 5000
const [format, reader, count, from] = process.argv.slice(2)
if (from !== undefined) await child(Number(from))
else await parent()

async function parent() {
  const found = { read: 0, refused: 0, hung: 0, died: 0, silent: 0 }
  /** @type {number[]} */
  const failures = []
  for (let next = 0; next < Number(count); ) {
    const verdicts = await childFrom(next)
    for (const verdict of verdicts) {
      if (verdict === 'hung' || verdict === 'died' || verdict === 'silent') failures.push(next)
      found[verdict]++
      next++
    }
  }
  console.log(JSON.stringify({ ...found, failures: failures.slice(0, 20).join(' ') }))
}

/** @param {number} first @returns {Promise<('read' | 'refused' | 'hung' | 'died' | 'silent')[]>} */
function childFrom(first) {
  return new Promise((resolve) => {
    const script = fileURLToPath(import.meta.url)
    const options = ['--max-old-space-size=512', script, format, reader, count, String(first)]
    const started = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'ignore'] })
    /** @type {('read' | 'refused' | 'hung' | 'died' | 'silent')[]} */
    const verdicts = []
    let hung = false
    const kill = () => {
      hung = true
      started.kill('SIGKILL')
    }
    // The first file also waits for the modules.
    let timer = setTimeout(kill, 4 * PATIENCE_MS)
    started.stdout.setEncoding('utf8').on('data', (text) => {
      for (const line of text.split('\n').filter(Boolean)) verdicts.push(line)
      clearTimeout(timer)
      timer = setTimeout(kill, PATIENCE_MS)
    })
    started.on('close', (code) => {
      clearTimeout(timer)
      if (first + verdicts.length < Number(count))
        verdicts.push(hung ? 'hung' : code === 0 ? 'silent' : 'died')
      resolve(verdicts)
    })
  })
}

/** @param {number} first */
async function child(first) {
  const fileOf = await damagedFiles(format)
  const folder = mkdtempSync(join(tmpdir(), 'abound-damaged-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, `file.${format}`)
  for (let number = first; number < Number(count); number++) {
    writeFileSync(path, fileOf(number))
    let verdict = 'read'
    await READERS[format][reader](path).catch(() => {
      verdict = 'refused'
    })
    writeSync(1, `${verdict}\n`)
  }
}
