// What a caller of the library may get wrong: each is an InputError of one line, which says what was expected and what
// was found.

import { beforeAll, describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  evaluate,
  type FileClassifier,
  fromBytes,
  load,
  train,
} from '../../packages/abound/src/node/index.js'
import { shrink } from '../../packages/abound/src/pipeline/shrink.js'

const documents = [
  { text: 'wheat and corn', labels: ['grain'] },
  { text: 'gold fell', labels: ['metal'] },
]

// What people pass who have no types.
// biome-ignore lint/suspicious/noExplicitAny: wrong types are what is tested
type Untyped = any

let model: Untyped
beforeAll(async () => {
  model = (await train(documents, { learner: 'naive-bayes' })) satisfies FileClassifier
})

async function refusal(call: () => unknown): Promise<InputError> {
  try {
    await call()
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    const { message, code } = error as InputError
    expect(message).not.toMatch(/\n|--/)
    expect(code).toBe('ABOUND_INPUT')
    return error as InputError
  }
  throw new Error('it was not refused')
}

const t = 'corn'

describe('a method of a model', () => {
  const cases: [what: string, call: () => unknown, message: RegExp | string][] = [
    ['rank()', () => model.rank(), 'rank: expected a text or a document { text }, found undefined'],
    ['rank(null)', () => model.rank(null), /^rank: .*found null$/],
    ['rank(3)', () => model.rank(3), /^rank: .*found 3$/],
    ['rank([t])', () => model.rank([t]), /^rank: .*found an array of 1$/],
    ['rank(bytes)', () => model.rank(new Uint8Array(3)), /^rank: .*found an Uint8Array$|found a Uint8Array$/],
    [
      'rank({ text: null })',
      () => model.rank({ text: null }),
      'rank: expected "text" to be a string, found null',
    ],
    ['rank({})', () => model.rank({}), 'rank: expected "text" in a document, found an empty object'],
    [
      'rank({ txt })',
      () => model.rank({ txt: t, id: '1' }),
      'rank: expected "text" in a document, found txt, id: is "txt" the text?',
    ],
    ['rank(t, 3)', () => model.rank(t, 3), 'rank: expected an object of options (top), found 3'],
    ['rank(t, null)', () => model.rank(t, null), /^rank: expected an object of options .*found null$/],
    ['rank(t, { tpo })', () => model.rank(t, { tpo: 1 }), 'rank has no option `tpo`: did you mean `top`?'],
    ['rank(t, { threshold })', () => model.rank(t, { threshold: 1 }), /no option `threshold`: it has top$/],
    [
      'rank(t, { top: "3" })',
      () => model.rank(t, { top: '3' }),
      'top: expected a whole number from 0, found "3"',
    ],
    ['rank(t, { top: 1.5 })', () => model.rank(t, { top: 1.5 }), /^top: .*found 1\.5$/],
    ['assign(null)', () => model.assign(null), /^assign: expected a text .*found null$/],
    ['predict(7)', () => model.predict(7), /^predict: expected a text .*found 7$/],
    ['predict(t, { asign })', () => model.predict(t, { asign: true }), /did you mean `assign`\?$/],
    [
      'predict(t, { assign: 1 })',
      () => model.predict(t, { assign: 1 }),
      'assign: expected true or false, found 1',
    ],
    [
      'predict(t, { reject: "x" })',
      () => model.predict(t, { reject: 'x' }),
      'reject: expected a number, found "x"',
    ],
    ['predict(t, { reject: NaN })', () => model.predict(t, { reject: Number.NaN }), /^reject: .*found NaN$/],
    ['explain(t)', () => model.explain(t), 'explain: expected the name of a label, found undefined'],
    ['explain(t, 0)', () => model.explain(t, 0), /^explain: expected the name of a label, found 0$/],
    ['explain(undefined, …)', () => model.explain(undefined, 'grain'), /^explain: expected a text/],
    [
      'explain(t, "grian")',
      () => model.explain(t, 'grian'),
      'the model has no label "grian": did you mean "grain"?',
    ],
    [
      'explain(t, "sport")',
      () => model.explain(t, 'sport'),
      'the model has no label "sport": it has grain, metal',
    ],
    ['explainInPlace(t)', () => model.explainInPlace(t), /^explainInPlace: expected the name of a label/],
    ['learn("x")', () => model.learn('x'), /^learn: expected a document .*found "x"$/],
    ['learn(null)', () => model.learn(null), /^learn: expected a document .*found null$/],
    ['learn([null])', () => model.learn([null]), /^learn: expected a document .*found null$/],
    [
      'learn([…, {}])',
      () => model.learn([documents[0], { labels: [] }]),
      /^learn, document 2: expected "text"/,
    ],
    [
      'learn({ labels: "a" })',
      () => model.learn({ text: t, labels: 'a' }),
      'learn: expected "labels" to be an array of strings (a single label is ["a"]), found "a"',
    ],
    ['learn(…, { reply })', () => model.learn(documents, { reply: [] }), /did you mean `replay`\?$/],
    [
      'learn(…, { replay: 3 })',
      () => model.learn(documents, { replay: 3 }),
      'replay: expected an array, found 3',
    ],
    ['strongestTerms(1)', () => model.strongestTerms(1), /^strongestTerms: expected the name of a label/],
    ['strongestTerms(…, -1)', () => model.strongestTerms('grain', -1), /^top: /],
    ['strongestLabels({})', () => model.strongestLabels({}), /^strongestLabels: expected a term/],
    ['save()', () => model.save(), 'save: expected the path of a file, found undefined'],
    ['save(3)', () => model.save(3), /^save: .*found 3$/],
    ['save("")', () => model.save(''), /^save: .*found ""$/],
  ]
  it.each(cases)('%s', async (_, call, message) => {
    const refused = await refusal(call)
    if (typeof message === 'string') expect(refused.message).toBe(message)
    else expect(refused.message).toMatch(message)
  })

  it('learns nothing of several documents of which one is bad', async () => {
    const online: Untyped = await train(documents, { learner: 'ff' })
    await refusal(() =>
      online.learn([
        { text: 'oats', labels: ['grain'] },
        { text: null, labels: [] },
      ]),
    )
    expect(online.documents).toBe(2)
  })
})

