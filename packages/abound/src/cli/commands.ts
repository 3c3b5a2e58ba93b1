// The commands by name, in the order of their list; each is loaded when it is asked for.

import { type CommandEntry, type Commands, PREDICT_ENTRY, TRAIN_ENTRY } from './command-entry.js'
import { loadFromPackage } from './packages.js'

const START = TRAIN_ENTRY.group
const DATA = 'Data:'
const CHOOSING = 'Comparing and tuning:'
const MODELS = 'Models:'
const RESEARCH = 'Research, many machines (@abound/lab):'
const HELP = 'Help:'

export const COMMANDS: Commands = {
  train: { ...TRAIN_ENTRY, load: () => import('./train.js') },
  predict: { ...PREDICT_ENTRY, load: () => import('./predict.js') },
  evaluate: {
    summary: 'measure a model on labelled texts',
    group: START,
    example: 'abound evaluate news.abound test.csv',
    alias: 'test',
    load: () => import('./evaluate.js'),
  },
  explain: {
    summary: 'show which words spoke for which label',
    group: START,
    example: 'abound explain news.abound "Wheat exports rose 4 pct"',
    load: () => import('./explain.js'),
  },
  serve: {
    summary: 'serve models over HTTP, with a page to try, label and teach',
    group: START,
    example: 'abound serve news.abound',
    ...fromPackage('@abound/server', 'abound serve', () => import('@abound/server/commands/serve')),
  },
  inspect: {
    summary: 'say what is in a model or data file',
    group: DATA,
    load: () => import('./inspect.js'),
  },
  check: { summary: 'find what should be mended in data', group: DATA, load: () => import('./check.js') },
  convert: {
    summary: 'turn one data format into another',
    group: DATA,
    load: () => import('./convert.js'),
  },
  transduce: {
    summary: 'label unlabelled texts, learning from them and a few labelled ones',
    group: DATA,
    load: () => import('./transduce.js'),
  },
  learners: {
    summary: 'list the learners, their options and what each is good for',
    group: CHOOSING,
    load: () => import('./learners.js'),
  },
  compare: {
    summary: 'measure several learners on the same splits, with tests of significance',
    group: CHOOSING,
    load: () => import('./compare.js'),
  },
  tune: {
    summary: 'search the options that suit the data best',
    group: CHOOSING,
    load: () => import('./tune.js'),
  },
  learn: { summary: 'go on learning from more texts', group: MODELS, load: () => import('./learn.js') },
  shrink: {
    summary: 'make a model smaller, and say what that costs',
    group: MODELS,
    load: () => import('./shrink.js'),
  },
  words: {
    summary: 'tell a missing word, or the next one, by a model of plain text',
    group: MODELS,
    plugins: false,
    load: () => import('./words.js'),
  },
  datasets: {
    summary: 'list public corpora, and fetch them',
    group: RESEARCH,
    plugins: false,
    ...fromPackage('@abound/lab', 'abound datasets', () => import('@abound/lab/commands/datasets')),
  },
  reproduce: {
    summary: 'run a table or figure of the papers again, beside the published one',
    group: RESEARCH,
    plugins: false,
    ...fromPackage('@abound/lab', 'abound reproduce', () => import('@abound/lab/commands/reproduce')),
  },
  cluster: {
    summary: 'the pieces that an engine drives on many machines: plan, map, reduce',
    group: RESEARCH,
    plugins: false,
    ...fromPackage('@abound/lab', 'abound cluster', () => import('@abound/lab/commands/cluster')),
  },
  completion: {
    summary: 'print a script that lets bash, zsh or fish complete what is typed',
    group: HELP,
    plugins: false,
    needsAll: true,
    load: () => import('./completion.js'),
  },
  version: {
    summary: 'say which version this is, as --version does',
    group: HELP,
    plugins: false,
    load: () => import('./say-version.js'),
  },
}

/** A command that another package of ours brings. */
function fromPackage(
  name: string,
  asked: string,
  load: CommandEntry['load'],
): Pick<CommandEntry, 'load' | 'missing'> {
  return {
    load: () => loadFromPackage(name, asked, load),
    missing() {
      try {
        import.meta.resolve(`${name}/package.json`)
        return undefined
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' ? name : undefined
      }
    },
  }
}
