// What a thread of `abound evaluate` runs.

import { answerBatches } from './batch-thread.js'
import { evaluateDocuments } from './evaluate-documents.js'

answerBatches(evaluateDocuments)
