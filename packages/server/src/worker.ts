// What a worker of the server starts with.

import { runWorker } from 'abound/internal'
import { JOB } from './model/job-task.js'
import { RANK } from './ranking/rank-task.js'

runWorker([RANK, JOB])
