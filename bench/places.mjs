// Where things are: the corpora, and the folder for what a run makes and removes again.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { abound, runOnce } from './harness.mjs'

/** @typedef {{ name: string, train: string, test: string }} Corpus */

/** Thrown by a bench that cannot run here. */
export class Skip extends Error {}

/** What the benches of one run share. */
export class Place {
  /**
   * @param {string} folder
   * @param {number} megabytes
   */
  constructor(folder, megabytes) {
    this.folder = folder
    this.megabytes = megabytes
    /** @type {Promise<string> | undefined} */
    this.trained = undefined
  }

  /**
   * A file that is removed when the run ends.
   * @param {string} name
   */
  file(name) {
    return join(this.folder, name)
  }

  /**
   * A corpus of ABOUND_DATA, or the reason why there is none.
   * @param {string} folder
   * @param {string} name
   * @param {string} [split] what its file names begin with
   * @returns {Corpus}
   */
  corpus(folder, name, split = '') {
    const at = this.corpusFolder(folder, name)
    const train = join(at, `${split}train.jsonl.gz`)
    const test = join(at, `${split}test.jsonl.gz`)
    if (!existsSync(train) || !existsSync(test))
      throw new Skip(
        `${name} is needed: the folder that ABOUND_DATA names has no ${folder}/${split}train.jsonl.gz`,
      )
    return { name, train, test }
  }

  /**
   * A folder of ABOUND_DATA, or the reason why there is none.
   * @param {string} folder
   * @param {string} name
   */
  corpusFolder(folder, name) {
    const data = process.env.ABOUND_DATA
    if (data === undefined) throw new Skip(`${name} is needed: ABOUND_DATA names no folder of corpora`)
    const at = join(data, folder)
    if (!existsSync(at))
      throw new Skip(`${name} is needed: the folder that ABOUND_DATA names has no ${folder}`)
    return at
  }

  /**
   * 20 Newsgroups, or the bundled sample where it is not to be had.
   * @returns {Corpus}
   */
  news() {
    try {
      return this.corpus('20newsgroups', '20 Newsgroups')
    } catch (error) {
      if (!(error instanceof Skip)) throw error
      const sample = (/** @type {string} */ name) =>
        fileURLToPath(new URL(`../sample/${name}.jsonl.gz`, import.meta.url))
      return { name: 'the bundled sample', train: sample('train'), test: sample('test') }
    }
  }

  /** The `ff` model of that corpus, trained once a run. */
  newsModel() {
    this.trained ??= this.trainNews()
    return this.trained
  }

  async trainNews() {
    const model = this.file('news.abound')
    await runOnce({ args: abound('train', this.news().train, '--learner', 'ff', '--quiet', '-o', model) })
    return model
  }
}
