// The file that a worker of `predict` or `evaluate` starts with.

import { runWorker } from '../node/internal.js'
import { EVALUATE } from './evaluate-documents.js'
import { PREDICT } from './predict-documents.js'

runWorker([PREDICT, EVALUATE])
