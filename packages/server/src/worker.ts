// What a worker of the server starts with.

import { runWorker } from 'abound/files'
import { JOB, RANK } from './tasks.js'

runWorker([RANK, JOB])
