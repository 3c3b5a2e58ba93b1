// Rounds of boosting by the learner, weights and model included.
//   node boost-abound.mjs TRAIN TEST ROUNDS [VARIANT [WORDS OF A TERM]]

import { built } from '../build.mjs'
import { boostRows, timeBoost } from './boost-rows.mjs'

const { boost } = /** @type {typeof import('../../packages/abound/src/learners/boost/index.js')} */ (
  await built('learners/boost/index.js')
)

const [train, test, rounds, given = 'real-mh', ngrams = '1'] = process.argv.slice(2)
const variant =
  /** @type {import('../../packages/abound/src/learners/boost/index.js').BoostOptions['variant']} */ (given)
timeBoost(boostRows(train, test, Number(ngrams)), Number(rounds), (data, count) => {
  const model = boost.train(data, { variant, rounds: count, stopAfter: 0 }, { seed: 1 })
  const { arrays } = model.state()
  return arrays.terms
})
