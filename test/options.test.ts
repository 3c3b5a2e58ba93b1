// Option specs: defaults, values as given or as a flag's text, and what is said of bad ones.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OptionSpec, OptionSpecs } from '../packages/abound/src/contract.js'
import { InputError } from '../packages/abound/src/errors.js'
import {
  checkOption,
  defaultOptions,
  entries,
  expectation,
  resolveOptions,
} from '../packages/abound/src/options.js'
import { flagName } from '../packages/abound/src/wording.js'

interface Options {
  margin: number
  passes: number
  shuffle: boolean
  loss: string
  chars: string
}

const specs: OptionSpecs<Options> = {
  margin: { kind: 'number', default: 0.1, min: 0, help: 'margin' },
  passes: { kind: 'integer', default: 2, min: 1, max: 100, help: 'passes' },
  shuffle: { kind: 'boolean', default: true, help: 'shuffle' },
  loss: { kind: 'choice', default: '1', choices: ['1', '2', '3'], help: 'loss' },
  chars: {
    kind: 'text',
    default: '',
    pattern: /^(\d+-\d+)?$/,
    expected: 'a range such as 2-5',
    help: 'chars',
  },
}

const resolve = (given: Readonly<Record<string, unknown>>) => resolveOptions(specs, given, 'ff')
const refusal = (given: Readonly<Record<string, unknown>>): InputError => {
  try {
    resolve(given)
  } catch (error) {
    return error as InputError
  }
  throw new Error('it was not refused')
}
const defaults: Options = { margin: 0.1, passes: 2, shuffle: true, loss: '1', chars: '' }

describe('flagName', () => {
  it.each([
    ['margin', '--margin'],
    ['minWeight', '--min-weight'],
    ['minDf', '--min-df'],
    ['aBC', '--a-b-c'],
  ])('of %s is %s', (option, flag) => {
    expect(flagName(option)).toBe(flag)
  })
})

describe('defaults', () => {
  it('are those of the specs, in their order', () => {
    expect(defaultOptions(specs)).toEqual(defaults)
    expect(Object.keys(defaultOptions(specs))).toEqual(Object.keys(defaults))
    expect(defaultOptions({})).toEqual({})
  })

  it('are what is resolved when nothing is given, or undefined', () => {
    expect(resolve({})).toEqual(defaults)
    expect(resolve({ margin: undefined, passes: undefined, other: undefined })).toEqual(defaults)
  })

  it('are allowed by their own specs', () => {
    for (const [name, spec] of entries(specs))
      expect(checkOption(name, spec, spec.default)).toBe(spec.default)
  })
})

