// Small tickets in three queues, whose words tell them apart.

import type { Document } from '../../packages/abound/src/index.js'

const WORDS = {
  billing: ['charged', 'invoice', 'refund', 'card', 'receipt', 'payment'],
  delivery: ['parcel', 'courier', 'late', 'tracking', 'arrived', 'address'],
  account: ['password', 'login', 'email', 'delete', 'username', 'locked'],
}

/** `count` tickets, the same each time. */
export function tickets(count: number): (Document & { text: string })[] {
  const queues = Object.entries(WORDS)
  return Array.from({ length: count }, (_, i) => {
    const [queue, words] = queues[i % queues.length]
    const text = [0, 1, 2].map((k) => words[(i * (k + 1) + k) % words.length]).join(' ')
    return { text: `ticket ${text}`, labels: [queue] }
  })
}