describe('training, measuring and loading', () => {
  const run = train as Untyped
  const cases: [what: string, call: () => unknown, message: RegExp | string][] = [
    ['train(null)', () => run(null), /^train: expected documents .*found null$/],
    ['train()', () => run(), /^train: expected documents .*found undefined$/],
    ['train("news.jsonl")', () => run('news.jsonl'), /^train: expected documents .*found "news.jsonl"$/],
    ['train({ text })', () => run(documents[0]), /^train: expected documents .*found an object$/],
    ['train([null])', () => run([null], { learner: 'ff' }), /^document 1: expected a document .*found null$/],
    ['train(["x"])', () => run(['x']), /^document 1: expected a document .*found "x"$/],
    [
      'train([{ text: null }])',
      () => run([documents[0], { text: null, labels: [] }]),
      'document 2: expected "text" to be a string, found null',
    ],
    ['train([{ labels: "a" }])', () => run([{ text: 'x', labels: 'a' }]), /^document 1: expected "labels"/],
    ['train([{ labels: [1] }])', () => run([{ text: 'x', labels: [1] }]), /^a label is 1: expected a text/],
    ['train(…, "svm")', () => run(documents, 'svm'), /options, as in \{ learner: 'svm' \}, found "svm"$/],
    ['train(…, null)', () => run(documents, null), /^train: expected an object of options, found null$/],
    [
      'train(…, { learner: 3 })',
      () => run(documents, { learner: 3 }),
      /^learner: expected the name .*found 3$/,
    ],
    [
      'train(…, { learner: "smv" })',
      () => run(documents, { learner: 'smv' }),
      /"smv": did you mean svm\? expected/,
    ],
    [
      'train(…, { margn })',
      () => run(documents, { learner: 'ff', margn: 1 }),
      'ff has no option `margn`: did you mean `margin`?',
    ],
    [
      'train(…, { lerner })',
      () => run(documents, { lerner: 'ff' }),
      'train has no option `lerner`: did you mean `learner`?',
    ],
    [
      'train(…, { margin: "x" })',
      () => run(documents, { learner: 'ff', margin: 'x' }),
      /^margin: expected a number.*found "x"$/,
    ],
    [
      'evaluate(null, …)',
      () => (evaluate as Untyped)(null, documents),
      /^evaluate: expected a model, found null$/,
    ],
    ['evaluate(model, null)', () => evaluate(model, null as Untyped), /^evaluate: expected documents/],
    ['evaluate(model, [{}])', () => evaluate(model, [{}]), /^document 1: expected "text"/],
    [
      'evaluate(…, { detials })',
      () => evaluate(model, documents, { detials: true } as Untyped),
      /`details`\?$/,
    ],
    ['load()', () => load(undefined as Untyped), 'load: expected the path of a model file, found undefined'],
    ['load(3)', () => load(3 as Untyped), /^load: .*found 3$/],
    ['fromBytes("x")', () => fromBytes('x' as Untyped), /^model: expected the bytes .*found "x"$/],
    ['shrink(…, { bits: 7 })', () => shrink(model, { bits: 7 as Untyped }), /bits/],
  ]
  it.each(cases)('%s', async (_, call, message) => {
    const refused = await refusal(call)
    if (typeof message === 'string') expect(refused.message).toBe(message)
    else expect(refused.message).toMatch(message)
  })

  it('names the option at fault', async () => {
    expect((await refusal(() => run(documents, { learner: 'ff', margin: 'x' }))).option).toBe('margin')
    expect((await refusal(() => model.rank(t, { tpo: 1 }))).option).toBe('tpo')
  })
})
