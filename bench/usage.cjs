// Loaded into every contender before its own code: when the process ends it tells the harness, on a pipe of its
// own, what it used. A CommonJS file, because a module would bring the module loader into `node -e 0`, too.

const { writeSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

if (isMainThread) {
  // A progress bar is drawn for a terminal only; this lets a bench see one without having one.
  if (process.env.ABOUND_BENCH_TERMINAL === '1') process.stderr.isTTY = true
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 }
    writeSync(3, JSON.stringify(usage))
  })
}
