import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';

export interface ListRead {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export interface ListReply {
  readonly rows?: readonly unknown[];
  readonly error?: string;
}

interface Waiting extends ListRead {
  readonly tenantId: string;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  reading: Waiting | undefined;
}

/** Two, so that a slow search of one tenant leaves a thread to the others. */
const maxThreads = 2;
const maxWaitingPerTenant = 5000;
const maxWaitMs = 30_000;

/**
 * Runs the statements of SQLite lists on threads with connections of their own: node:sqlite is synchronous, and counting
 * a million rows on the event loop would stop every tenant's requests. A tenant has one statement running at a time.
 */
export class ListThreads {
  readonly #file: string;
  readonly #threads = new Set<Thread>();
  /** Per tenant that has a read running or next in turn: those behind it. */
  readonly #behind = new Map<string, Set<Waiting>>();
  /** At most one per tenant, so that tenants take turns. */
  readonly #turns = new Set<Waiting>();
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  read(tenantId: string, { sql, params }: ListRead): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      const behind = this.#behind.get(tenantId);
      if (this.#isClosed) return reject(new AppError('UNAVAILABLE'));
      if (behind && behind.size >= maxWaitingPerTenant)
        return reject(new AppError('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } }));
      const timer = setTimeout(() => this.#giveUp(waiting), maxWaitMs).unref();
      const waiting: Waiting = { tenantId, sql, params, resolve, reject, timer };
      if (behind) {
        behind.add(waiting);
      } else {
        this.#behind.set(tenantId, new Set());
        this.#turns.add(waiting);
        this.#startReads();
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#turns, ...[...this.#behind.values()].flatMap((behind) => [...behind])];
    this.#turns.clear();
    this.#behind.clear();
    for (const { timer, reject } of waiting) {
      clearTimeout(timer);
      reject(new AppError('UNAVAILABLE'));
    }
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #startReads(): void {
    for (const waiting of this.#turns) {
      const thread = this.#freeThread();
      if (!thread) return;
      this.#turns.delete(waiting);
      clearTimeout(waiting.timer);
      thread.reading = waiting;
      // While somebody waits for rows, the process stays alive.
      thread.worker.ref();
      thread.worker.postMessage({ sql: waiting.sql, params: waiting.params } satisfies ListRead);
    }
  }

  #freeThread(): Thread | undefined {
    for (const thread of this.#threads) if (!thread.reading) return thread;
    return this.#threads.size < maxThreads ? this.#start() : undefined;
  }

  #start(): Thread {
    const worker = new Worker(new URL('./list-worker.ts', import.meta.url), { workerData: this.#file });
    const thread: Thread = { worker, reading: undefined };
    const end = (error: Error) => {
      this.#threads.delete(thread);
      this.#finish(thread)?.reject(error);
    };
    worker.on('message', ({ rows, error }: ListReply) => {
      const read = this.#finish(thread);
      if (rows) read?.resolve(rows);
      else read?.reject(new Error(error));
    });
    worker.on('error', end);
    worker.on('exit', () => end(new AppError('UNAVAILABLE')));
    worker.unref();
    this.#threads.add(thread);
    return thread;
  }

  /** Frees the thread and gives the tenant's next read its turn. */
  #finish(thread: Thread): Waiting | undefined {
    const read = thread.reading;
    thread.reading = undefined;
    thread.worker.unref();
    if (read && !this.#isClosed) {
      this.#passTurn(read.tenantId);
      this.#startReads();
    }
    return read;
  }

  #passTurn(tenantId: string): void {
    const behind = this.#behind.get(tenantId);
    const [next] = behind ?? [];
    if (next) {
      behind?.delete(next);
      this.#turns.add(next);
    } else {
      this.#behind.delete(tenantId);
    }
  }

  #giveUp(waiting: Waiting): void {
    if (this.#turns.delete(waiting)) this.#passTurn(waiting.tenantId);
    else this.#behind.get(waiting.tenantId)?.delete(waiting);
    waiting.reject(new AppError('UNAVAILABLE', { headers: { 'retry-after': '5' } }));
  }
}
