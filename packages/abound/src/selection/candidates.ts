// What `--learner auto` tries: the learners that win somewhere, with the options they win with, and where each is
// worth trying. The order is that of preference where scores are the same.

import type { CorpusSummary } from './search-result.js'

interface Candidate {
  readonly learner: string
  readonly options: Readonly<Record<string, unknown>>
  /** Why one would take it, for the sentence that says so. */
  readonly strength: string
  worthTrying(look: CorpusSummary): boolean
}

/** Texts up to this long say more by their characters and pairs of words than by single words. */
const SHORT = 400
/** Up to this long, pairs of words still pay. */
const MIDDLING = 2000
/** From here on, a weight for each word and label is too much. */
const MANY_LABELS = 3000

const fewLabels = ({ labels }: CorpusSummary): boolean => labels <= MANY_LABELS
const isText = ({ vectors }: CorpusSummary): boolean => !vectors
const textOfFewLabels = (look: CorpusSummary): boolean => isText(look) && fewLabels(look)
const upTo =
  (characters: number) =>
  (look: CorpusSummary): boolean =>
    textOfFewLabels(look) && look.characters <= characters
const always = (): boolean => true

const pairsPay = (look: CorpusSummary): boolean => isText(look) && look.characters <= MIDDLING

export const CANDIDATES: readonly Candidate[] = [
  candidate('svm', {}, fewLabels, 'the strongest linear learner on words'),
  candidate(
    'svm',
    { loss: 'squared-hinge' },
    fewLabels,
    'a softer margin suits many labels with few documents each',
  ),
  candidate(
    'svm',
    { loss: 'logistic', cost: 10 },
    fewLabels,
    'logistic regression suits many labels with few documents each',
  ),
  candidate('svm', { ngrams: 2 }, upTo(MIDDLING), 'pairs of words tell more than words'),
  candidate(
    'svm',
    { loss: 'squared-hinge', ngrams: 2, chars: '2-5' },
    upTo(SHORT),
    'characters and pairs of words tell more than words in short texts',
  ),
  candidate('mmp', { passes: 5, average: true }, fewLabels, 'ranks all labels of a document together'),
  candidate(
    'mmp',
    { passes: 5, average: true, ngrams: 2, chars: '2-5' },
    upTo(SHORT),
    'ranks all labels together, by characters and pairs of words too',
  ),
  candidate(
    'naive-bayes',
    { complement: true, weighting: 'tfidf', norm: 'l2' },
    textOfFewLabels,
    'counting what other labels say is enough here',
  ),
  candidate('naive-bayes', {}, fewLabels, 'counting is enough here'),
  candidate('widrow-hoff', { passes: 5, rate: 0.5 }, textOfFewLabels, 'least squares suit these labels'),
  candidate('ff', {}, always, 'an index whose cost does not grow with the number of labels'),
  candidate(
    'ff',
    { margin: 0.1 },
    always,
    'an index that learns from near misses too, whatever the number of labels',
  ),
  candidate(
    'ff',
    { margin: 0.5 },
    always,
    'an index that learns from near misses too, whatever the number of labels',
  ),
  candidate(
    'ff',
    { ngrams: 2 },
    pairsPay,
    'an index of words and pairs of words, whatever the number of labels',
  ),
  candidate(
    'ff',
    { margin: 0.5, ngrams: 2 },
    pairsPay,
    'an index of words and pairs of words, whatever the number of labels',
  ),
]

function candidate(
  learner: string,
  options: Candidate['options'],
  worthTrying: Candidate['worthTrying'],
  strength: string,
): Candidate {
  return { learner, options, strength, worthTrying }
}
