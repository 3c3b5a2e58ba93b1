// LSCP96, section 9: EG as a choice of words. It drives many weights towards zero, and with 1,000 words takes longer than with 50.

import type { Classifier } from 'abound'
import { weightTable } from 'abound/internal'
import { checked, every, higher } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { LSCP96 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import {
  NAMES,
  type Name,
  readTopics,
  routingOptions,
  SET_NAMES,
  type SetName,
  trainTopics,
  WORDS,
} from './routing-runs.js'

/** A weight below this part of the topic’s mean weight is near zero. */
const NEAR = 0.01
/** As `weightTable` calls what absent words come to. */
const BIAS = '(bias)'
const ZEROS = 'words with a weight near zero, %'
const TIMES = 'processor time of training, seconds'
const SLOWER = 'times as long with 1,000 words as with 50'
const rowName = (words: number, name: Name) => `Q+${words} / ${name}`
const ROWS = WORDS.flatMap((words) => NAMES.map((name) => rowName(words, name)))
const LEARNED = ['WH', 'EG'] as const
const TIMED = WORDS.flatMap((words) => LEARNED.map((name) => rowName(words, name)))

export const lscp96WordChoice: PaperItem = {
  id: 'lscp96-word-choice',
  paper: LSCP96,
  place: 'section 9, on routing',
  title: 'EG as a choice of words, and what it costs',
  corpora: ['reuters21578', 'ohsumed'],
  data: 'other',
  differs:
    'Topics and documents as in lscp96-routing. Ours reads the words of a document alone, so that 1,000 words cost as much more than 50 ' +
    'as documents have more of them.',
  protocol:
    'The runs of lscp96-routing. Near zero is a weight below a hundredth of the mean of the topic’s words; the pairs of the ' +
    'sign tests are the topics. Times are of training, less those of reading, choosing words and Rocchio’s weights.',
  tables: [
    publishedTable(ZEROS, 'no figures: “many”', columns(SET_NAMES, 1), ROWS),
    publishedTable(TIMES, 'no figures', columns(SET_NAMES, 1), TIMED),
    publishedTable(SLOWER, '“on average 8 times slower”', columns(SET_NAMES, 1), [...LEARNED], {
      EG: [8, 8],
    }),
  ],
  headline: [
    [ZEROS, rowName(1000, 'EG'), SET_NAMES[0]],
    [SLOWER, 'EG', SET_NAMES[0]],
  ],
  claims: {
    'to-zero':
      'EG drives weights of 1,000 words towards zero: more are near it than among the Rocchio weights that it starts from, on both sets.',
    'in-particular': 'EG in particular: on average it has more of them than WH, on both sets.',
    slower: 'EG is slower with 1,000 words than with 50, on both sets.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const byTopic = new Figures()
  for (const [at, set] of SET_NAMES.entries()) {
    const topics = await readTopics(desk, set)
    for (const [i, words] of WORDS.entries()) {
      desk.progress((at + i / WORDS.length) / SET_NAMES.length, `${topics.corpus}: ${words} words`)
      const train = async (name: Name) => {
        const before = desk.cpuSeconds()
        const classifier = await trainTopics(desk, topics, routingOptions(name, words, desk.quick))
        return { weights: weightsByTopic(classifier), seconds: desk.cpuSeconds() - before }
      }
      const start = await train('Rocchio')
      for (const name of NAMES) {
        const { weights, seconds } = name === 'Rocchio' ? start : await train(name)
        const shares = topics.topics.map(
          (topic) => 100 * shareNearZero(weights.get(topic) ?? [], start.weights.get(topic)?.length ?? 0),
        )
        for (const share of shares) byTopic.add(ZEROS, rowName(words, name), { [set]: share })
        const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
        figures.add(ZEROS, rowName(words, name), { [set]: mean })
        if (name !== 'Rocchio') figures.add(TIMES, rowName(words, name), { [set]: seconds - start.seconds })
      }
    }
    for (const name of LEARNED) figures.add(SLOWER, name, { [set]: ratio(figures, name, set) })
  }
  const near = (set: SetName, name: Name) => figures.mean(ZEROS, rowName(1000, name), set)
  const moreThanStart = SET_NAMES.map((set) => {
    const side = (name: Name) => byTopic.side(ZEROS, rowName(1000, name), set, `${set.split(' ')[0]} ${name}`)
    return higher(side('EG'), side('Rocchio'), 1)
  })
  const ratios = SET_NAMES.map((set) => figures.mean(SLOWER, 'EG', set))
  return {
    figures,
    claims: {
      'to-zero': every(moreThanStart),
      'in-particular': checked(
        SET_NAMES.every((set) => near(set, 'EG') > near(set, 'WH')),
        SET_NAMES.map(
          (set) => `${set.split(' ')[0]} EG ${near(set, 'EG').toFixed(1)}, WH ${near(set, 'WH').toFixed(1)}`,
        ).join('; '),
      ),
      slower: checked(
        ratios.every((one) => one > 1),
        ratios.map((one) => `${one.toFixed(1)} times`).join(', '),
      ),
    },
  }
}

function ratio(figures: Figures, name: Name, set: SetName): number {
  const seconds = (words: number) => figures.mean(TIMES, rowName(words, name), set)
  return seconds(1000) / seconds(50)
}

/** The weights that are not 0, by topic. */
function weightsByTopic(classifier: Classifier): Map<string, number[]> {
  const weights = new Map<string, number[]>()
  for (const [feature, topic, weight] of weightTable(classifier)) {
    if (feature === BIAS) continue
    const own = weights.get(topic)
    if (own === undefined) weights.set(topic, [weight])
    else own.push(weight)
  }
  return weights
}

/** How many of a topic’s `words` weigh less than a hundredth of their mean; those of weight 0 are not among `weights`. */
function shareNearZero(weights: readonly number[], words: number): number {
  const sum = weights.reduce((all, weight) => all + Math.abs(weight), 0)
  const above = weights.filter((weight) => Math.abs(weight) * words >= NEAR * sum).length
  return words === 0 ? 0 : Math.max(0, 1 - above / words)
}