describe('resolveOptions', () => {
  it('takes values in their own type and as the text of a flag', () => {
    const given = { margin: 0.5, passes: 7, shuffle: false, loss: '3', chars: '2-5' }
    expect(resolve(given)).toEqual(given)
    expect(resolve({ ...given, margin: '0.5', passes: ' 7 ' })).toEqual(given)
    expect(resolve({ margin: '1e-3' }).margin).toBe(0.001)
    expect(resolve({ margin: 0 }).margin).toBe(0)
  })

  it('leaves what it was given as it was', () => {
    const given = Object.freeze({ margin: '3' })
    expect(resolve(given)).toEqual({ ...defaults, margin: 3 })
    expect(given).toEqual({ margin: '3' })
  })

  it.each([
    [{ margin: -0.1 }, '--margin -0.1: expected a number, at least 0'],
    [{ margin: 'much' }, '--margin much: expected a number, at least 0'],
    [{ margin: '' }, '--margin : expected a number, at least 0'],
    [{ margin: '  ' }, '--margin   : expected a number, at least 0'],
    [{ margin: Number.NaN }, '--margin NaN: expected a number, at least 0'],
    [{ margin: 'Infinity' }, '--margin Infinity: expected a number, at least 0'],
    [{ margin: null }, '--margin null: expected a number, at least 0'],
    [{ margin: true }, '--margin true: expected a number, at least 0'],
    [{ margin: [1] }, '--margin 1: expected a number, at least 0'],
    [{ passes: 0 }, '--passes 0: expected a whole number from 1 to 100'],
    [{ passes: 101 }, '--passes 101: expected a whole number from 1 to 100'],
    [{ passes: '1.5' }, '--passes 1.5: expected a whole number from 1 to 100'],
    [{ passes: 2 ** 60 }, '--passes 1152921504606847000: expected a whole number from 1 to 100'],
    [{ shuffle: 'yes' }, '--shuffle yes: expected true or false'],
    [{ shuffle: 1 }, '--shuffle 1: expected true or false'],
    [{ loss: '4' }, '--loss 4: expected one of 1, 2, 3'],
    [{ loss: 1 }, '--loss 1: expected a string, one of 1, 2, 3'],
    [{ chars: '2' }, '--chars 2: expected a range such as 2-5'],
    [{ chars: 2 }, '--chars 2: expected a range such as 2-5'],
  ])('refuses %j', (given, commandLine) => {
    const [, flag, expected] = /^--(\w+) .*?: (expected .*)$/.exec(commandLine) as RegExpExecArray
    const error = refusal(given)
    expect(error).toBeInstanceOf(InputError)
    expect(error.commandLine).toBe(commandLine)
    expect(error.message.startsWith(`${flag}: ${expected}, found `)).toBe(true)
    expect(error).toMatchObject({ code: 'ABOUND_INPUT', option: flag })
  })

  it.each([
    [{ margin: 'much' }, 'found "much"'],
    [{ margin: null }, 'found null'],
    [{ margin: Number.NaN }, 'found NaN'],
    [{ margin: [1] }, 'found an array of 1'],
    [{ margin: {} }, 'found an object'],
    [{ margin: new Date(0) }, 'found a Date'],
    [{ margin: () => 1 }, 'found a function'],
    [{ chars: 2 }, 'found 2'],
    [{ chars: 'x'.repeat(100) }, `found "${'x'.repeat(40)}…"`],
  ])('says in words of a program what %j is', (given, found) => {
    expect(refusal(given).message.endsWith(`, ${found}`)).toBe(true)
  })

  it('refuses names it does not know, and says which there are', () => {
    const { message, commandLine, option } = refusal({ minWeight: 3 })
    expect(message).toBe('ff has no option `minWeight`: it has margin, passes, shuffle, loss, chars')
    expect(commandLine).toBe(
      'ff has no option --min-weight: it has --margin, --passes, --shuffle, --loss, --chars',
    )
    expect(option).toBe('minWeight')
    expect(() => resolveOptions({}, { margin: 3 }, 'frequency')).toThrow('frequency has no option `margin`')
  })

  it('says which name was perhaps meant', () => {
    expect(refusal({ margn: 3 }).message).toBe('ff has no option `margn`: did you mean `margin`?')
    expect(refusal({ pases: 3 }).commandLine).toBe('ff has no option --pases: did you mean --passes?')
  })

  it.each(['constructor', 'toString', '__proto__'])('refuses %s, which every object has', (name) => {
    const given = JSON.parse(`{"${name}":1}`) as Record<string, unknown>
    expect(() => resolve(given)).toThrow(/^ff has no option/)
  })
})

describe('checkOption and expectation', () => {
  it('agree on every number: allowed is what lies within, whole if it must be', () => {
    const bound = fc.option(fc.integer({ min: -20, max: 20 }), { nil: undefined })
    const value = fc.oneof(fc.integer({ min: -25, max: 25 }), fc.double({ min: -25, max: 25, noNaN: true }))
    fc.assert(
      fc.property(fc.constantFrom('number', 'integer'), bound, bound, value, (kind, min, max, number) => {
        const spec = {
          kind,
          default: 0,
          help: '',
          ...(min === undefined ? {} : { min }),
          ...(max === undefined ? {} : { max }),
        } as OptionSpec
        const allowed =
          number >= (min ?? -Infinity) &&
          number <= (max ?? Infinity) &&
          (kind === 'number' || Number.isInteger(number))
        if (allowed) {
          expect(checkOption('x', spec, number)).toBe(number)
          expect(checkOption('x', spec, String(number))).toBe(Number(String(number)))
        } else {
          expect(() => checkOption('x', spec, number)).toThrow(
            `x: expected ${expectation(spec)}, found ${number}`,
          )
        }
      }),
    )
  })

  it.each<[OptionSpec, string]>([
    [{ kind: 'number', default: 0, help: '' }, 'a number'],
    [{ kind: 'number', default: 0, min: -1, help: '' }, 'a number, at least -1'],
    [{ kind: 'number', default: 0, max: 0, help: '' }, 'a number, at most 0'],
    [{ kind: 'integer', default: 0, help: '' }, 'a whole number'],
    [{ kind: 'integer', default: 0, min: 0, max: 9, help: '' }, 'a whole number from 0 to 9'],
    [{ kind: 'boolean', default: true, help: '' }, 'true or false'],
    [{ kind: 'choice', default: 'a', choices: ['a', 'b'], help: '' }, 'one of a, b'],
    [{ kind: 'text', default: '', expected: 'a file', help: '' }, 'a file'],
  ])('says in words what %j takes', (spec, words) => {
    expect(expectation(spec)).toBe(words)
  })

  it('takes any text where there is no pattern', () => {
    const spec: OptionSpec = { kind: 'text', default: '', expected: 'text', help: '' }
    expect(checkOption('name', spec, '')).toBe('')
    expect(checkOption('name', spec, 'a b')).toBe('a b')
    expect(() => checkOption('name', spec, 5)).toThrow(InputError)
  })
})
