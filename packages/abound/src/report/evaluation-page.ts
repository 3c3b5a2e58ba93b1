// The page of one model: what `evaluate --report` and `train --validate … --report` write.

import type { Measures } from '../measure/evaluation.js'
import { confusionSection } from './confusion-section.js'
import { curvesSection } from './curves-section.js'
import { type DataFacts, factsSection, type ModelFacts } from './facts-section.js'
import { formatAmount } from './figures.js'
import { html, type Piece } from './html.js'
import { labelsSection } from './labels-section.js'
import { headlineSection, measuresSection } from './measures-section.js'
import type { Mistake } from './mistakes.js'
import { mistakesSection } from './mistakes-section.js'
import { type MadeBy, pageOf } from './page.js'
import { type DrawingTools, plotKit } from './plot-kit.js'
import { type TrainingCourse, trainingSection } from './training-section.js'

/** What the page of a model is made of. Measures with `details` and `rejection` have more to show. */
export interface EvaluationReport {
  readonly title: string
  readonly made: MadeBy
  readonly model: ModelFacts
  readonly data: DataFacts
  readonly measures: Measures
  readonly mistakes?: readonly Mistake[]
  readonly training?: TrainingCourse
  /** More facts to tell, by name: how long it took. */
  readonly facts?: Readonly<Record<string, string>>
}

export async function renderEvaluation(report: EvaluationReport, tools: DrawingTools): Promise<string> {
  const { title, made, model, data, measures, mistakes = [], training = {}, facts = {} } = report
  const kit = plotKit(tools)
  return pageOf({
    title,
    lead: html`${model.learner} measured on <bdi>${data.name}</bdi>, ${formatAmount(data.documents, 'document')}`,
    made,
    sections: [
      headlineSection(measures),
      trainingSection(kit, training),
      curvesSection(kit, measures),
      labelsSection(measures),
      confusionSection(measures),
      mistakesSection(mistakes),
      measuresSection(measures),
      factsSection(
        model,
        data,
        Object.entries(facts).map(([name, text]): [string, Piece] => [name, text]),
      ),
    ],
  })
}
