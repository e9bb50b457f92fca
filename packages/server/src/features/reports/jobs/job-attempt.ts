import type { FairQueue } from '../../../platform/concurrency/fair-queue.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { TokenServices } from '../../tokens/index.ts';
import type { ReportTurns } from '../message/report-turns.ts';
import { beginSending } from '../store/report-jobs.ts';
import { letPagesPass } from './let-pages-pass.ts';
import { countMessage, type Mailbox } from './mailbox-limit.ts';

/** From the viewer's rights to the finished message. Shorter than a lease; sending has a limit of its own. */
export const ATTEMPT_MS = 120_000;

/** After drawing. */
const MAX_REST_MS = 1000;

export interface JobServices extends TokenServices {
  /** Few at a time, so that embeds stay fast. */
  readonly drawing: FairQueue;
  /** Fewer than exports at a time, so that people who export get theirs. */
  readonly making: FairQueue;
}

/** One attempt at a job. */
export interface JobAttempt {
  readonly services: JobServices;
  readonly job: ReportJobRow;
  /** Aborted when the attempt has taken too long, or the server is being stopped. */
  readonly signal: AbortSignal;
  readonly turns: ReportTurns;
  /** The point of no return. Throws if another attempt has begun, or this one was given up. */
  beforeSend(mailbox: Mailbox): Promise<void>;
  /** From the point of no return on. */
  isSending(): boolean;
  /** Whether another attempt has begun. */
  isLost(): boolean;
  /** Rejects when the signal aborts, unless the message is being sent: that ends by itself, and tells whether it was. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Call it when the attempt has ended. */
  release(): void;
}

export function beginAttempt(services: JobServices, job: ReportJobRow, cut: AbortSignal): JobAttempt {
  const { store, time, drawing, making, queues } = services;
  const { tenant_id: tenantId } = job;
  const over = time.deadline(ATTEMPT_MS);
  const signal = AbortSignal.any([over.signal, cut]);
  let isSending = false;
  let isLost = false;
  const within = async <T>(work: Promise<T>): Promise<T> => {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => {
      if (!isSending) reject(signal.reason);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
  const draw = <T>(work: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const turn = async () => {
      await letPagesPass(services, signal);
      const started = time.monotonic();
      await within(work()).then(resolve, reject);
      // As long as it took, so that at least half of the time is for others.
      const restMs = Math.min(MAX_REST_MS, time.monotonic() - started);
      await time.sleep(restMs, { keepsAlive: false });
    };
    drawing.run(tenantId, turn, signal).catch(reject);
    return promise;
  };
  return {
    services,
    job,
    signal,
    turns: {
      draw,
      makeFile: (work) =>
        making.run(tenantId, () => within(queues.exports.run([tenantId, ''], work, signal)), signal),
    },
    beforeSend: async (mailbox) => {
      // What was given up may still be running.
      signal.throwIfAborted();
      // Before the row tells so: the attempt must not be given up, and tried again, in between.
      isSending = true;
      over.release();
      try {
        isLost = !(await store.write(async (transaction) => {
          const now = time.now();
          const isOurs = await beginSending(transaction, job, now);
          if (isOurs) await countMessage(transaction, mailbox, now);
          return isOurs;
        }));
      } catch (error) {
        isSending = false;
        throw error;
      }
      isSending = !isLost;
      if (isLost) throw new Error('Another attempt has begun.');
    },
    isSending: () => isSending,
    isLost: () => isLost,
    within,
    release: over.release,
  };
}
