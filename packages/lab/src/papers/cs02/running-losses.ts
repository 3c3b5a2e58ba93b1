// The mean losses of what online learners predicted before they learned it, over the rounds (CS02, figures 4 and 5).

import { type ClaimFound, checked } from '../claims.js'
import type { PaperPlot } from '../item.js'

const LOSS_NUMBERS = [1, 2, 3] as const
/** Points of a curve, evenly on a scale of logarithms. */
const POINTS = 40
/** The first rounds say little. */
const FIRST_SHOWN = 10

interface RunningLosses {
  readonly documents: number
  readonly loss1: number
  readonly loss2: number
  readonly loss3: number
}

/** The curve of one learner: the mean over the runs that were added. */
export class LossCurve {
  private readonly sums = new Map<number, [number, number, number]>()
  private readonly rounds: ReadonlySet<number>
  private readonly last: number
  private runs = 0

  constructor(documents: number) {
    this.last = documents
    this.rounds = new Set(
      Array.from({ length: POINTS }, (_, i) => Math.round(documents ** ((i + 1) / POINTS))),
    )
  }

  /** Takes the losses of a round; whether it is one of the curve’s. */
  add({ documents, loss1, loss2, loss3 }: RunningLosses): boolean {
    if (!this.rounds.has(documents)) return false
    const sums = this.sums.get(documents) ?? [0, 0, 0]
    this.sums.set(documents, [sums[0] + loss1, sums[1] + loss2, sums[2] + loss3])
    if (documents === this.last) this.runs++
    return true
  }

  points(loss: (typeof LOSS_NUMBERS)[number]): (readonly [round: number, loss: number])[] {
    return Array.from(this.sums, ([round, sums]) => [round, sums[loss - 1] / this.runs] as const)
  }
}

export function plotLosses(curves: ReadonlyMap<string, LossCurve>, corpus: string): PaperPlot[] {
  return LOSS_NUMBERS.map((loss) => ({
    name: `loss${loss}`,
    title: `Mean loss ${loss} so far, ${corpus}`,
    x: { label: 'documents learned', log: true },
    y: { label: `mean loss ${loss}`, ...(loss === 1 ? {} : { log: true }) },
    lines: Array.from(curves, ([name, curve]) => ({
      name,
      points: curve.points(loss).filter(([round]) => round >= FIRST_SHOWN),
    })),
  }))
}

/** Whether every curve is lower at the end than at half the rounds, and there than at a tenth. */
export function checkFalling(curves: ReadonlyMap<string, LossCurve>): ClaimFound {
  let holds = true
  const descriptions: string[] = []
  for (const [name, curve] of curves) {
    for (const loss of LOSS_NUMBERS) {
      const points = curve.points(loss)
      const n = points[points.length - 1][0]
      const values = [0.1, 0.5, 1].map(
        (part) => points.filter(([round]) => round <= part * n).at(-1)?.[1] ?? Number.NaN,
      )
      holds &&= values[0] > values[1] && values[1] > values[2]
      if (loss === 1)
        descriptions.push(`${name} ${values.map((value) => (100 * value).toFixed(1)).join(' → ')} %`)
    }
  }
  return checked(holds, `loss 1 at a tenth, half and all of the rounds: ${descriptions.join(', ')}`)
}
