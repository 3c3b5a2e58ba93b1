// What a worker of this package's own tasks starts with, thread or process.

import './use-engine.js'
import { runWorker } from './pool/run-worker.js'
import { CELL, FIRST_PASS, FORK_JOIN } from './tasks.js'

runWorker([FORK_JOIN, FIRST_PASS, CELL])
