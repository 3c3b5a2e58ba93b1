// Tests of a rule: a term twice, plus 1 where the test is for its absence.

/** Tests of a rule, in the order in which they were added. */
export type Tests = readonly number[]

export const termOf = (test: number): number => test >>> 1
export const isAbsence = (test: number): boolean => (test & 1) === 1
