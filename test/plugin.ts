// What somebody has written outside the packages: a learner, a format, a measure and a weighting. Imported before
// anything that goes by the lists.

import {
  createReader,
  defineFormat,
  defineLearner,
  defineMeasure,
  defineWeighting,
  extend,
  learners,
} from '../packages/abound/src/node/internal.js'

export const steady = defineLearner({
  ...learners.frequency,
  name: 'steady',
  summary: 'ranks labels by how frequent they are, from outside',
})

export const loud = defineFormat({
  name: 'loud',
  title: 'loud lines',
  extensions: ['loud'],
  mediaTypes: ['text/x-loud'],
  needs: 'bytes',
  example: '__label__a CORN\n__label__b WHEAT\n',
  reader: (settings) => createReader('fasttext', settings),
  lineByLine: true,
  writer: () => ({
    header: () => '',
    document: ({ text, labels = [] }) =>
      `${labels.map((label) => `__label__${label} `).join('')}${String(text).toUpperCase()}\n`,
    end() {},
  }),
})

export const squareRoot = defineWeighting({
  name: 'square-root',
  norm: 'l2',
  reads: [],
  weigh(_columns, values, n) {
    for (let i = 0; i < n; i++) values[i] = Math.sqrt(values[i])
  },
  typical: (count) => Math.sqrt(count),
})

export const withinTwo = defineMeasure({
  name: 'R2',
  title: 'within two',
  column: 'in two',
  help: 'share of documents with a right label among the first two',
  group: 'ranking',
  ofDocument: ({ ranks }) => (ranks.retrieved > 0 && ranks.ranks[0] <= 2 ? 1 : 0),
  signTest: ({ bestRank }) => bestRank.map((rank) => (rank > 0 && rank <= 2 ? 1 : 0)),
})

extend({ learners: [steady], formats: [loud], weightings: [squareRoot], measures: [withinTwo] })
