// A thread of a pool that takes a part and dies, in the way that the job's input names if it does.

import { workerData } from 'node:worker_threads'
import { CLAIM, PARTS, TURN } from '../../packages/abound/dist/node/pool/fork-join-protocol.js'

let control
workerData.port.on('message', ({ kind, setup, piece }) => {
  if (kind === 'set-up') control = setup
  else die(piece.input)
})

function die({ death = 'exit' }) {
  Atomics.wait(control, TURN, 0)
  for (;;) {
    const claim = Atomics.load(control, CLAIM)
    if ((claim & 0xffff) >= Atomics.load(control, PARTS)) continue
    if (Atomics.compareExchange(control, CLAIM, claim, claim + 1) === claim) break
  }
  if (death === 'exit') process.exit(0)
  if (death === 'throw') throw new Error('thrown on purpose')
  for (const all = []; ; ) all.push(new Array(1e5).fill(0.5))
}
