// A document's bytes, words and shingles, in buffers that are used again for the next.

import type { Document } from '../contract.js'
import { InputError } from '../errors.js'
import { Tokeniser } from '../text/tokenise.js'
import { Tokens } from '../text/tokens.js'
import { Shingles } from './shingles.js'

export class TextLook {
  bytes: Uint8Array = new Uint8Array(1024)
  length = 0
  readonly tokens = new Tokens()
  readonly shingles = new Shingles()
  private own: Uint8Array = this.bytes
  private readonly tokeniser = new Tokeniser('words')

  /** Reads a document; answers whether it is a text rather than a ready-made vector. */
  read({ text, vector }: Document): boolean {
    if (vector !== undefined) {
      this.length = 0
      this.tokens.clear()
      this.shingles.readVector(vector)
      return false
    }
    if (text === undefined) throw new InputError('a document has no text: expected "text"')
    if (typeof text === 'string') {
      if (text.length * 3 > this.own.length) this.own = new Uint8Array(text.length * 4)
      this.bytes = this.own
      this.length = encoder.encodeInto(text, this.own).written
    } else {
      this.bytes = text
      this.length = text.length
    }
    this.tokeniser.tokenise(this.bytes, 0, this.length, this.tokens)
    this.shingles.readText(this.bytes, this.length, this.tokens)
    return true
  }
}

const encoder = new TextEncoder()
