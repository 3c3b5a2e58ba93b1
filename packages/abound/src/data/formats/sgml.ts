// Reuters-21578 as Lewis distributes it: `<REUTERS …> … </REUTERS>` stories in SGML. Id: NEWID. Labels: the
// topics. Text: title and body, or the whole of <TEXT> where a story has neither; `--fields` may name title,
// body, text, dateline, author, date (with title named beside it, text is the body alone).
//
// A story without topics is known to have none where TOPICS="YES": Lewis's README calls it reasonable to take
// those as negative for all topics. Under "NO" many stories lack topics that clearly apply, and "BYPASS"
// ones were never indexed: both are unlabelled.

import { InputError } from '../../errors.js'
import { grow } from '../../structures/grow.js'
import { option, worded } from '../../wording.js'
import { createDecode } from '../decode.js'
import { defineFormat } from '../format.js'
import { labelList } from '../labels.js'
import {
  bad,
  type Emit,
  excerpt,
  MAX_RECORD_BYTES,
  type Reader,
  type ReadSettings,
  reportBad,
} from '../reading.js'
import type { Draft } from '../record.js'
import { Warnings } from '../warnings.js'

const OPEN = new TextEncoder().encode('<REUTERS')
const CLOSE = new TextEncoder().encode('</REUTERS>')
const LINE_FEED = 10
/** Between stories stand blanks and declarations; more than this is something else. */
const GAP_LIMIT = 4096
const FIELDS = ['title', 'text', 'body', 'dateline', 'author', 'date']

export const sgm = defineFormat({
  name: 'sgm',
  title: 'Reuters SGML',
  extensions: ['sgm', 'sgml'],
  needs: 'bytes',
  example: [
    '<!DOCTYPE x>\n<REUTERS TOPICS="YES" NEWID="1">\n<TOPICS><D>a</D></TOPICS>\n<TEXT>&#2;\n<TITLE>T</TITLE>',
    '<BODY>b &lt;c\n</BODY></TEXT>\n</REUTERS>\n',
    '<REUTERS TOPICS="NO" NEWID="2"><TOPICS></TOPICS><TEXT>Köln</TEXT></REUTERS>\n',
  ].join(''),
  reader: (settings): Reader => new SgmReader(settings),
})

class SgmReader implements Reader {
  private readonly settings: ReadSettings
  private readonly fields: readonly string[]
  private readonly limit: number
  private readonly warnings: Warnings
  private readonly decode

  /** Bytes that are not read yet; the first `at` of them have been searched. */
  private bytes = new Uint8Array(0)
  /** The bytes in use, for searches that must not go beyond. */
  private filled = new Uint8Array(0)
  private size = 0
  private at = 0
  private line = 1
  private inStory = false
  /** A part that is too long was reported: drop it until the next story starts. */
  private skipping = false

  constructor(settings: ReadSettings) {
    this.settings = settings
    this.fields = settings.fields ?? ['text']
    for (const name of this.fields) {
      if (!FIELDS.includes(name)) {
        throw new InputError(worded`${option('fields', name)}: a Reuters file has ${FIELDS.join(', ')}`)
      }
    }
    this.limit = settings.recordLimit ?? MAX_RECORD_BYTES
    this.warnings = new Warnings(settings.file, settings.onWarning)
    this.decode = createDecode(this.warnings)
  }

  push(chunk: Uint8Array, emit: Emit): void {
    this.append(chunk)
    let from = 0
    for (;;) {
      const { inStory } = this
      const next = inStory ? this.readStory(from, emit) : this.readGap(from)
      if (next === from && inStory === this.inStory) break
      from = next
    }
    this.bytes.copyWithin(0, from, this.size)
    this.size -= from
    this.at -= from
  }

  end(_emit: Emit): void {
    if (this.inStory && !this.skipping) this.report('expected </REUTERS> before the end of the file')
    else if (!this.skipping) this.checkGap(0, this.size)
    this.warnings.end()
  }

  private append(chunk: Uint8Array): void {
    const size = this.size + chunk.length
    if (size > this.bytes.length) this.bytes = grow(this.bytes, Math.max(size, 2 * this.bytes.length))
    this.bytes.set(chunk, this.size)
    this.size = size
    this.filled = this.bytes.subarray(0, size)
  }

  /** Looks for the start of a story; returns where to go on. */
  private readGap(from: number): number {
    const found = indexOfBytes(this.filled, OPEN, this.at, this.size)
    if (found >= 0 && (this.skipping || found - from <= GAP_LIMIT)) {
      if (!this.skipping) this.checkGap(from, found)
      return this.go(from, found, true)
    }
    const seen = found >= 0 ? found : Math.max(from, this.size - OPEN.length + 1)
    if (seen - from > GAP_LIMIT && !this.skipping) {
      this.checkGap(from, from + GAP_LIMIT)
      this.skipping = true
    }
    this.at = seen
    return this.skipping ? this.go(from, seen, false) : from
  }

