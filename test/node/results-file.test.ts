import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ResultsFile } from '../../packages/abound/src/node/results-file.js'
import { cellOf } from '../selection/cells.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-results-'))
const path = join(folder, 'results.jsonl')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('keeps cells, whatever was torn off or written by others', () => {
  const one = cellOf('one', 'test', [true, false])
  const two = cellOf('two', 'test', [true, true])
  const file = new ResultsFile(path)
  file.add('k1', one)
  file.add('k2', two)
  expect(new ResultsFile(path).get('k2')).toEqual(two)
  // A run that was killed while it wrote.
  truncateSync(path, readFileSync(path).length - 20)
  const torn = new ResultsFile(path)
  expect(torn.get('k1')).toEqual(one)
  expect(torn.get('k2')).toBeUndefined()
  torn.add('k3', two)
  torn.add('k2', two)
  appendFileSync(path, '{"key":"k4"}\nno line of ours\n')
  const again = new ResultsFile(path)
  for (const key of ['k1', 'k2', 'k3']) expect(again.get(key), key).toBeDefined()
  expect(again.get('k4')).toBeUndefined()
})

it('starts where there is no file, and says so where it is none', () => {
  expect(new ResultsFile(join(folder, 'new.jsonl')).get('k')).toBeUndefined()
  writeFileSync(join(folder, 'empty.jsonl'), '')
  expect(new ResultsFile(join(folder, 'empty.jsonl')).get('k')).toBeUndefined()
  expect(() => new ResultsFile(folder)).toThrow(folder)
})
