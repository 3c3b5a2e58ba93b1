// Fields that the user named: one that no record has is misspelt. Columns of a header are known at once; records that
// bring their own names (JSON lines) are known when all of a file has been read.

import { DataError } from '../errors.js'
import { nearestName, option, type Wording, worded } from '../wording.js'
import { excerpt, type ReadSettings } from './reading.js'

/** Field names of the file that a message has. */
const MOST_NAMES = 12

/** That a column which an option named is not there: which there are, and which was perhaps meant. */
export function missingColumn(name: string, by: string, found: readonly string[]): Wording {
  const meant = nearestName(name, found)
  const hint = meant === undefined ? '' : `: did you mean "${meant}"?`
  return {
    ...worded`expected a column "${name}" (another: ${option(by)}), found: ${excerpt(found.join(', '))}${hint}`,
    option: by,
  }
}

/** Fields that no record of a part of a file has. Plain data. */
export interface AbsentFields {
  /** By name, what named them. */
  readonly absent: readonly (readonly [name: string, by: string])[]
  /** Names that the records have. */
  readonly found: readonly string[]
  readonly records: number
}

/** Looks for the fields that settings name. */
export class NamedFields {
  /** Whether any was named. */
  readonly asked: boolean
  private readonly absent: Map<string, string>
  private readonly found = new Set<string>()
  private records = 0

  constructor(settings: ReadSettings, textFields: readonly string[]) {
    const { labelColumn, weightColumn, textColumn, withoutLabels } = settings
    const by = textColumn === undefined ? 'fields' : 'textColumn'
    this.absent = new Map(textFields.length > 1 ? textFields.map((name) => [name, by]) : [])
    // Readers may leave out labels that nobody asks for; what is also read as text is missed as that.
    if (labelColumn !== undefined && withoutLabels !== true && !this.absent.has(labelColumn))
      this.absent.set(labelColumn, 'labelColumn')
    if (weightColumn !== undefined) this.absent.set(weightColumn, 'weightColumn')
    this.asked = this.absent.size > 0
  }

  /** Whether every field has been seen: nothing more to look for. */
  get complete(): boolean {
    return this.absent.size === 0
  }

  /** Looks at a record; only called while a field is missing. */
  look(record: Readonly<Record<string, unknown>>): void {
    this.records++
    for (const name in record) {
      this.absent.delete(name)
      if (this.found.size < MOST_NAMES) this.found.add(name)
    }
  }

  /** What another part of the file lacks. */
  merge({ absent, found, records }: AbsentFields): void {
    const names = new Set(absent.map(([name]) => name))
    for (const name of this.absent.keys()) if (!names.has(name)) this.absent.delete(name)
    for (const name of found) if (this.found.size < MOST_NAMES) this.found.add(name)
    this.records += records
  }

  result(): AbsentFields {
    return { absent: [...this.absent], found: [...this.found], records: this.records }
  }

  /** Refuses the file if no record of it has a field. */
  check(file: string): void {
    if (this.records === 0) return
    for (const [name, by] of this.absent) {
      const meant = nearestName(name, [...this.found])
      const hint = meant === undefined ? '' : `: did you mean "${meant}"?`
      const names = this.found.size === 0 ? 'none' : [...this.found].join(', ')
      throw new DataError(file, 0, {
        ...worded`no record has a field "${name}" (${option(by)}), they have ${names}${hint}`,
        option: by,
      })
    }
  }
}
