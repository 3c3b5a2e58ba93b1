// Splits the data as `--validate` says: documents to train on, and documents to measure on.

import { type Corpus, type Document, holdOutCorpus, InputError } from '../internal.js'
import type { Source } from '../node/internal.js'
import { type DataFlags, openData } from './data-flags.js'

interface Flags extends DataFlags {
  readonly validate?: string
}

interface Split {
  readonly train: Corpus
  readonly test: Corpus | undefined
  /** Whether `train` is all of the data. */
  readonly all: boolean
}

/** The documents to train on, and those that `--validate` names: a part of them, or a file. */
export function splitCorpus(source: Source, flags: Flags, seed: number): Split {
  const { validate: part } = flags
  const whole: Corpus = {
    name: source.path,
    batches: () => source.documents(),
    rereadable: source.rereadable,
  }
  if (part === undefined) return { train: whole, test: undefined, all: true }
  const fraction = Number(part)
  if (Number.isNaN(fraction)) return { train: whole, test: validationFile(part, flags), all: true }
  if (!(fraction > 0 && fraction < 1)) {
    throw new InputError(`--validate ${part}: expected a fraction between 0 and 1, or a file`)
  }
  if (!source.rereadable)
    throw new InputError('--validate with a fraction reads the data twice: expected a file, not a pipe')
  return { ...holdOutCorpus(whole, fraction, seed), all: false }
}

/** The file to measure on; opened before training, so that a wrong name is found before and not after it. */
export function validationFile(path: string, flags: DataFlags): Corpus {
  const { source, report } = openData([path], flags, { textBytes: true })
  const once: Corpus = {
    rereadable: source.rereadable,
    async *batches() {
      yield* source.documents()
      report()
    },
  }
  return once.rereadable ? once : keepInMemory(once)
}

/** A corpus kept in memory, to be read again: a learner may use what is held out before it is measured on. */
function keepInMemory(corpus: Corpus): Corpus {
  let held: (readonly Document[])[] | undefined
  return {
    rereadable: true,
    async *batches() {
      if (held === undefined) {
        const batches = []
        for await (const batch of corpus.batches()) batches.push(batch)
        held = batches
      }
      yield* held
    },
  }
}

export function heldOutName(part: string | undefined): string {
  return Number.isNaN(Number(part))
    ? `On ${part}:`
    : `On the held-out ${part} (the model was trained on the rest):`
}
