// What a worker of a cluster on one machine starts with.

import { runWorker } from 'abound/internal'
import { CLUSTER } from './cluster-task.js'

runWorker([CLUSTER])
