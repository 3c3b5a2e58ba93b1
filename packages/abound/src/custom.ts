// Names that programs add: interfaces that their declarations merge into.

/**
 * Learners from outside, by name, with their options, so that `train` takes them as it takes ours:
 *
 *     declare module 'abound' {
 *       interface CustomLearners {
 *         'my-learner': { decay: number }
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: what is declared elsewhere merges into it.
export interface CustomLearners {}

/** Weightings from outside, by name: `interface CustomWeightings { 'my-weighting': true }`. */
// biome-ignore lint/suspicious/noEmptyInterface: as above.
export interface CustomWeightings {}
