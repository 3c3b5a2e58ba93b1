// So that `train` knows the learner and its options by name.

import 'abound'

declare module 'abound' {
  interface CustomLearners {
    arow: { passes: number; r: number }
  }
}
