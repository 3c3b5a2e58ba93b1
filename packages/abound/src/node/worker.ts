// The file that a worker of the library starts with, be it a thread or a process.

import './use-engine.js'
import { TRAINING } from '../threads/training-task.js'
import { runWorker } from './pool/run-worker.js'
import { CELL, FIRST_PASS, FORK_JOIN } from './tasks.js'

runWorker([FORK_JOIN, FIRST_PASS, CELL, TRAINING])
