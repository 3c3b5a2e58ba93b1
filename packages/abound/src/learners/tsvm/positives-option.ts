// num₊, how many of the unlabelled documents have a label, from what --positives says.

import type { TrainingContext } from '../../contract.js'
import { InputError } from '../../errors.js'
import { option, worded } from '../../wording.js'

/** As many as the share of the labelled documents that have it. */
export const SHARE = 'share'
/** As many as have the label's mean nearest to them (nearest-means.ts). */
const ESTIMATE = 'estimate'

/** Gives num₊ of a label, from the option and its share of the labelled documents; `estimated` are the shares of `ESTIMATE`. */
export function readPositives(
  given: string,
  unlabelled: number,
  labelCount: number,
  context: TrainingContext,
  estimated: () => Float64Array,
): (label: number, share: number) => number {
  const byShare = (share: number): number =>
    Math.min(Math.max(Math.round(share * unlabelled), 1), unlabelled - 1)
  if (given === SHARE) return (_, share) => byShare(share)
  if (given === ESTIMATE) {
    const shares = unlabelled === 0 ? undefined : estimated()
    return (label, share) => byShare(shares?.[label] ?? share)
  }
  if (!given.includes('\t')) {
    const all = parsePositives(given, unlabelled, '')
    return () => all
  }
  const ids = new Map<string, number>()
  for (let label = 0; label < labelCount; label++) ids.set(context.labelName?.(label) ?? String(label), label)
  const byLabel = new Map<number, number>()
  for (const line of given.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const tab = line.lastIndexOf('\t')
    const name = line.slice(0, tab)
    const label = ids.get(name)
    if (tab < 1 || label === undefined) {
      throw new InputError(
        worded`${option('positives')} names "${tab < 1 ? line : name}": expected a label that a labelled document has, a tab and a number`,
      )
    }
    byLabel.set(label, parsePositives(line.slice(tab + 1), unlabelled, ` for "${name}"`))
  }
  return (label, share) => byLabel.get(label) ?? byShare(share)
}

function parsePositives(text: string, unlabelled: number, where: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const positives = number < 1 ? Math.round(number * unlabelled) : number
  if (!(Number.isInteger(positives) && positives >= 1 && positives < unlabelled)) {
    throw new InputError(
      worded`${option('positives', text)}${where}: expected a number from 1 to ${unlabelled - 1}, as there are ${unlabelled} unlabelled documents, or a part of them that comes to as many`,
    )
  }
  return positives
}
