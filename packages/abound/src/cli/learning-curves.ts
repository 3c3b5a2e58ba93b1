// Figures of training, round by round, collected and written as TSV: `--cumulative` for learners that see one document
// at a time, `--curve` for those that work in rounds over all of them.

import type { CumulativeLoss, TrainingCourse, TrainingHooks } from '../internal.js'
import { writeFileSafely } from '../node/internal.js'
import { checkOutput } from './output.js'
import { warn } from './terminal.js'

export interface CurveFlags {
  readonly cumulative?: string
  readonly curve?: string
}

export class LearningCurves {
  private readonly flags: CurveFlags
  private readonly losses: CumulativeLoss[] = []
  private readonly points: Readonly<Record<string, number>>[] = []

  constructor(flags: CurveFlags) {
    for (const file of [flags.cumulative, flags.curve]) if (file !== undefined) checkOutput(file)
    this.flags = flags
  }

  /** Hooks for what was asked for only, as a learner refuses those that it does not have. */
  hooks(): TrainingHooks {
    const { losses, points } = this
    return {
      ...(this.flags.cumulative === undefined
        ? {}
        : {
            round: (loss: CumulativeLoss) => losses.push(loss),
          }),
      ...(this.flags.curve === undefined ? {} : { curve: (point) => points.push(point) }),
    }
  }

  /** The figures, for a page. */
  course(): TrainingCourse {
    return { cumulative: this.losses, rounds: this.points }
  }

  async write(learner: string): Promise<void> {
    const { flags, points } = this
    if (flags.cumulative !== undefined) {
      await writeFileSafely(flags.cumulative, lossLines(this.losses))
    }
    if (flags.curve === undefined) return
    if (points.length === 0) {
      warn(`--curve: ${learner} does not work in rounds, so there is nothing to write`)
      return
    }
    const names = [...new Set(points.flatMap((point) => Object.keys(point)))]
    const lines = points.map((point) => `${names.map((name) => point[name] ?? '').join('\t')}\n`)
    await writeFileSafely(flags.curve, [`${names.join('\t')}\n`, ...lines])
  }
}

function* lossLines(losses: readonly CumulativeLoss[]): Generator<string> {
  yield 'documents\tloss1\tloss2\tloss3\n'
  for (const { documents, loss1, loss2, loss3 } of losses)
    yield `${documents}\t${loss1}\t${loss2}\t${loss3}\n`
}
