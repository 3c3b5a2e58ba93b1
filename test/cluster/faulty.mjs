// Stands between Spark and the command in tests, and lets one thing go wrong, once:
// `node faulty.mjs MAIN FOLDER FAULT STAGE cluster map|reduce`. FOLDER holds what has happened so far.

import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [main, folder, fault, stage, ...args] = process.argv.slice(2)
const isMap = args[1] === 'map'
const executor = process.ppid
const workerOf = (pid) => Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Whether this is the first to ask. */
function first() {
  try {
    writeFileSync(join(folder, 'happened'), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const input = Buffer.concat(chunks)
const head = input.subarray(0, input.indexOf('\n') < 0 ? input.length : input.indexOf('\n')).toString()
const isOurs = JSON.parse(head).stage === stage
if (isMap && isOurs) appendFileSync(join(folder, 'executors'), `${executor} ${workerOf(executor)}\n`)

if (isOurs && isMap && fault === 'kill-child' && first()) process.kill(process.pid, 'SIGKILL')
if (isOurs && isMap && fault === 'kill-executor' && first()) process.kill(executor, 'SIGKILL')
if (isOurs && isMap && fault === 'slow' && first())
  await new Promise((resolve) => setTimeout(resolve, 90_000))
if (isOurs && !isMap && fault === 'kill-worker' && existsSync(join(folder, 'executors')) && first()) {
  const maps = readFileSync(join(folder, 'executors'), 'utf8').trim().split('\n')
  const [pid, worker] = (maps.find((line) => !line.startsWith(`${executor} `)) ?? maps[0])
    .split(' ')
    .map(Number)
  process.kill(worker, 'SIGKILL')
  process.kill(pid, 'SIGKILL')
}
const early = isOurs && isMap && fault === 'early' && first()

const child = spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
child.stdin.end(input)
let written = ''
child.stdout.on('data', (chunk) => {
  if (early) written += chunk
  else process.stdout.write(chunk)
})
child.on('close', (code) => {
  // Ends well, with the first of its records only.
  if (early) process.stdout.write(`${written.split('\n')[0]}\n`)
  process.exitCode = code ?? 1
})
