// Figures for Prometheus: how many requests, how long they took, what the models have learned.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const PREFIX = 'abound_'
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export class Metrics {
  readonly registry = new Registry()
  readonly seconds = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  })
  readonly shed = this.counter(
    'http_shed_total',
    'Requests turned away because there was too much to do, by code.',
    'code',
  )
  readonly texts = this.counter('texts_ranked_total', 'Texts ranked.', 'model')
  readonly threadsLost = this.counter('rank_threads_lost_total', 'Threads that died while they ranked.')
  readonly taught = this.counter('examples_taught_total', 'Examples taught through this server.', 'model')
  readonly refused = this.counter(
    'model_versions_refused_total',
    'Times that a replica could not take a version: its file was not there, or had other bytes.',
    'model',
  )

  constructor(current: {
    requests(): number
    /** Of a server that leads. */
    epoch(): number | undefined
    models(): Iterable<{ readonly name: string; readonly version: number }>
  }) {
    collectDefaultMetrics({ register: this.registry, prefix: PREFIX })
    this.gauge('http_requests_in_flight', 'Requests at work.', (gauge) => gauge.set(current.requests()))
    this.gauge(
      'trainer_epoch',
      'The epoch in which this server leads and publishes versions; 0 where it does not lead.',
      (gauge) => gauge.set(current.epoch() ?? 0),
    )
    this.gauge(
      'model_version',
      'The last event of the log that a model knows.',
      (gauge) => {
        gauge.reset()
        for (const { name, version } of current.models()) gauge.set({ model: name }, version)
      },
      'model',
    )
  }

  private counter<Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ): Counter<Label> {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.registry] })
  }

  /** A figure that is looked up whenever the metrics are asked for. */
  private gauge<Label extends string = never>(
    name: string,
    help: string,
    update: (gauge: Gauge<Label>) => void,
    ...labelNames: Label[]
  ): void {
    const registers = [this.registry]
    const gauge: Gauge<Label> = new Gauge({
      name: PREFIX + name,
      help,
      labelNames,
      registers,
      collect: () => update(gauge),
    })
  }
}