  /** Looks for the end of a story; returns where to go on. */
  private readStory(from: number, emit: Emit): number {
    const inside = Math.max(this.at, from + OPEN.length)
    const again = indexOfBytes(this.filled, OPEN, inside, this.size)
    const found = indexOfBytes(this.filled, CLOSE, inside, again >= 0 ? again : this.size)
    const seen = found >= 0 ? found : again >= 0 ? again : this.size - CLOSE.length + 1
    if (seen - from > this.limit && !this.skipping) {
      this.report(`expected a story of at most ${this.limit} bytes, this one is longer`)
      this.skipping = true
    }
    if (found >= 0) {
      const end = found + CLOSE.length
      if (!this.skipping) this.take(from, end, emit)
      return this.go(from, end, false)
    }
    if (again >= 0) {
      if (!this.skipping) this.report('expected </REUTERS> before the next <REUTERS>')
      return this.go(from, again, true)
    }
    this.at = Math.max(inside, seen)
    if (!this.skipping) return from
    // A story that is too long is dropped; only its position is kept.
    const rest = Math.max(from, seen - OPEN.length)
    this.countLines(from, rest)
    return rest
  }

  private go(from: number, to: number, inStory: boolean): number {
    this.countLines(from, to)
    this.at = to
    if (this.inStory || inStory) this.skipping = false
    this.inStory = inStory
    return to
  }

  private countLines(from: number, to: number): void {
    const { bytes } = this
    for (let at = from; at < to; at++) if (bytes[at] === LINE_FEED) this.line++
  }

  private report(message: string): void {
    try {
      bad(message)
    } catch (error) {
      reportBad(this.settings, this.line, error)
    }
  }

  private checkGap(from: number, to: number): void {
    const { bytes } = this
    // Most gaps are a line end: not worth decoding.
    let at = from
    while (at < to && (bytes[at] === LINE_FEED || bytes[at] === 13 || bytes[at] === 32)) at++
    if (at === to) return
    const text = this.decode(bytes, at, to, this.line)
      .replace(/<![^>]*>|\ufeff/g, '')
      .trim()
    if (text !== '') this.report(`expected <REUTERS …> … </REUTERS> stories, found: ${excerpt(text)}`)
  }

  private take(from: number, to: number, emit: Emit): void {
    try {
      emit(storyOf(this.decode(this.bytes, from, to, this.line), this.fields))
    } catch (error) {
      reportBad(this.settings, this.line, error)
    }
  }
}

function storyOf(story: string, fields: readonly string[]): Draft {
  const tagEnd = story.indexOf('>')
  const tag = story.slice(0, tagEnd)
  const document: Draft = {}
  const id = /\sNEWID="([^"]+)"/.exec(tag)
  if (id !== null) document.id = id[1]
  document.text = textOf(story.slice(tagEnd + 1), fields)
  const topics = between(story, 'TOPICS') ?? bad('expected <TOPICS> … </TOPICS> in the story')
  const labels: string[] = []
  for (let at = topics.indexOf('<D>'); at >= 0; at = topics.indexOf('<D>', at)) {
    const end = topics.indexOf('</D>', at)
    if (end < 0) bad('expected </D> after each <D> of the topics')
    labels.push(decodeEntities(topics.slice(at + 3, end)).trim())
    at = end
  }
  if (labels.length > 0 || /\sTOPICS="YES"/.test(tag)) document.labels = labelList(labels, 'topics')
  return document
}

function textOf(story: string, fields: readonly string[]): string {
  const start = story.indexOf('<TEXT')
  const textStart = start < 0 ? -1 : story.indexOf('>', start)
  const textEnd = story.lastIndexOf('</TEXT>')
  if (textStart < 0 || textEnd <= textStart) bad('expected <TEXT …> … </TEXT> in the story')
  const text = story.slice(textStart + 1, textEnd)
  const part = (name: string): string | undefined => {
    const found = between(name === 'DATE' ? story : text, name)
    return found === undefined ? undefined : decodeEntities(found).trim()
  }
  const title = part('TITLE')
  const body = part('BODY')
  const parts = fields.map((name) => {
    if (name === 'body') return body
    if (name !== 'text') return part(name.toUpperCase())
    if (title === undefined && body === undefined) return decodeEntities(text).trim()
    return fields.includes('title') ? body : joinTexts([title, body])
  })
  return joinTexts(parts)
}

function joinTexts(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n')
}

/** What stands between a tag and its end; undefined where it is not there. */
export function between(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`)
  if (start < 0) return undefined
  const end = text.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : text.slice(start + name.length + 2, end)
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes entities; the wire's control characters, which stand between words, become blanks. */
export function decodeEntities(text: string): string {
  const decoded = text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|([a-z]{1,8}));/g, (whole, code: string | undefined, name: string) => {
        if (code === undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole
        return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole
      })
    : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  return decoded.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
}

function indexOfBytes(bytes: Uint8Array, sought: Uint8Array, from: number, to: number): number {
  const last = to - sought.length
  for (
    let at = bytes.indexOf(sought[0], from);
    at >= 0 && at <= last;
    at = bytes.indexOf(sought[0], at + 1)
  ) {
    let i = 1
    while (i < sought.length && bytes[at + i] === sought[i]) i++
    if (i === sought.length) return at
  }
  return -1
}
