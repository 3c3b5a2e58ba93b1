// A thread that ranks as the real one does, but for texts that make it die, hang, dawdle or outgrow its memory.

import { parentPort } from 'node:worker_threads'
import '../../../packages/server/dist/worker.js'

parentPort.on('message', ({ kind, piece: order }) => {
  if (kind !== 'piece') return
  const { texts } = order.piece
  if (texts.includes('exit')) process.exit(7)
  if (texts.includes('throw')) throw new Error('thrown on purpose')
  if (texts.includes('hang')) for (;;);
  if (texts.includes('dawdle')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  if (texts.includes('grow')) for (const all = []; ; ) all.push(new Array(1e5).fill(0.5))
})
