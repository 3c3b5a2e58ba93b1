// Rounds of real-mh by the learner, weights and model included.

import { built } from '../build.mjs'
import { boostRows, timeBoost } from './boost-rows.mjs'

const { boost } = /** @type {typeof import('../../packages/abound/src/learners/boost/index.js')} */ (
  await built('learners/boost/index.js')
)

const [train, test, rounds] = process.argv.slice(2)
timeBoost(boostRows(train, test), Number(rounds), (data, count) => {
  const model = boost.train(data, { variant: 'real-mh', rounds: count, stopAfter: 0 }, { seed: 1 })
  const { arrays } = model.state()
  return arrays.terms
})
