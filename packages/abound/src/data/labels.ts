// Names of labels in data: strings, numbers, arrays of these, or several names in one string.

import { bad, excerpt } from './reading.js'

/** One label's name; numbers and truth values become strings. `what` says where it stands. */
export function labelName(value: unknown, what: string): string {
  if (typeof value === 'string') {
    return value === '' ? bad(`expected ${what} without empty names, found an empty one`) : value
  }
  return plainName(value) ?? bad(`expected ${what} to hold strings, found: ${excerpt(show(value))}`)
}

/** A string, a number or a truth value as a string; undefined for everything else. */
export function plainName(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'number':
      // Beyond 2⁵³ two different numbers in a file may be read as the same.
      return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined
    default:
      return undefined
  }
}

/** The labels of an array, each once. */
export function labelList(values: readonly unknown[], what: string): string[] {
  const labels: string[] = []
  for (let i = 0; i < values.length; i++) {
    const name = labelName(values[i], what)
    if (i < 16) {
      if (!labels.includes(name)) labels.push(name)
    } else {
      return Array.from(new Set([...labels, ...values.slice(i).map((value) => labelName(value, what))]))
    }
  }
  return labels
}

/**
 * The labels of one string: an array in JSON, or names between separators; blanks around a name and empty
 * names are dropped. Without a separator the whole string is one name.
 */
export function splitLabels(cell: string, separator: string | undefined, what: string): string[] {
  const trimmed = cell.trim()
  if (trimmed === '') return []
  const array = jsonArray(trimmed)
  if (array !== undefined) return labelList(array, what)
  if (separator === undefined) return [trimmed]
  const names = trimmed.split(separator).map((name) => name.trim())
  return Array.from(new Set(names.filter((name) => name !== '')))
}

/** One string that `splitLabels` reads back as these labels: plain where that works, else JSON. */
export function joinLabels(labels: readonly string[], separator: string): string {
  const plain = labels.join(separator)
  // What looks like an array would be read as one.
  if (plain.startsWith('[')) return JSON.stringify(labels)
  const same = splitLabels(plain, separator, 'labels')
  const holds = same.length === labels.length && same.every((name, i) => name === labels[i])
  return holds ? plain : JSON.stringify(labels)
}

function jsonArray(text: string): unknown[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A value for a message. */
export function show(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value))
}
