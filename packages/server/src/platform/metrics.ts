import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FairQueue } from './concurrency/fair-queue.ts';

export interface Metrics {
  readonly contentType: string;
  expose(): Promise<string>;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly connections: Gauge;
  readonly droppedConnections: Counter;
  readonly logins: Counter<'outcome'>;
  readonly exchanges: Counter<'outcome' | 'reason'>;
  readonly queries: Counter<'from'>;
  readonly querySeconds: Histogram<'engine' | 'outcome'>;
  readonly queueRejections: Counter<'queue' | 'reason'>;
  readonly circuitRejections: Counter;
  readonly quotaRefusals: Counter<'quota'>;
  readonly droppedSpans: Counter<'reason'>;
  readonly mail: Counter<'outcome'>;
  readonly reports: Counter<'outcome'>;
  readonly reportSeconds: Histogram;
  /** Reports how many tenants have used 80% or all of a quota, each time the metrics are read. */
  watchQuotas(count: () => Readonly<Record<string, Readonly<Record<string, number>>>>): void;
  /** Reports size and free space of the disk of a folder, each time the metrics are read. */
  watchDisk(folder: string): void;
  /** Reports how many circuit breakers are open, each time the metrics are read. */
  watchCircuits(countOpen: () => number): void;
  /** Reports the memory of answers that clients have not read yet, each time the metrics are read. */
  watchResponses(bytes: () => number): void;
  /** Reports how many scheduled reports are due, and how late they are, each time the metrics are read. */
  watchReports(read: () => ReportBacklog): void;
  /** Reports how many tasks run and wait, each time the metrics are read. */
  watchQueues(queues: Readonly<Record<string, FairQueue>>): void;
}

export interface ReportBacklog {
  readonly due: number;
  readonly lateSeconds: number;
}

type Watch = Extract<keyof Metrics, `watch${string}`>;

/** A separate registry, so that two servers in one process, as in tests, do not share counts. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    contentType: registry.contentType,
    expose: () => registry.metrics(),
    ...createCounts(registers),
    ...createWatches(registers),
  };
}

/** What code counts and measures as it happens. */
const createCounts = (registers: Registry[]) =>
  ({
    httpSeconds: new Histogram({
      name: 'inlay_http_request_seconds',
      help: 'Time from the arrival of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    connections: new Gauge({
      name: 'inlay_http_connections',
      help: 'Open client connections.',
      registers,
    }),
    droppedConnections: new Counter({
      name: 'inlay_http_dropped_connections_total',
      help: 'Client connections dropped because INLAY_MAX_CONNECTIONS was reached.',
      registers,
    }),
    logins: new Counter({
      name: 'inlay_logins_total',
      help: 'Login attempts by outcome: success, failed, blocked, rejected (too many were waiting).',
      labelNames: ['outcome'],
      registers,
    }),
    exchanges: new Counter({
      name: 'inlay_token_exchanges_total',
      help: 'Token exchanges of authenticated clients: issued, or the error and its reason.',
      labelNames: ['outcome', 'reason'],
      registers,
    }),
    queries: new Counter({
      name: 'inlay_queries_total',
      help: 'Queries of tiles and filters by source of the result: engine, flight, cache or rules.',
      labelNames: ['from'],
      registers,
    }),
    querySeconds: new Histogram({
      name: 'inlay_query_seconds',
      help: 'Query time of databases by outcome: ok or the error code.',
      labelNames: ['engine', 'outcome'],
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers,
    }),
    queueRejections: new Counter({
      name: 'inlay_queue_rejections_total',
      help: 'Tasks rejected by a queue: the caller had used its share (share), the node was full (node), or no slot became free in time (deadline).',
      labelNames: ['queue', 'reason'],
      registers,
    }),
    circuitRejections: new Counter({
      name: 'inlay_circuit_breaker_rejections_total',
      help: 'Queries rejected because their connection did not respond several times in a row.',
      registers,
    }),
    quotaRefusals: new Counter({
      name: 'inlay_quota_refusals_total',
      help: 'Requests refused because a quota of their tenant is used up.',
      labelNames: ['quota'],
      registers,
    }),
    droppedSpans: new Counter({
      name: 'inlay_trace_dropped_spans_total',
      help: 'Spans that did not reach the collector: it refused them or did not respond (export), or too many were waiting (queue).',
      labelNames: ['reason'],
      registers,
    }),
    mail: new Counter({
      name: 'inlay_mail_total',
      help: 'Emails by outcome of an attempt: sent, delayed (tried again later) or failed.',
      labelNames: ['outcome'],
      registers,
    }),
    reports: new Counter({
      name: 'inlay_reports_total',
      help: 'Reports and alerts by outcome of an attempt: sent, delayed (tried again later), skipped, failed, unknown (it may have arrived), ended (so did the subscription), or checked (an alert).',
      labelNames: ['outcome'],
      registers,
    }),
    reportSeconds: new Histogram({
      name: 'inlay_report_seconds',
      help: 'Time of an attempt that sent a report: rights, queries, drawing and delivery.',
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    }),
  }) satisfies Partial<Metrics>;

/** What is read from others, each time the metrics are read. */
const createWatches = (registers: Registry[]): Pick<Metrics, Watch> => ({
  watchQuotas: (count) => {
    new Gauge({
      name: 'inlay_quota_tenants',
      help: 'Tenants that have used at least 80% of a quota (warning) or all of it (exhausted).',
      labelNames: ['quota', 'state'],
      registers,
      collect() {
        for (const [quota, states] of Object.entries(count()))
          for (const [state, tenants] of Object.entries(states)) this.set({ quota, state }, tenants);
      },
    });
  },
  watchDisk: (folder) => {
    const read = async () => statfs(folder).catch(() => undefined);
    new Gauge({
      name: 'inlay_data_disk_free_bytes',
      help: 'Free space of the disk of the data folder; with PostgreSQL, of the folder for uploads.',
      registers,
      async collect() {
        const disk = await read();
        if (disk) this.set(disk.bavail * disk.bsize);
      },
    });
    new Gauge({
      name: 'inlay_data_disk_size_bytes',
      help: 'Size of that disk.',
      registers,
      async collect() {
        const disk = await read();
        if (disk) this.set(disk.blocks * disk.bsize);
      },
    });
  },
  watchCircuits: (countOpen) => {
    new Gauge({
      name: 'inlay_circuit_breakers_open',
      help: 'Connections whose queries are paused because they did not respond.',
      registers,
      collect() {
        this.set(countOpen());
      },
    });
  },
  watchResponses: (bytes) => {
    new Gauge({
      name: 'inlay_http_unread_bytes',
      help: 'Memory of answers that clients have not read yet.',
      registers,
      collect() {
        this.set(bytes());
      },
    });
  },
  watchReports: (read) => {
    new Gauge({
      name: 'inlay_reports_due',
      help: 'Reports and checks of alerts that are due and not done, on all nodes.',
      registers,
      collect() {
        this.set(read().due);
      },
    });
    new Gauge({
      name: 'inlay_reports_late_seconds',
      help: 'How long the oldest of them has been due.',
      registers,
      collect() {
        this.set(read().lateSeconds);
      },
    });
  },
  watchQueues: (queues) => {
    new Gauge({
      name: 'inlay_queue_tasks',
      help: 'Tasks in a queue, by state: running or waiting.',
      labelNames: ['queue', 'state'],
      registers,
      collect() {
        for (const [queue, { load }] of Object.entries(queues))
          for (const [state, count] of Object.entries(load())) this.set({ queue, state }, count);
      },
    });
  },
});
