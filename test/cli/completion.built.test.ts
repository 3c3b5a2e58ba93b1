// What shells complete, asked of the shells themselves.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abound } from './abound.js'

const cwd = mkdtempSync(join(tmpdir(), 'abound-completion-'))
afterAll(() => rmSync(cwd, { recursive: true }))

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await abound(['completion', shell], { cwd })
    expect(code).toBe(0)
    writeFileSync(join(cwd, shell), stdout)
  }
})

function isInstalled(shell: string): boolean {
  const installed = spawnSync(shell, ['-c', 'true']).status === 0
  if (!installed) console.warn(`completion in ${shell} is not tested: it is not installed`)
  return installed
}

function run(shell: string, script: string): string[] {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', script], { cwd, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter((line) => line !== '')
}

describe.skipIf(!isInstalled('bash'))('in bash', () => {
  const words = (...typed: string[]): string[] => {
    const quoted = typed.map((word) => `'${word}'`).join(' ')
    const ask = `COMP_WORDS=(abound ${quoted}); COMP_CWORD=${typed.length}; _abound`
    return run('bash', `source ./bash; ${ask}; printf '%s\\n' "\${COMPREPLY[@]}"`)
  }

  it('completes commands, those of other packages too', () => {
    expect(words('pr')).toEqual(['predict'])
    expect(words('s')).toEqual(['serve', 'shrink'])
    expect(words('cluster', 'm')).toEqual(['map'])
    expect(words('help', 'ex')).toEqual(['explain'])
  })

  it('completes flags of the command', () => {
    expect(words('train', 'x.csv', '--lab')).toEqual(['--label-column', '--label-separator', '--label-text'])
    expect(words('test', 'm.abound', '--det')).toEqual(['--details'])
    expect(words('cluster', 'plan', '--sh')).toEqual(['--shards'])
    expect(words('version', '--lab')).toEqual([])
  })

  it('completes learners and other values', () => {
    expect(words('train', '--learner', 'r')).toEqual(['rocchio', 'ripper'])
    expect(words('learners', 'sv')).toEqual(['svm'])
    expect(words('train', '--stem', 'eng')).toEqual(['english'])
    expect(words('predict', '--as', 't')).toEqual(['tsv', 'table'])
    expect(words('train', '--from', 'par')).toEqual(['parquet'])
    expect(words('serve', '--role', 're')).toEqual(['replica'])
  })

  it('leaves files to the shell, which falls back on them', () => {
    expect(words('train', 'ne')).toEqual([])
    expect(run('bash', 'source ./bash; complete -p abound')).toEqual([
      'complete -o default -F _abound abound',
    ])
  })
})

describe.skipIf(!isInstalled('zsh'))('in zsh', () => {
  const offered = (...typed: string[]): string[] =>
    run(
      'zsh',
      `compdef() { }; compadd() { shift; print -l -- $@ }; _describe() { print -l -- $found }; _files() { print files }
source ./zsh; words=(abound ${typed.map((word) => `'${word}'`).join(' ')}); CURRENT=${typed.length + 1}; _abound`,
    )

  it('completes commands, flags, values and files', () => {
    expect(offered('')).toContain('train:learn from labelled texts and write a model file')
    expect(offered('train', '--')).toContain('--seed:where every random choice starts from')
    expect(offered('train', '--learner', '')).toContain('naive-bayes')
    expect(offered('cluster', 'plan', '-')).toContain('--shards:cut the documents into so many shards')
    expect(offered('train', 'x')).toEqual(['files'])
  })
})

describe.skipIf(!isInstalled('fish'))('in fish', () => {
  const words = (line: string): string[] =>
    run('fish', `source ./fish; complete -C '${line}'`).map((found) => found.split('\t')[0])

  it('completes commands, flags and values', () => {
    expect(words('abound pr')).toEqual(['predict'])
    expect(words('abound train --learner naive')).toEqual(['naive-bayes'])
    expect(words('abound evaluate --det')).toEqual(['--details'])
  })
})
