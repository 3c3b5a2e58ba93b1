// The commands by name; each is loaded when it is asked for.

import { type Commands, PREDICT_SUMMARY, TRAIN_SUMMARY } from './command-entry.js'
import { loadFromPackage } from './packages.js'

export const COMMANDS: Commands = {
  train: { summary: TRAIN_SUMMARY, load: () => import('./train.js') },
  predict: { summary: PREDICT_SUMMARY, load: () => import('./predict.js') },
  evaluate: {
    summary: 'measure a model on labelled texts',
    alias: 'test',
    load: () => import('./evaluate.js'),
  },
  check: { summary: 'find what should be mended in data', load: () => import('./check.js') },
  compare: {
    summary: 'measure several learners on the same splits, with tests of significance',
    load: () => import('./compare.js'),
  },
  tune: { summary: 'search the options that suit the data best', load: () => import('./tune.js') },
  explain: { summary: 'show which words spoke for which label', load: () => import('./explain.js') },
  inspect: { summary: 'say what is in a model or data file', load: () => import('./inspect.js') },
  learn: { summary: 'go on learning from more texts', load: () => import('./learn.js') },
  transduce: {
    summary: 'label unlabelled texts, learning from them and a few labelled ones',
    load: () => import('./transduce.js'),
  },
  serve: {
    summary: 'serve models over HTTP, with a page to try, label and teach',
    load: () =>
      loadFromPackage('@abound/server', 'abound serve', () => import('@abound/server/commands/serve')),
  },
  shrink: {
    summary: 'make a model smaller, and say what that costs',
    load: () => import('./shrink.js'),
  },
  convert: { summary: 'turn one data format into another', load: () => import('./convert.js') },
  datasets: {
    summary: 'list public corpora, and fetch them',
    plugins: false,
    load: () =>
      loadFromPackage('@abound/lab', 'abound datasets', () => import('@abound/lab/commands/datasets')),
  },
  reproduce: {
    summary: 'run a table or figure of the papers again, beside the published one',
    plugins: false,
    load: () =>
      loadFromPackage('@abound/lab', 'abound reproduce', () => import('@abound/lab/commands/reproduce')),
  },
  cluster: {
    summary: 'the pieces that an engine drives on many machines: plan, map, reduce',
    plugins: false,
    load: () =>
      loadFromPackage('@abound/lab', 'abound cluster', () => import('@abound/lab/commands/cluster')),
  },
  learners: {
    summary: 'list the learners, their options and what each is good for',
    load: () => import('./learners.js'),
  },
}
