// What a thread of `abound predict` runs, where the command is one of all.

import { predictThread } from './predict-thread.js'

predictThread()
