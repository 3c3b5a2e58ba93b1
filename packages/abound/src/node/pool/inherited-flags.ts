// Node's flags for the threads and processes that this one starts.

/** Flags of a program that is given in place of a file: with the program behind them, and with it in themselves or without. */
const WITH_PROGRAM = /^(?:-e|-p|-pe|--eval|--print)$/
const OF_PROGRAM = /^--(?:eval|print|input-type)=/

/** The flags of this process but for those of `node --eval`: what a worker runs is a file. */
export function inheritedFlags(flags: readonly string[] = process.execArgv): string[] {
  return flags.filter(
    (flag, i) => !WITH_PROGRAM.test(flag) && !OF_PROGRAM.test(flag) && !WITH_PROGRAM.test(flags[i - 1] ?? ''),
  )
}
