// The file that a worker of the library starts with, be it a thread or a process.

import './use-engine.js'
import { runWorker } from './pool/run-worker.js'
import { CELL, FIRST_PASS, FORK_JOIN, TRAINING } from './tasks.js'

runWorker([FORK_JOIN, FIRST_PASS, CELL, TRAINING])
