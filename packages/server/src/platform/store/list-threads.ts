import { Worker } from 'node:worker_threads';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createFairQueue, type FairQueue } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import type { Time } from '../time/time.ts';
import type { ListRead, ListReply } from './list-messages.ts';
import { sqliteError } from './sqlite-error.ts';

interface Thread {
  readonly worker: Worker;
  reading: PromiseWithResolvers<ListReply> | undefined;
}

/** Two, so that one tenant's slow search does not block the others. */
const maxThreads = 2;

/**
 * Runs list queries of SQLite on threads with their own connections: node:sqlite is synchronous, and counting a
 * million rows on the event loop would block every tenant (ADR 243). Each tenant runs one statement at a time.
 */
export class ListThreads {
  readonly #file: string;
  readonly #queue: FairQueue;
  readonly #threads = new Set<Thread>();
  #isClosed = false;

  constructor(file: string, time: Time) {
    this.#file = file;
    this.#queue = createFairQueue({
      time,
      total: { running: maxThreads, waiting: 10_000 },
      levels: [{ running: 1, waiting: 5000 }],
      maxWaitMs: 30_000,
    });
  }

  read(tenantId: string, read: ListRead): Promise<readonly unknown[]> {
    return this.#queue.run(tenantId, () => this.#run(read));
  }

  /** Rejects running, queued and later statements. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  async #run({ sql, params }: ListRead): Promise<readonly unknown[]> {
    if (this.#isClosed) throw unavailable('The store is closed.');
    const thread = this.#threads.values().find(({ reading }) => !reading) ?? this.#start();
    thread.reading = Promise.withResolvers();
    // Keeps the process alive while a read is pending.
    thread.worker.ref();
    try {
      thread.worker.postMessage({ sql, params } satisfies ListRead);
      const { rows, error } = await thread.reading.promise;
      if (!rows) throw sqliteError(Object.assign(new Error(error?.message), { errcode: error?.errcode }));
      return rows;
    } finally {
      thread.reading = undefined;
      thread.worker.unref();
    }
  }

  #start(): Thread {
    const worker = new Worker(new URL('./list-worker.ts', import.meta.url), { workerData: this.#file });
    const thread: Thread = { worker, reading: undefined };
    const end = (reason: string) => {
      this.#threads.delete(thread);
      thread.reading?.reject(unavailable(reason));
    };
    worker.on('message', (reply: ListReply) => thread.reading?.resolve(reply));
    worker.on('error', (error: Error) => end(`A list thread crashed: ${error.message}`));
    worker.on('exit', () => end('A list thread exited.'));
    this.#threads.add(thread);
    return thread;
  }
}

function unavailable(detail: string): AppError {
  return new AppError('UNAVAILABLE', { detail, headers: { 'retry-after': '5' } });
}

/** A read-only Kysely dialect on the list threads, for one tenant's queue. */
export function listDialect(threads: ListThreads, tenantId: string): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => ({
      rows: (await threads.read(tenantId, { sql, params: parameters })) as Row[],
    }),
    streamQuery: () => {
      throw new Error('List threads do not support streaming.');
    },
  };
  const refuse = async () => {
    throw new Error('List threads do not support transactions.');
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
