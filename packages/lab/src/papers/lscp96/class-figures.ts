// F1 by class, over runs: what the sign tests of LSCP96 pair.

import type { Measures } from 'abound'
import { meanAndDeviation } from 'abound/internal'

/** Collects the F1 of classes under names of what was run. */
export class ClassFigures {
  private readonly byName = new Map<string, Map<string, number[]>>()

  /** One run: the F1 of each class, and the mean over them. A class that none has and none was given counts 1, as in the paper. */
  add(name: string, classes: readonly string[], measures: Measures): number {
    const f1 = new Map(measures.perLabel.map((one) => [one.label, one.f1]))
    const runs = this.byName.get(name) ?? new Map<string, number[]>()
    this.byName.set(name, runs)
    let sum = 0
    for (const label of classes) {
      const figure = f1.get(label) ?? 1
      sum += figure
      const own = runs.get(label)
      if (own === undefined) runs.set(label, [figure])
      else own.push(figure)
    }
    return sum / classes.length
  }

  /** The mean over runs for each class, in the order of the classes. */
  of(name: string): number[] {
    return Array.from(this.byName.get(name)?.values() ?? [], (runs) => meanAndDeviation(runs).mean ?? 0)
  }

  /** The runs of one class. */
  runs(name: string, label: string): readonly number[] {
    return this.byName.get(name)?.get(label) ?? []
  }
}
