// What is declared once and listed once: learners, formats, measures, weightings. Each list has ours, in the order
// they are shown, and takes more at start-up (`extend`).

import { InputError } from './errors.js'
import { nearestName } from './wording.js'

/** The declarations of one concept, by name. */
export class Declarations<Declaration extends { readonly name: string }> implements Iterable<Declaration> {
  /** What one of them is called in messages. */
  private readonly concept: string
  private readonly list: Declaration[]
  private readonly ours: number

  constructor(concept: string, ours: readonly Declaration[]) {
    this.concept = concept
    this.list = [...ours]
    this.ours = ours.length
  }

  /** All of them; the same array always, so whoever keeps it sees those that are added. */
  get all(): readonly Declaration[] {
    return this.list
  }

  [Symbol.iterator](): Iterator<Declaration> {
    return this.list.values()
  }

  /** Those that were added from outside. */
  get added(): readonly Declaration[] {
    return this.list.slice(this.ours)
  }

  /** Whether it is one of ours, which every thread knows. */
  isOurs(declaration: Declaration): boolean {
    const at = this.list.indexOf(declaration)
    return at >= 0 && at < this.ours
  }

  find(name: string): Declaration | undefined {
    return this.list.find((one) => one.name === name)
  }

  /** The one of that name; an error that lists the names if there is none. */
  named(name: string): Declaration {
    const found = this.find(name)
    if (found === undefined) {
      const names = this.list.map((one) => one.name)
      const meant = nearestName(name, names)
      throw new InputError(
        `no ${this.concept} is called "${name}": ${meant === undefined ? '' : `did you mean ${meant}? `}expected one of ${names.join(', ')}`,
      )
    }
    return found
  }

  /** Adds one from outside; a name stays with whoever had it first. */
  add(declaration: Declaration): void {
    const { name } = declaration
    const found = this.find(name)
    if (found === declaration) return
    if (found !== undefined) {
      const whose = this.isOurs(found) ? ' (one of ours)' : ''
      throw new InputError(
        `there is a ${this.concept} called "${name}" already${whose}: expected another name`,
      )
    }
    if (!/^[A-Za-z][\w-]*$/.test(name)) {
      throw new InputError(
        `${this.concept} ${JSON.stringify(name)}: expected a name of letters, digits, - and _`,
      )
    }
    this.list.push(declaration)
  }
}
