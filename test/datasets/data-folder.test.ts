import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataFolder, datasetFile, findDataset } from '../../packages/lab/src/datasets/data-folder.js'
import { temporaryFolder } from '../node/child.js'

describe('dataFolder', () => {
  it('is what ABOUND_DATA names, else the cache folder of the system', () => {
    expect(dataFolder({ ABOUND_DATA: '/corpora', XDG_CACHE_HOME: '/cache' }, 'linux', '/home/me')).toBe(
      '/corpora',
    )
    expect(dataFolder({ ABOUND_DATA: 'here' }, 'linux', '/home/me')).toBe(resolve('here'))
    expect(dataFolder({ XDG_CACHE_HOME: '/cache' }, 'linux', '/home/me')).toBe('/cache/abound')
    expect(dataFolder({ XDG_CACHE_HOME: 'relative', ABOUND_DATA: '' }, 'linux', '/home/me')).toBe(
      '/home/me/.cache/abound',
    )
    expect(dataFolder({}, 'darwin', '/Users/me')).toBe('/Users/me/Library/Caches/abound')
    expect(dataFolder({ LOCALAPPDATA: '/local' }, 'win32', '/home/me')).toBe('/local/abound')
    expect(dataFolder({}, 'win32', '/home/me')).toBe('/home/me/AppData/Local/abound')
  })
})

describe('findDataset and datasetFile', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'clinc150', 'val.jsonl.gz'), { recursive: true })
  writeFileSync(join(folder, 'clinc150', 'train.jsonl'), '')
  writeFileSync(join(folder, 'clinc150', 'test.jsonl.gz'), '')

  it('find files, also without their .gz, and nothing else', () => {
    const { files, missing } = findDataset('clinc150', folder)
    expect([...files]).toEqual([
      ['train.jsonl.gz', join(folder, 'clinc150', 'train.jsonl')],
      ['test.jsonl.gz', join(folder, 'clinc150', 'test.jsonl.gz')],
    ])
    expect(missing).toEqual(['val.jsonl.gz'])
    expect(datasetFile('clinc150', 'test.jsonl.gz', folder)).toBe(join(folder, 'clinc150', 'test.jsonl.gz'))
  })

  it('say what to do for what is not here', () => {
    expect(() => datasetFile('clinc150', 'val.jsonl.gz', folder)).toThrow(
      `clinc150/val.jsonl.gz is not in ${folder}: abound datasets get clinc150 fetches it`,
    )
    const nowhere = join(folder, 'nowhere')
    expect(() => datasetFile('webkb', 'all.jsonl.gz', nowhere)).toThrow(`${nowhere}, which is not there`)
    expect(() => datasetFile('clinc150', 'dev.jsonl.gz', folder)).toThrow(
      'expected one of its files (train.jsonl.gz, val.jsonl.gz, test.jsonl.gz), found: dev.jsonl.gz',
    )
    expect(() => findDataset('reuters', folder)).toThrow('no such dataset: did you mean reuters21578?')
    expect(() => findDataset('20-newsgroups', folder)).toThrow('did you mean 20newsgroups?')
    expect(() => findDataset('mnist', folder)).toThrow('abound datasets lists them')
  })
})
