import { describe, expect, it } from 'vitest'
import { inheritedFlags } from '../../packages/abound/src/node/pool/inherited-flags.js'

describe('flags of Node that workers inherit', () => {
  it('are all but those of a program that is given in place of a file', () => {
    expect(inheritedFlags(['--max-old-space-size=100', '--input-type=module', '-e', 'train()'])).toEqual([
      '--max-old-space-size=100',
    ])
    expect(inheritedFlags(['--eval=train()', '--import', 'tsx'])).toEqual(['--import', 'tsx'])
    expect(inheritedFlags(['-p', '--cpu-prof', '--conditions', 'x'])).toEqual(['--conditions', 'x'])
    expect(inheritedFlags([])).toEqual([])
  })
})
