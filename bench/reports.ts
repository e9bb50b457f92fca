import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readConfig } from '@inlay/server/config';
import { openServices } from '@inlay/server/open-services';
import type { Services } from '@inlay/server/services';
import { pino } from 'pino';
import { enableReports, subscribeWith, toAddress } from '../test/support/reports/report-world.ts';
import { memoryMbOf, processTree } from './load/process-tree.ts';
import { startServer } from './load/server-process.ts';
import { type SixTiles, serveSixTiles } from './load/six-tiles.ts';
import { ms, perSecond, printTable } from './table.ts';
import { quantile } from './timed.ts';

const DUE = 10_000;
/** How long is measured: all of them take longer. */
const SECONDS = Number(process.env.BENCH_REPORT_SECONDS ?? 60);
const WARM_UP_SECONDS = 10;
/** Viewers open dashboards at this pace, whether the ones before are there or not. */
const PACE_MS = 100;
const MAX_RATIO = 2;
const DAY = 86_400_000;
const tenantId = 'demo' as TenantId;

/** A node on which 10,000 subscriptions to a dashboard of six tiles are due at once, while viewers open it. */
export async function benchReports(): Promise<void> {
  const mail = await startSink();
  let env: Readonly<Record<string, string>> = {};
  const six = await serveSixTiles((port, given) => {
    env = { ...given, INLAY_SMTP_URL: mail.url, INLAY_MAIL_FROM: 'reports@vendor.example' };
    return startServer(port, env);
  });
  const services = await openServices(readConfig(env), { log: pino({ level: 'silent' }) });
  try {
    await subscribeAll(services, six);
    six.prepare((2 * SECONDS + 2 * WARM_UP_SECONDS) * (1000 / PACE_MS));
    await openPages(six, WARM_UP_SECONDS);
    const without = await measure(six);
    await makeDue(services);
    await openPages(six, WARM_UP_SECONDS);
    const before = await mail.count();
    const started = performance.now();
    const during = await measure(six);
    const rate = (((await mail.count()) - before) / (performance.now() - started)) * 1000;
    const made = await countJobs(services);
    const [p99, p99During] = [quantile(without.pages, 0.99), quantile(during.pages, 0.99)];
    printTable(`${DUE.toLocaleString('en')} reports of six tiles due at once, on one node`, [
      { what: 'rows made for them', figure: String(made), target: String(DUE), met: made === DUE },
      { what: 'messages sent', figure: perSecond(rate) },
      { what: 'time for all of them', figure: `${(DUE / rate / 60).toFixed(0)} min` },
      {
        what: 'memory of the node and its processes at most, without and with them',
        figure: `${without.maxMb.toFixed(0)} MB, ${during.maxMb.toFixed(0)} MB`,
      },
      {
        what: 'opening the dashboard, median without and with them',
        figure: `${ms(quantile(without.pages, 0.5))}, ${ms(quantile(during.pages, 0.5))}`,
      },
      {
        what: 'opening the dashboard, p99 without and with them',
        figure: `${ms(p99)}, ${ms(p99During)}`,
        ratio: (p99During / p99).toFixed(2),
        target: `≤ ${MAX_RATIO}`,
        met: p99During <= MAX_RATIO * p99,
      },
    ]);
  } finally {
    await services.store.close();
    await six.stop();
    await mail.close();
  }
}

async function subscribeAll(services: Services, six: SixTiles): Promise<void> {
  await enableReports(services);
  const token = await six.token();
  // Due a minute ago, once `next_at` says so.
  const due = new Date(Date.now() - 60_000);
  const at = due.toISOString().slice(11, 16);
  const target = { app_id: 'sales', embed_id: 'six', content_kind: 'dashboard', content_id: 'six' } as const;
  const all = Array.from({ length: DUE }, (_, index) => ({
    schedule: { every: 'day', at, timeZone: 'UTC' } as const,
    to: toAddress(`reader-${index}@customer.example`),
    createdAt: Date.now() - 2 * DAY,
  }));
  await subscribeWith(services, { tenantId, token, target }, all);
}

async function makeDue({ store }: Services): Promise<void> {
  await store.write((transaction) =>
    transaction.tenant(tenantId).update('subscriptions', { next_at: Date.now() }).execute(),
  );
}

async function countJobs({ store }: Services): Promise<number> {
  const { count } = await store
    .tenant(tenantId)
    .selectFrom('report_jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface Measured {
  /** How long each took. */
  readonly pages: readonly number[];
  readonly maxMb: number;
}

/** Memory is read without reports too: that takes 10 ms, and stops the server for a moment. */
async function measure(six: SixTiles): Promise<Measured> {
  let maxMb = 0;
  const watch = setInterval(() => {
    maxMb = Math.max(maxMb, memoryOf(six));
  }, 1000);
  const pages = await openPages(six, SECONDS);
  clearInterval(watch);
  return { pages, maxMb };
}

/** How long each page took that was opened in this time, in ms. */
async function openPages(six: SixTiles, seconds: number): Promise<readonly number[]> {
  const opened: Promise<number>[] = [];
  const end = performance.now() + seconds * 1000;
  for (let next = performance.now(); next < end; next += PACE_MS) {
    await sleep(Math.max(0, next - performance.now()));
    opened.push(openPage(six, next));
  }
  return Promise.all(opened);
}

/** Counted from when it was to be opened, so that a stall of this process does not hide one of the server. */
async function openPage(six: SixTiles, since: number): Promise<number> {
  await six.open();
  return performance.now() - since;
}

const memoryOf = ({ server }: SixTiles) =>
  processTree(server.pid).reduce((total, pid) => total + memoryMbOf(pid), 0);

interface Sink {
  readonly url: string;
  count(): Promise<number>;
  close(): Promise<unknown>;
}

/** On a thread of its own: the times of pages are taken on this one. */
async function startSink(): Promise<Sink> {
  const worker = new Worker(new URL('./load/mail-sink.ts', import.meta.url));
  const [port] = await once(worker, 'message');
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: async () => {
      worker.postMessage('count');
      const [count] = await once(worker, 'message');
      return count;
    },
    close: () => worker.terminate(),
  };
}
