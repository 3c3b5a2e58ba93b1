// What a run must measure for `--report`, and which of that it leaves out of its own output.

import type { EvaluateOptions, Measures, RejectOptions } from '../internal.js'

/** What a page needs measured beyond what the run asks for itself: details, and what rejecting would bring. */
export function reportOptions(asked: RejectOptions = {}): EvaluateOptions {
  return { reject: Number.NEGATIVE_INFINITY, ...asked, details: true }
}

/** The measures as they are printed: without what was only measured for the page. */
export function omitUnasked(
  measures: Measures,
  asked: { readonly rejection: boolean; readonly details?: boolean },
): Measures {
  const { rejection, details, ...rest } = measures
  return {
    ...rest,
    ...(asked.rejection && rejection !== undefined ? { rejection } : {}),
    ...(asked.details === true && details !== undefined ? { details } : {}),
  }
}
