// `--report`: what a page needs of a run, gathered while it goes on, and the page written at its end. Loaded only where
// a page was asked for: pages and their plots are no part of a cold start.

import { statSync } from 'node:fs'
import { basename } from 'node:path'
import {
  type Classifier,
  type CompareResult,
  comparisonPage,
  type Document,
  type EvaluationReport,
  evaluationPage,
  type MadeBy,
  type Measures,
  type Scores,
  WorstMistakes,
} from '../internal.js'
import { drawingTools, fingerprintOf, writeFileSafely } from '../node/internal.js'
import { VERSION } from './version.js'

/** Who makes the page, and when; `SOURCE_DATE_EPOCH` sets the date where the same run must give the same bytes. */
export function madeBy(): MadeBy {
  const epoch = Number(process.env.SOURCE_DATE_EPOCH)
  const now = Number.isFinite(epoch) && epoch > 0 ? new Date(epoch * 1000) : new Date()
  return { version: VERSION, date: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC` }
}

/** Gathers what a page shows of the documents while a classifier is measured on them. */
export class EvaluationPage {
  private readonly classifier: Classifier
  private readonly worst: WorstMistakes
  private documents = 0

  constructor(classifier: Classifier) {
    this.classifier = classifier
    this.worst = new WorstMistakes(classifier)
  }

  readonly add = (document: Document, scores: Scores): void => {
    this.documents++
    this.worst.add(document, scores)
  }

  /** Writes the page; `paths` are where the documents came from, `data` what they are called. */
  async write(
    file: string,
    measures: Measures,
    about: {
      readonly paths: readonly string[]
      readonly data: string
      readonly model?: string
    } & Pick<EvaluationReport, 'training' | 'facts'>,
  ): Promise<void> {
    const { classifier } = this
    const { paths, data, model, training, facts } = about
    const sha256 = await fingerprint(paths)
    const page = await evaluationPage(
      {
        title: `${classifier.learner} on ${data
          .split(', ')
          .map((path) => basename(path))
          .join(', ')}`,
        made: madeBy(),
        model: {
          ...(model === undefined ? {} : { name: model, bytes: statSync(model).size }),
          learner: classifier.learner,
          options: classifier.options,
          documents: classifier.documents,
          features: classifier.featureCount,
          labels: classifier.labelCount,
          figures: classifier.figures(),
        },
        data: { name: data, documents: this.documents, ...(sha256 === undefined ? {} : { sha256 }) },
        measures,
        mistakes: this.worst.result(),
        ...(training === undefined ? {} : { training }),
        ...(facts === undefined ? {} : { facts }),
      },
      await drawingTools(),
    )
    await writeFileSafely(file, page)
  }
}

/** Undefined for a pipe. */
async function fingerprint(paths: readonly string[]): Promise<string | undefined> {
  const isKept = (path: string): boolean => {
    const stats = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
    return stats !== undefined && (stats.isFile() || stats.isDirectory())
  }
  return paths.every(isKept) ? fingerprintOf(paths) : undefined
}

export async function writeComparison(file: string, result: CompareResult): Promise<void> {
  const { contenders, data } = result
  const on = (data.test === undefined ? data.paths : [data.test]).map((path) => basename(path)).join(', ')
  const title = `${contenders.length} contenders compared on ${on}`
  await writeFileSafely(file, await comparisonPage({ title, made: madeBy(), result }, await drawingTools()))
}
