// How much a request, and all of them together, may take.

export interface Limits {
  /** Bytes of a request's body. */
  readonly body: number
  /** Bytes of an upload: texts to train on or to be labelled. */
  readonly upload: number
  /** Texts in one request. */
  readonly batch: number
  /** Characters of one text. */
  readonly text: number
  /** Requests at work at once, of all and of one client. */
  readonly requests: number
  readonly clientRequests: number
  /** Requests with many texts at work at once. */
  readonly batches: number
  /** Bytes of all bodies that are held at once. */
  readonly held: number
  /** Milliseconds that a request may take. */
  readonly time: number
  /** Milliseconds that the event loop may be late before requests are turned away. */
  readonly lag: number
}

/** Limits of which some are set. */
export type LimitSettings = { readonly [Name in keyof Limits]?: Limits[Name] | undefined }

const LIMITS: Limits = {
  body: 8 * 2 ** 20,
  upload: 256 * 2 ** 20,
  batch: 1000,
  text: 2 ** 20,
  requests: 1000,
  clientRequests: 500,
  batches: 32,
  held: 512 * 2 ** 20,
  time: 30_000,
  lag: 400,
}

/** The limits that are set, and the usual ones for the others. */
export function limitsFrom(settings: LimitSettings = {}): Limits {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined)
  return { ...LIMITS, ...Object.fromEntries(set) }
}
