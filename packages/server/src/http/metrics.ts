// Figures for Prometheus: how many requests, how long they took, what the models have learned.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export class Metrics {
  readonly registry = new Registry()
  readonly seconds = new Histogram({
    name: 'abound_http_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  })
  readonly shed = new Counter({
    name: 'abound_http_shed_total',
    help: 'Requests turned away because there was too much to do, by code.',
    labelNames: ['code'],
    registers: [this.registry],
  })
  readonly texts = new Counter({
    name: 'abound_texts_ranked_total',
    help: 'Texts ranked.',
    labelNames: ['model'],
    registers: [this.registry],
  })
  readonly threadsLost = new Counter({
    name: 'abound_rank_threads_lost_total',
    help: 'Threads that died while they ranked.',
    registers: [this.registry],
  })
  readonly taught = new Counter({
    name: 'abound_examples_taught_total',
    help: 'Examples taught through this server.',
    labelNames: ['model'],
    registers: [this.registry],
  })
  readonly refused = new Counter({
    name: 'abound_model_versions_refused_total',
    help: 'Times that a replica could not take a version: its file was not there, or had other bytes.',
    labelNames: ['model'],
    registers: [this.registry],
  })

  constructor(current: {
    requests(): number
    /** Of a server that leads. */
    epoch?(): number | undefined
    models(): Iterable<{ readonly name: string; readonly version: number }>
  }) {
    const { registry } = this
    collectDefaultMetrics({ register: registry, prefix: 'abound_' })
    new Gauge({
      name: 'abound_http_requests_in_flight',
      help: 'Requests at work.',
      registers: [registry],
      collect() {
        this.set(current.requests())
      },
    })
    new Gauge({
      name: 'abound_trainer_epoch',
      help: 'The epoch in which this server leads and publishes versions; 0 where it does not lead.',
      registers: [registry],
      collect() {
        this.set(current.epoch?.() ?? 0)
      },
    })
    new Gauge({
      name: 'abound_model_version',
      help: 'The last event of the log that a model knows.',
      labelNames: ['model'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { name, version } of current.models()) this.set({ model: name }, version)
      },
    })
  }
}
