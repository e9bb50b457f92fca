import { sweepAuditEvents } from './features/audit/sweep-audit-events.ts';
import { reportDatasetProblems } from './features/datasets/index.ts';
import { removeAbandonedUploads } from './features/files/remove-abandoned-uploads.ts';
import { sweepAbandonedImports } from './features/users/remove-abandoned-imports.ts';
import { createContextSweep, sweepEndedContexts, sweepExpired } from './platform/store/sweep-expired.ts';
import type { Services } from './services.ts';

const everyMs = 60_000;
/** Less often, because folders may be on a network file system. */
const uploadsEveryMs = 60 * 60_000;

/** Deletes expired data in the background, in small steps. Returns a function that stops it. */
export function startSweeps(services: Services): () => Promise<void> {
  const { store, time, log, config } = services;
  const stop = new AbortController();
  const sweeps = [
    sweepExpired,
    sweepEndedContexts,
    sweepAuditEvents,
    createContextSweep(),
    sweepAbandonedImports,
  ];
  let uploadsAt = Number.NEGATIVE_INFINITY;
  const sweepUploads = async () => {
    const now = time.now();
    if (now - uploadsAt < uploadsEveryMs) return;
    uploadsAt = now;
    const removed = await removeAbandonedUploads(config.filesDir, now, stop.signal);
    if (removed > 0) log.info({ removed }, 'removed abandoned uploads');
  };
  const failed = (error: unknown) => log.error({ err: error }, 'sweep failed');
  const run = async () => {
    await sweepUploads().catch(failed);
    while (!stop.signal.aborted) {
      await time.sleep(everyMs, { signal: stop.signal, keepsAlive: false });
      for (const sweep of sweeps) {
        await sweep(services, time.now(), stop.signal).catch(failed);
      }
      await sweepUploads().catch(failed);
    }
  };
  // Separate from the sweeps, which it would delay for minutes.
  const buildIndexes = async () => {
    while (!stop.signal.aborted) {
      await store.buildIndexes({ signal: stop.signal, warn: (message) => log.warn(message) }).catch(failed);
      await time.sleep(everyMs, { signal: stop.signal, keepsAlive: false });
    }
  };
  const running = Promise.all(
    [run(), buildIndexes(), reportDatasetProblems(services, stop.signal)].map((loop) =>
      loop.catch((error) => {
        if (!stop.signal.aborted) log.error({ err: error }, 'sweeps stopped');
      }),
    ),
  );
  return async () => {
    stop.abort();
    await running;
  };
}
