// Why PrTFIDF falls behind naive Bayes on headlines: on topics of the same size.

import type { Document } from 'abound'
import { folds, type GivenOptions } from 'abound/internal'
import { drawDocuments, splitDocuments } from '../document-lists.js'
import type { Desk, Experiment } from '../item.js'
import { measureContender } from '../measuring.js'

const FOLDS = 3
const EACH = 60
const LEARNERS = { 'real MH': 'boost', PrTFIDF: 'prtfidf', 'naive Bayes': 'naive-bayes' } as const

/** The experiment on topics cut to the same number of headlines. */
export function evenTopics(
  documents: (desk: Desk) => Promise<readonly Document[]>,
  text: GivenOptions,
  rounds: number,
): Experiment {
  return {
    what:
      `The first fold of the headlines of all topics that have ${EACH}, cut to that number: Reuters has most of its headlines in two topics, ` +
      'and PrTFIDF takes what it knows of topics from the words of single headlines. If the order is the paper’s there, it is the data.',
    run: async (desk) => {
      const even = cutEven(drawDocuments(await documents(desk), desk.seed))
      const [split] = folds(even.length, FOLDS, desk.seed)
      const parts = splitDocuments(even, split)
      const errors: number[] = []
      for (const learner of Object.values(LEARNERS)) {
        const options = learner === 'boost' ? { learner, rounds } : { learner }
        const { measures } = await measureContender(desk, parts, { ...text, ...options })
        errors.push(100 * (measures.oneError ?? Number.NaN))
      }
      const [real, prtfidf, bayes] = errors
      const numbers = Object.keys(LEARNERS).map((name, i) => `${name} ${errors[i].toFixed(2)} %`)
      return {
        cause: real < prtfidf && prtfidf < bayes ? 'the data' : 'undecided',
        numbers: `Errors on ${even.length.toLocaleString('en')} headlines: ${numbers.join(', ')}.`,
      }
    },
  }
}

function cutEven(documents: readonly Document[]): Document[] {
  const byTopic = new Map<string, Document[]>()
  for (const document of documents) {
    const [topic = ''] = document.labels ?? []
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), document])
  }
  return [...byTopic.values()].flatMap((own) => (own.length < EACH ? [] : own.slice(0, EACH)))
}
