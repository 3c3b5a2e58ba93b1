// What people pipe in: one text a line, or JSON lines if the first line that is not blank begins with `{`. Blank
// lines are texts too, so that answers can be matched to lines; they are skipped in JSON lines.

import { createByteText } from '../byte-text.js'
import { createDecode } from '../decode.js'
import { defineFormat } from '../format.js'
import { lineReader, type ReadLine } from '../lines.js'
import type { Reader, ReadSettings } from '../reading.js'
import { Warnings } from '../warnings.js'
import { jsonLines, jsonl } from './jsonl.js'

const BRACE = 0x7b
const SPACE = 0x20

export const lines = defineFormat({
  name: 'lines',
  title: 'one text a line',
  extensions: ['lines'],
  unlabelled: true,
  mediaTypes: ['text/plain'],
  needs: 'bytes',
  example: 'one text\n\n{"text":"a line like any other"}\n',
  reader: textLineReader,
  lineByLine: true,
  afterFirstLetter: (letter) =>
    letter === BRACE ? { format: jsonl.name } : { format: 'lines', plainLines: true },
})

function textLineReader(settings: ReadSettings): Reader {
  const warnings = new Warnings(settings.file, settings.onWarning, settings.onOddity)
  const decode = createDecode(warnings)
  const { read: json, checkFields } = jsonLines(settings, warnings)
  const text = settings.textBytes === true ? createByteText(decode) : decode
  const plain: ReadLine = (bytes, from, to, line, emit) => emit({ text: text(bytes, from, to, line) })
  let chosen: ReadLine | undefined = settings.plainLines === true ? plain : undefined
  return lineReader(
    settings,
    (bytes, from, to, line, emit) => {
      let at = from
      while (at < to && bytes[at] <= SPACE) at++
      if (at < to) chosen ??= bytes[at] === BRACE ? json : plain
      const read = chosen ?? plain
      read(bytes, from, to, line, emit)
    },
    () => {
      checkFields()
      warnings.end()
    },
  )
}
