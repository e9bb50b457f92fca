import type { Time } from '../time/time.ts';
import { setMeta } from './meta.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import type { Queries, Store } from './store.ts';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { exclusionFrom } from './store-upgrades.ts';

export type Readiness =
  | { readonly isReady: true }
  | { readonly isReady: false; readonly message: string; readonly cause: unknown };

/** Load balancers probe often, on every node. */
const WRITE_EVERY_MS = 10_000;
/** A slower store is not ready. `/readyz` promises 2 s. */
const MAX_MS = 1500;

interface ReadinessServices {
  readonly store: Store;
  readonly time: Time;
}

/** Checks whether the store can be read and written, and still suits this version; concurrent probes share one check. */
export function createReadiness({ store, time }: ReadinessServices): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing: Readiness = { isReady: true };

  const check = async (): Promise<Readiness> => {
    try {
      await store.checkRead();
      const exclusion = await exclusionFrom(store, SCHEMA_VERSION);
      if (exclusion) return { isReady: false, message: exclusion, cause: undefined };
    } catch (cause) {
      return notReady(cause);
    }
    if (time.monotonic() - writtenAt < WRITE_EVERY_MS) return writing;
    writtenAt = time.monotonic();
    writing = await store.checkWrite().then((): Readiness => ({ isReady: true }), notReady);
    return writing;
  };

  return async () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return within(time, checking);
  };
}

function within(time: Time, checking: Promise<Readiness>): Promise<Readiness> {
  return new Promise((resolve) => {
    const silent = { isReady: false, message: SILENT, cause: undefined } as const;
    const timer = time.after(MAX_MS, () => resolve(silent));
    checking.then((state) => {
      timer.stop();
      resolve(state);
    });
  });
}

const SILENT = 'The store does not respond.';

function notReady(cause: unknown): Readiness {
  const failure = cause instanceof StoreUnavailableError ? cause.failure : undefined;
  const message =
    failure === 'read-only'
      ? 'The store is read-only.'
      : failure === 'disk'
        ? 'The store cannot be written because its disk is full or failing.'
        : SILENT;
  return { isReady: false, message, cause };
}

/** Writes a different value each time: SQLite skips writes that change nothing. */
export async function writeTest(transaction: Queries): Promise<void> {
  await setMeta(transaction, 'write_test', new Date().toISOString());
}
