// Runs another program and prints the CPU time it took, and the sum of the objectives that it names, if any.
//
//   peer.mjs PROGRAM ARGUMENT…

import { spawnSync } from 'node:child_process'

const [program, ...words] = process.argv.slice(2)
// The shell's `times` tells what its children took; Node knows of itself alone.
const { stdout, stderr, status } = spawnSync('sh', ['-c', '"$0" "$@" && times', program, ...words], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
})
if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.slice(-500)}`)
const children = stdout.trimEnd().split('\n').at(-1) ?? ''
const cpuSeconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
  (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
  0,
)
const objectives = [...stdout.matchAll(/Objective value = (-?[\d.e+-]+)/g)].map(([, value]) => Number(value))
console.log(JSON.stringify({ cpuSeconds, ...(objectives.length > 0 ? { objective: sum(objectives) } : {}) }))

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
