import { createFairQueue } from '../../../platform/concurrency/fair-queue.ts';
import type { ReportBacklog } from '../../../platform/metrics.ts';
import type { Services } from '../../../services.ts';
import type { TokenServices } from '../../tokens/index.ts';
import { type DueJob, findDueJobs, readBacklog } from '../store/due-jobs.ts';
import { isAddress } from '../store/recipients-of.ts';
import { recordResult } from '../store/record-result.ts';
import { giveUpSending, takeJob } from '../store/report-jobs.ts';
import { enqueueDue } from './enqueue-due.ts';
import { ATTEMPT_MS, type JobServices } from './job-attempt.ts';
import { MAX_OF_TENANT, MAX_RUNNING, nextJob } from './next-job.ts';
import { reconcile } from './reconcile.ts';
import { persist } from './record-outcome.ts';
import { runJob } from './run-job.ts';

/** Also how late a message is at least, on average by half of it. */
const POLL_MS = 2000;
const RECONCILE_MS = 60 * 60_000;
/** A clock that moved by more was set. */
const JUMP_MS = 60_000;
const BACKLOG_MS = 15_000;

/** Drawing computes on the event loop, which embeds need. */
const MAX_DRAWING = 2;
/** Files read their data while they are made: for one tenant fewer than for all. */
const MAX_FILES = { all: 3, ofTenant: 2 };
const PORTION = { limit: 3 * MAX_RUNNING, perTenant: 4 * MAX_OF_TENANT, perRecipient: 4 };

/** How long what is being made and sent when the server stops may take. */
const LAST_MS = 3000;

/** Sends due reports and checks due alerts in the background, on every node. Returns a function that stops it. */
export function startReports(given: TokenServices): () => Promise<void> {
  const { store, time, log, metrics } = given;
  const queue = (running: number, ofTenant = running) =>
    createFairQueue({
      total: { running, waiting: MAX_RUNNING },
      levels: [{ running: ofTenant }],
      time,
      maxWaitMs: ATTEMPT_MS,
    });
  const services: JobServices = {
    ...given,
    drawing: queue(MAX_DRAWING),
    making: queue(MAX_FILES.all, MAX_FILES.ofTenant),
  };
  const stop = new AbortController();
  const cut = new AbortController();
  const running = new Map<string, Running>();
  const failed = (error: unknown) => log.error({ err: error }, 'reports failed');
  let candidates: readonly DueJob[] = [];
  /** Whether what is due may have changed since the candidates were found, and whether there may be more of them. */
  let isStale = true;
  let hasMore = true;
  let woken = new AbortController();

  const begin = (due: DueJob) => {
    const done = attempt(services, due, cut.signal)
      .finally(() => running.delete(keyOf(due)))
      // After an error, such as a full disk, the loop waits before it goes on.
      .then(() => woken.abort(), failed);
    running.set(keyOf(due), { due, done });
  };
  /** Returns whether there are candidates. */
  const look = async () => {
    isStale = false;
    const found = await findDueJobs(store.lists, time.now(), PORTION);
    hasMore = found.length > 0;
    candidates = found.filter((due) => !running.has(keyOf(due)));
    return candidates.length > 0;
  };
  const beginDue = async () => {
    if (isStale) await look();
    while (!stop.signal.aborted && running.size < MAX_RUNNING) {
      const next = nextJob(
        candidates,
        Array.from(running.values(), ({ due }) => due),
      );
      candidates = candidates.filter((due) => due !== next);
      if (next) begin(next);
      // Those that are left wait for others of their tenant or recipient. To look again would cost, and find the same.
      else if (candidates.length > 0 || !hasMore || !(await look())) return;
    }
  };
  const deliver = async () => {
    while (!stop.signal.aborted) {
      woken = new AbortController();
      await beginDue().catch(failed);
      const signal = AbortSignal.any([stop.signal, woken.signal]);
      await time.sleep(POLL_MS, { signal, keepsAlive: false }).then(
        () => {
          isStale = true;
        },
        () => {},
      );
    }
  };
  const enqueue = async () => {
    let reconciledAt = Number.NEGATIVE_INFINITY;
    let drift = driftOf(services);
    let hasJumped = false;
    while (!stop.signal.aborted) {
      hasJumped ||= Math.abs(driftOf(services) - drift) > JUMP_MS;
      if (hasJumped || time.monotonic() - reconciledAt >= RECONCILE_MS) {
        drift = driftOf(services);
        hasJumped = false;
        reconciledAt = time.monotonic();
        await reconcile(services, stop.signal).catch(failed);
      }
      const due = await enqueueDue(services, stop.signal).catch(failed);
      if (due) {
        isStale = true;
        woken.abort();
      }
      // Due times may have been computed in between, by a clock that is right again when it is looked at next.
      hasJumped = Math.abs(driftOf(services) - drift) > JUMP_MS;
      await time.sleep(POLL_MS, { signal: stop.signal, keepsAlive: false }).catch(() => {});
    }
  };
  let backlog: ReportBacklog = { due: 0, lateSeconds: 0 };
  metrics.watchReports(() => backlog);
  const watch = async () => {
    while (!stop.signal.aborted) {
      const now = time.now();
      const { due, oldest } = await readBacklog(store.lists, now).catch(() => ({ due: 0, oldest: now }));
      backlog = { due, lateSeconds: Math.max(0, now - (oldest ?? now)) / 1000 };
      await time.sleep(BACKLOG_MS, { signal: stop.signal, keepsAlive: false }).catch(() => {});
    }
  };
  const loops = Promise.all([deliver(), enqueue(), watch()]);
  return async () => {
    stop.abort();
    await loops;
    const late = time.after(LAST_MS, () => cut.abort());
    await Promise.all([...running.values()].map(({ done }) => done));
    late.stop();
  };
}

interface Running {
  readonly due: DueJob;
  readonly done: Promise<void>;
}

const keyOf = ({ tenant_id, id }: DueJob) => `${tenant_id}\n${id}`;

/** How far the clock is from time as it passes: it changes when the clock is set. */
const driftOf = ({ time }: Pick<Services, 'time'>) => time.now() - time.monotonic();

async function attempt(services: JobServices, due: DueJob, cut: AbortSignal): Promise<void> {
  const { store, time } = services;
  // Only its node knew whether the mail server has it. Webhooks have an idempotency key, and are sent again.
  if (due.state === 'sending' && isAddress(due.recipient)) return giveUp(services, due);
  const job = await takeJob(store, due, time.now());
  if (job) await runJob(services, job, cut);
}

const STOPPED =
  'The server stopped while it was sending this, so it may have arrived. If it has not, send it again.';

async function giveUp(services: JobServices, due: DueJob): Promise<void> {
  const { log, metrics } = services;
  const isGivenUp = await persist(services, async (transaction, now) => {
    const isOurs = await giveUpSending(transaction, due, { reason: STOPPED, now });
    const result = { state: 'unknown', code: 'outcome-unknown', reason: STOPPED, now } as const;
    if (isOurs) await recordResult(transaction, due, result);
    return isOurs;
  });
  if (!isGivenUp) return;
  log.warn({ tenant: due.tenant_id, job: due.id, subscription: due.subscription_id }, 'report unknown');
  metrics.reports.inc({ outcome: 'unknown' });
}
