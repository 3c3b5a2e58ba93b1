// What a thread of `abound predict` runs.

import { answerBatches } from './batch-thread.js'
import { predictDocuments } from './predict-documents.js'

answerBatches(predictDocuments)
