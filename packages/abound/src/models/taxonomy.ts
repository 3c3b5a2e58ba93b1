// A tree of classes from the names of labels: their paths (`a/b/c`), or lines that name each class's parent.
//
// Classes 0 … labels − 1 are the labels; those above them that are no labels themselves follow. Classes without a
// label at or below them are left out. The tree is then numbered level by level, so that the children of a node
// stand side by side behind all nodes of the levels above: three flat arrays, whatever its size.

import { InputError } from '../errors.js'

/** The parent of each class, −1 at the top. The first classes are the labels. */
export type ClassParents = Int32Array

/** Classes from paths: what stands before each separator is a class above. */
export function parentsFromPaths(names: readonly string[], separator: string): ClassParents {
  return parentsOf(names, (name) => {
    // A name that begins with the separator, or has two in a row, has no class without a name between them.
    for (let at = name.lastIndexOf(separator); at > 0; at = name.lastIndexOf(separator, at - 1)) {
      if (!name.slice(0, at).endsWith(separator)) return name.slice(0, at)
    }
    return undefined
  })
}

/** Classes from lines of child⇥parent; labels that no line names are at the top. */
export function parentsFromLines(names: readonly string[], lines: string): ClassParents {
  const parentNames = new Map<string, string>()
  for (const [i, line] of lines.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const parts = line.split('\t')
    if (parts.length !== 2 || parts[0] === '' || parts[1] === '')
      throw new InputError(`taxonomy, line ${i + 1}: expected a class, a tab and the class above it`)
    const [child, parent] = parts
    const known = parentNames.get(child)
    if (known !== undefined && known !== parent)
      throw new InputError(
        `taxonomy, line ${i + 1}: "${child}" is below "${known}" already: expected one class above`,
      )
    parentNames.set(child, parent)
  }
  refuseCircles(parentNames)
  return parentsOf(names, (name) => parentNames.get(name))
}

function refuseCircles(parentNames: ReadonlyMap<string, string>): void {
  const fine = new Set<string>()
  for (const start of parentNames.keys()) {
    const path = new Set<string>()
    for (let name: string | undefined = start; name !== undefined; name = parentNames.get(name)) {
      if (fine.has(name)) break
      if (path.has(name)) throw new InputError(`taxonomy: "${name}" is above itself`)
      path.add(name)
    }
    for (const name of path) fine.add(name)
  }
}

function parentsOf(names: readonly string[], parentOf: (name: string) => string | undefined): ClassParents {
  const classes = new Map<string, number>()
  const all: string[] = [...names]
  for (const [label, name] of names.entries()) classes.set(name, label)
  const parents: number[] = []
  // Grows while it is gone through: each new class asks for the one above it.
  for (let one = 0; one < all.length; one++) {
    const parent = parentOf(all[one])
    if (parent === undefined) {
      parents.push(-1)
      continue
    }
    let at = classes.get(parent)
    if (at === undefined) {
      at = all.length
      classes.set(parent, at)
      all.push(parent)
    }
    parents.push(at)
  }
  return Int32Array.from(parents)
}

/** A tree numbered level by level. */
export interface Taxonomy {
  readonly nodeCount: number
  /** The node above each, −1 at the top. */
  readonly parents: Int32Array
  /** The children of node n are childStarts[n + 1] … childStarts[n + 2]; the top nodes childStarts[0] … [1]. */
  readonly childStarts: Uint32Array
  /** The label that each node stands for, −1 where there is none. */
  readonly labels: Int32Array
}

/** A taxonomy, and where the labels are in it. */
export interface LabelTree extends Taxonomy {
  /** By label: the node of its class. */
  readonly classNodes: Uint32Array
  /** By label: the leaf below its class for documents that belong to no deeper class; −1 where there is none. */
  readonly stopNodes: Int32Array
}

/**
 * Numbers the classes. A label whose class has others below it and that is marked in `stops` gets a leaf of its
 * own among them, which then stands for it.
 */
export function numberTree(parents: ClassParents, labelCount: number, stops: Uint8Array): LabelTree {
  const below: number[][] = Array.from({ length: parents.length + 1 }, () => [])
  for (let one = 0; one < parents.length; one++) below[parents[one] + 1].push(one)
  // Classes in order of their nodes; a stop leaf is written as −1 − label.
  const order: number[] = [...below[0]]
  const nodeParents: number[] = order.map(() => -1)
  const childStarts: number[] = [0, order.length]
  for (let node = 0; node < order.length; node++) {
    const one = order[node]
    const children = one < 0 ? [] : below[one + 1]
    for (const child of children) order.push(child)
    if (children.length > 0 && one < labelCount && stops[one] === 1) order.push(-1 - one)
    while (nodeParents.length < order.length) nodeParents.push(node)
    childStarts.push(order.length)
  }
  const nodeCount = order.length
  const labels = new Int32Array(nodeCount).fill(-1)
  const classNodes = new Uint32Array(labelCount)
  const stopNodes = new Int32Array(labelCount).fill(-1)
  for (let node = 0; node < nodeCount; node++) {
    const one = order[node]
    if (one < 0) stopNodes[-1 - one] = node
    else if (one < labelCount) classNodes[one] = node
  }
  for (let l = 0; l < labelCount; l++) labels[stopNodes[l] < 0 ? classNodes[l] : stopNodes[l]] = l
  return {
    nodeCount,
    parents: Int32Array.from(nodeParents),
    childStarts: Uint32Array.from(childStarts),
    labels,
    classNodes,
    stopNodes,
  }
}
