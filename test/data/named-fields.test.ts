// Fields and columns that the user named: a misspelt one is an error in every format, which says what there is.

import { describe, expect, it } from 'vitest'
import { createReader } from '../../packages/abound/src/data/create-reader.js'
import type { ReadSettings } from '../../packages/abound/src/data/reading.js'
import type { DataError } from '../../packages/abound/src/errors.js'

const csv = 'title,text,topic,cost\na,b,x,2\n'
const rows = [
  { title: 'a', text: 'b', topic: 'x', cost: 2 },
  { title: 'c', text: 'd' },
]
const files = {
  csv,
  tsv: csv.replaceAll(',', '\t'),
  jsonl: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
}

function errorOf(
  format: keyof typeof files,
  data: string,
  settings: Partial<ReadSettings>,
): DataError | undefined {
  try {
    const reader = createReader(format, { ...settings, file: 'f' })
    reader.push(new TextEncoder().encode(data), () => {})
    reader.end(() => {})
    return undefined
  } catch (error) {
    return error as DataError
  }
}

describe.each(Object.entries(files))('%s', (format, data) => {
  const found = (settings: Partial<ReadSettings>): DataError | undefined =>
    errorOf(format as keyof typeof files, data, settings)

  it.each([
    [{ textColumn: 'txt' }, 'text'],
    [{ labelColumn: 'topc' }, 'topic'],
    [{ weightColumn: 'cots' }, 'cost'],
    [{ fields: ['titel', 'text'] }, 'title'],
  ])('refuses %j, and asks whether %s was meant', (settings, meant) => {
    const error = found(settings)
    expect(error?.message).toContain(`did you mean "${meant}"?`)
    expect(error?.message).not.toContain('--')
  })

  it.each([
    [{ labelColumn: 'zzz' }, '--label-column'],
    [{ weightColumn: 'zzz' }, '--weight-column'],
  ])('says what %j could have been, and by which flag', (settings, flag) => {
    const error = found(settings)
    expect(error?.commandLine).toContain(`${flag})`)
    for (const name of ['title', 'text', 'topic', 'cost']) expect(error?.message).toContain(name)
    expect(error?.option).toBe(Object.keys(settings)[0])
  })

  it('takes fields that only some records have', () => {
    expect(found({ labelColumn: 'topic', weightColumn: 'cost', fields: ['title', 'text'] })).toBeUndefined()
  })
})

describe('JSON lines', () => {
  it('are not asked for fields where there is none of them', () => {
    expect(errorOf('jsonl', '\n\n', { labelColumn: 'topic' })).toBeUndefined()
  })

  it('are not asked for labels that nobody wants', () => {
    const settings = { labelColumn: 'topc', withoutLabels: true }
    expect(errorOf('jsonl', files.jsonl, settings)).toBeUndefined()
  })
})
