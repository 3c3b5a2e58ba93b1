// The weightings. Adding one is its file and a line here (and its import).

import { Declarations } from '../../declarations.js'
import type { Weighting } from '../weighting.js'
import { binary } from './binary.js'
import { inquery } from './inquery.js'
import { logTf } from './log-tf.js'
import { pivoted } from './pivoted.js'
import { tf } from './tf.js'
import { tfidf } from './tfidf.js'
import { tfidfRaw } from './tfidf-raw.js'

const OURS = [binary, tf, logTf, tfidf, tfidfRaw, pivoted, inquery] as const

/** The name of one of our weightings. */
export type WeightingName = (typeof OURS)[number]['name']

export const weightings = new Declarations<Weighting>('weighting', OURS)

/** Ours, and those added at start-up. */
export const WEIGHTINGS: readonly Weighting[] = weightings.all
