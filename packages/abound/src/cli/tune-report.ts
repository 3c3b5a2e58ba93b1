// What `abound tune` found, as a terminal shows it.

import { figureOf, optionFlags, type TuneFindings, type TuneResult } from '../internal.js'
import { formatAmount, formatCount, formatScore, table } from './terminal.js'

const BESIDE: readonly string[] = ['R1', 'averagePrecision', 'microF1', 'macroF1']
const SHOWN_TRIALS = 5

/** Of a search that is done; `file` is what it was measured on, `train` the command that trains the winner. */
export function tuneReport(result: TuneResult, file: string | undefined, train: string): string {
  const { measure, rungs, trials, test } = result
  const columns = [measure, ...BESIDE.filter((name) => name !== measure)]
  const row = (name: string, measures: TuneResult['test']['winner']): string[] => [
    name,
    ...columns.map((column) => formatScore(figureOf(measures, column) ?? null)),
  ]
  const on = file ?? `${formatAmount(test.documents, 'document')} that the search did not see`
  const rounds = rungs.map(
    ({ documents, trials: count }) => `${count} on ${formatCount(documents)} documents`,
  )
  return (
    `Tried ${formatAmount(trials.length, 'configuration')}: ${rounds.join(', ')}\n\n` +
    `${bestLines(result)}\n` +
    `On ${on}\n${table([['', ...columns], row('tuned', test.winner), row('defaults', test.defaults)], '  ')}\n` +
    `${train}\n`
  )
}

/** Of one that was stopped: the best so far, which nothing was measured on beyond the search. */
export function stoppedReport(findings: TuneFindings, train: string): string {
  return (
    `Stopped after ${formatAmount(findings.trials.length, 'configuration')}\n\n` +
    `${bestLines(findings)}\n` +
    `The best so far, not measured on documents that the search did not see:\n${train}\n`
  )
}

function bestLines({ measure, rungs, trials }: TuneFindings): string {
  const best = trials
    .slice(0, SHOWN_TRIALS)
    .map(({ learner, options, scores }) => [
      formatScore(scores.at(-1) ?? null),
      `after ${formatCount(rungs[scores.length - 1].documents)}`,
      [learner, ...optionFlags(options)].join(' '),
    ])
  return `Best by ${measure} in the search, after how many documents\n${table(best, '  ')}`
}
