// The flags of rejection, how a terminal shows what it does, and its curve as a file.

import type { Command } from 'commander'
import {
  InputError,
  type RejectionMeasures,
  type RejectionPoint,
  type Rejections,
  type RejectOptions,
} from '../internal.js'
import { writeFileSafely } from '../node/internal.js'
import { formatAmount, formatCount, formatScore, list, table } from './terminal.js'

export interface RejectFlags {
  readonly reject?: string
  readonly rejectLabel?: string
}

export function addRejectFlags(command: Command): Command {
  return command
    .option('--reject <t>', 'no label where the first leads the second by less than this: a person decides')
    .option('--reject-label <name>', 'a label for "none of these": where it comes first, reject too')
}

/** What the flags ask for; undefined where they ask for nothing. */
export function rejectOptions({ reject, rejectLabel }: RejectFlags): RejectOptions | undefined {
  if (reject === undefined && rejectLabel === undefined) return undefined
  const threshold = reject === undefined || reject.trim() === '' ? Number.NaN : Number(reject)
  if (reject !== undefined && Number.isNaN(threshold))
    throw new InputError(`--reject ${reject}: expected a number`)
  return {
    ...(reject === undefined ? {} : { reject: threshold }),
    ...(rejectLabel === undefined ? {} : { rejectLabel }),
  }
}

/** Shares of wrongly rejected documents that the table goes up to, one line each. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]

export function rejectionTable(measures: RejectionMeasures, curve: readonly RejectionPoint[]): string {
  const { documents, accepted, toReject } = measures
  const figures = [
    ['accepted', `${formatCount(accepted)} of ${formatCount(documents)}`],
    ['accuracy on these', formatScore(measures.accuracy)],
    ['false rejection', formatScore(measures.falseRejection)],
  ]
  if (toReject > 0) {
    figures.push([
      'rightly rejected',
      `${formatScore(measures.rightlyRejected)} of ${formatAmount(toReject, 'document')}`,
    ])
  }
  const rows = linesOf(curve).map(({ threshold, rejected, falseRejection, accuracy }) => [
    String(Number(threshold.toPrecision(4))),
    rejected.toFixed(3),
    falseRejection.toFixed(3),
    accuracy.toFixed(3),
  ])
  return [
    `\nRejection${ruleOf(measures)}\n`,
    list(figures, '  '),
    '\n',
    table([['threshold', 'rejected', 'false rejection', 'accuracy'], ...rows], '  '),
  ].join('')
}

function ruleOf({ threshold, label }: RejectionMeasures): string {
  const parts = [
    ...(threshold === undefined ? [] : [`leads by less than ${threshold}`]),
    ...(label === undefined ? [] : [`is ${label}`]),
  ]
  return parts.length === 0 ? '' : `, where the first label ${parts.join(' or ')}`
}

/** All accepted, then the highest threshold that stays within each step. */
function linesOf(curve: readonly RejectionPoint[]): RejectionPoint[] {
  const lines = curve.slice(0, 1)
  for (const step of STEPS) {
    const within = curve.findLast(({ falseRejection }) => falseRejection <= step)
    if (within !== undefined && within !== lines.at(-1)) lines.push(within)
  }
  return lines
}

/** Every threshold that makes a difference, a line each. */
export async function writeRejectionCurve(path: string, rejections: Rejections): Promise<void> {
  const lines = rejections
    .curve()
    .map(
      ({ threshold, rejected, falseRejection, accuracy }) =>
        `${threshold}\t${rejected}\t${falseRejection}\t${accuracy}\n`,
    )
  await writeFileSafely(path, ['threshold\trejected\tfalseRejection\taccuracy\n', ...lines])
}
