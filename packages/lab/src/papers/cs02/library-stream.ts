// CS02 on a corpus of RCV1’s size: online learners over the records of a library, streamed, with the losses per round, time
// and memory. Widrow-Hoff and EG are not among them: to rank by their mean weights at each round costs words × labels.

import type { CumulativeLoss, GivenOptions } from 'abound/internal'
import { type Corpus, trainOnCorpus } from 'abound/internal'
import { decide } from '../claim-decisions.js'
import { type ClaimFound, checked } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { RANKING } from '../measuring.js'
import { CS02 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { makeTopics, underTopics } from './broad-topics.js'
import { checkFalling, LossCurve, plotLosses } from './running-losses.js'
import { addLosses, ONLINE, OTHER_LOSS, RANKERS, type RankerName } from './set-up.js'

/** As many as RCV1 has. */
const TOPICS = 103
const QUICK_DOCUMENTS = 2000
/** Megabytes of rows that a learner may keep: far fewer than there are. */
const MEMORY = 16
const TEXT = { tokens: 'words', stop: 'english', minCount: 3, memory: MEMORY } as const
const PIVOTED = { weighting: 'pivoted' } as const

/** Those of the paper on its vectors; the others on theirs. */
const LEARNERS: Readonly<Record<string, GivenOptions>> = {
  ...Object.fromEntries(ONLINE.map((name) => [name, { ...RANKERS[name], ...PIVOTED }])),
  FF: { learner: 'ff' },
  'sleeping experts': { learner: 'sleeping-experts' },
}
const ROWS = Object.keys(LEARNERS)

const LAST = 'mean losses after the last round'
const COST = 'time and memory'

export const cs02Stream: PaperItem = {
  id: 'cs02-stream',
  paper: CS02,
  place: 'figure 5, at RCV1’s size',
  title: 'online learners on a stream of library records, 103 broad topics',
  corpora: ['yso-finna'],
  data: 'other',
  differs:
    'Nothing says when a record was made, so that there is no order of time: the file is in the order of titles, and is mixed within ' +
    'what fits into memory. There is no hierarchy of subjects at hand either: the topics are the 103 words that most records have in ' +
    'the names of their subjects; a subject without such a word has the topic that the other subjects of its records name most.',
  protocol:
    'All records of both parts that have a topic, streamed: each is read from its file, ranked, and learned from; no learner keeps more ' +
    `than ${MEMORY} MB of rows. Words with a count of 3. MMP and perceptrons on pivoted vectors, without a choice of words; the others ` +
    'on their own. Widrow-Hoff and EG are left out: their mean weights are not at hand at each round for less than words × labels. Times ' +
    'are of the processor for reading twice and learning; memory is that of the process at its highest, at 40 rounds.',
  tables: [
    publishedTable(LAST, 'not in the paper', columns(['loss 1 %', 'loss 2', 'loss 3 %'], 2), ROWS),
    publishedTable(COST, 'not in the paper', columns(['seconds', 'µs a document', 'megabytes'], 0), ROWS),
  ],
  headline: [
    [LAST, 'MMP loss 1', 'loss 1 %'],
    [LAST, 'MMP loss 3', 'loss 3 %'],
    [COST, 'MMP loss 1', 'seconds'],
  ],
  claims: {
    'loss-1': 'Of the paper’s, MMP trained for loss 1 has the least mean loss 1.',
    'loss-2': 'MMP trained for loss 2 has a smaller mean loss 2 than MMP trained for loss 1 and perceptrons.',
    'loss-3': 'MMP trained for loss 3 has a smaller mean loss 3 than MMP trained for loss 1 and perceptrons.',
    falls: 'The mean losses fall with the rounds, for every learner and loss.',
  },
  experiments: {
    'loss-3': {
      what:
        'Where a record has one topic, losses 1 and 3 go together; RCV1 has 3.2 topics a document, and these records 1.98. So: the ' +
        'records of three topics or more alone.',
      run: async (desk) => {
        const several = withTopics(await recordsUnderTopics(desk), 3)
        const figures = new Figures()
        const documents = await countOf(several)
        for (const name of OTHER_LOSS)
          await trainOnCorpus(several, givenFor(desk, LEARNERS[name]), {
            round: (losses) => {
              if (losses.documents === documents) addLosses(figures, LAST, name, losses)
            },
          })
        return decide(least(figures, 'loss 3 %', 'MMP loss 3', OTHER_LOSS), 'the data')
      },
    },
  },
  run,
}

/** The records that have a topic, under their topics. */
async function recordsUnderTopics(desk: Desk): Promise<Corpus> {
  const source = desk.corpus('yso-finna', ['train', 'test'], desk.quick ? QUICK_DOCUMENTS : undefined)
  desk.progress(0, 'topics')
  return underTopics(source, await makeTopics(source, TOPICS))
}

/** Those of at least so many topics. */
function withTopics(corpus: Corpus, fewest: number): Corpus {
  return {
    ...corpus,
    async *batches() {
      for await (const batch of corpus.batches())
        yield batch.filter(({ labels = [] }) => labels.length >= fewest)
    },
  }
}

async function countOf(corpus: Corpus): Promise<number> {
  let documents = 0
  for await (const batch of corpus.batches()) documents += batch.length
  return documents
}

function givenFor(desk: Desk, options: GivenOptions): GivenOptions {
  return { seed: desk.seed, ...RANKING, ...TEXT, ...options }
}

/** The claim that the first has the least mean loss of all. */
function least(
  figures: Figures,
  measure: string,
  first: RankerName,
  others: readonly RankerName[],
): ClaimFound {
  const mean = (name: RankerName): number => figures.mean(LAST, name, measure)
  const rivals = others.filter((other) => other !== first)
  return checked(
    rivals.every((other) => mean(first) < mean(other)),
    [first, ...rivals].map((name) => `${name} ${mean(name).toFixed(2)}`).join(', '),
  )
}

async function run(desk: Desk): Promise<Findings> {
  const corpus = await recordsUnderTopics(desk)
  let documents = 0
  let topics = 0
  for await (const batch of corpus.batches())
    for (const { labels = [] } of batch) {
      documents++
      topics += labels.length
    }
  const figures = new Figures()
  const curves = new Map(ROWS.map((name) => [name, new LossCurve(documents)]))
  let features = 0
  for (const [i, [name, options]] of Object.entries(LEARNERS).entries()) {
    desk.progress((i + 1) / (ROWS.length + 1), name)
    const before = desk.cpuSeconds()
    let megabytes = 0
    const round = (losses: CumulativeLoss) => {
      if (!curves.get(name)!.add(losses)) return
      megabytes = Math.max(megabytes, desk.megabytes())
      if (losses.documents === documents) addLosses(figures, LAST, name, losses)
    }
    const afterFirstPass = (shape: { features: number }) => {
      features = shape.features
    }
    await trainOnCorpus(corpus, givenFor(desk, options), { round, afterFirstPass })
    const seconds = desk.cpuSeconds() - before
    figures.add(COST, name, { seconds, 'µs a document': (1e6 * seconds) / documents, megabytes })
  }
  return {
    figures,
    facts: {
      records: documents,
      'topics of a record, on average': (topics / documents).toFixed(2),
      words: features,
    },
    plots: plotLosses(curves, 'library records'),
    claims: {
      'loss-1': least(figures, 'loss 1 %', 'MMP loss 1', ONLINE),
      'loss-2': least(figures, 'loss 2', 'MMP loss 2', OTHER_LOSS),
      'loss-3': least(figures, 'loss 3 %', 'MMP loss 3', OTHER_LOSS),
      falls: checkFalling(curves),
    },
  }
}
