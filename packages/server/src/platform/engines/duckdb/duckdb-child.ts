import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Time, Timer } from '../../time/time.ts';
import { EngineError, type EngineErrorCode } from '../engine-error.ts';
import type {
  Batch,
  ChildResources,
  FromChild,
  Job,
  JobOf,
  JobResults,
  SentError,
  ToChild,
} from './messages.ts';

export interface RunRules {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ChildOptions {
  /** The tenant's folder; a child without one imports or generates files. */
  readonly folder: string | undefined;
  readonly resources: ChildResources;
  /** How many jobs run in it at once. */
  readonly maxJobs: number;
  readonly time: Time;
}

/** The child ended under this job. `mayRetry`: another job may have been the reason. */
export class ChildLostError extends EngineError {
  readonly mayRetry: boolean;

  constructor(code: EngineErrorCode, mayRetry: boolean, detail: string) {
    super(code, { detail });
    this.mayRetry = mayRetry;
  }
}

interface Pending {
  readonly batches: Batch[];
  readonly done: PromiseWithResolvers<JobResults[Job['kind']]>;
  /** Why it was stopped; takes precedence over the error from the child. */
  stopped: EngineError | undefined;
}

/** How long the process may take until it can run a job; on a busy machine it is seconds. */
const START_MS = 20_000;

/** How long DuckDB may take to obey an interrupt before the process is killed. */
const GRACE_MS = 1000;

/** JavaScript in a child only converts and sends batches. */
const HEAP_MB = 256;

/** Only the variables that Node needs to start: the server's environment contains its secrets. */
const INHERITED = ['LD_LIBRARY_PATH', 'SYSTEMROOT', 'TMPDIR'];

/** One process that runs DuckDB for one tenant, until it is ended by SIGKILL. */
export class DuckdbChild {
  readonly folder: string | undefined;
  /** Resolves when the process has exited and its temporary files are removed. */
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #time: Time;
  readonly #pending = new Map<number, Pending>();
  readonly #ready = Promise.withResolvers<void>();
  #nextId = 1;
  #isReady = false;
  #isEnding = false;
  #overMemory = false;
  #startFailed = false;

  constructor({ folder, resources, maxJobs, time }: ChildOptions) {
    this.folder = folder;
    this.#time = time;
    const spillFolder = mkdtempSync(join(tmpdir(), 'inlay-duckdb-'));
    this.#process = fork(new URL('./child/main.ts', import.meta.url), [], {
      cwd: spillFolder,
      env: environment(maxJobs),
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.on('message', (message: FromChild) => this.#receive(message));
    const starting = time.after(START_MS, () => this.kill());
    this.ended = new Promise((resolve) => {
      const onEnd = (how: string | number | null) => {
        starting.stop();
        this.#lose(how);
        rm(spillFolder, { recursive: true, force: true }).then(resolve, () => resolve());
      };
      this.#process.once('exit', (code, signal) => onEnd(signal ?? code));
      this.#process.once('error', () => {
        this.#startFailed = this.#process.pid === undefined;
        if (this.#startFailed) onEnd(null);
      });
    });
    void this.#ready.promise.then(() => starting.stop());
    this.#send({
      kind: 'start',
      processMb: resources.processMb,
      open: folder === undefined ? undefined : { folder, spillFolder, ...resources },
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Rejects with an `EngineError`; with `ChildLostError` when the process ended under it. */
  async run<Kind extends Job['kind']>(
    job: JobOf<Kind>,
    { timeoutMs, signal }: RunRules,
  ): Promise<{ readonly result: JobResults[Kind]; readonly batches: readonly Batch[] }> {
    if (signal?.aborted) throw new EngineError('CANCELLED');
    if (this.#isEnding) throw new ChildLostError('CONNECTION_LOST', true, 'the process is ending');
    const id = this.#nextId++;
    const pending: Pending = { batches: [], done: Promise.withResolvers(), stopped: undefined };
    this.#pending.set(id, pending);
    this.#holdOpen(true);
    let killing: Timer | undefined;
    const stop = (code: 'TIMEOUT' | 'CANCELLED') => {
      if (pending.stopped !== undefined) return;
      pending.stopped = new EngineError(code);
      if (this.#isReady) {
        this.#send({ kind: 'stop', id });
        killing = this.#time.after(GRACE_MS, () => this.kill());
      } else {
        // Not sent yet. Killing the process would hit others that wait for it to start.
        this.#pending.delete(id);
        pending.done.reject(pending.stopped);
      }
    };
    let timer: Timer | undefined;
    // The time limit of a statement does not include starting its process.
    void this.#ready.promise.then(() => {
      if (!this.#pending.has(id)) return;
      timer = this.#time.after(timeoutMs, () => stop('TIMEOUT'));
      this.#send({ kind: 'run', id, job });
    });
    const onAbort = () => stop('CANCELLED');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      // The child replies to each job by its id, with a result of its kind.
      const result = (await pending.done.promise) as JobResults[Kind];
      return { result, batches: pending.batches };
    } finally {
      timer?.stop();
      killing?.stop();
      signal?.removeEventListener('abort', onAbort);
      this.#holdOpen(this.#pending.size > 0 || this.#isEnding);
    }
  }

  kill(): void {
    this.#isEnding = true;
    this.#holdOpen(true);
    this.#process.kill('SIGKILL');
  }

  /** An idle child does not keep this process from ending, and ends with it. */
  #holdOpen(open: boolean): void {
    if (open) {
      this.#process.ref();
      this.#process.channel?.ref();
    } else {
      this.#process.unref();
      this.#process.channel?.unref();
    }
  }

  #send(message: ToChild): void {
    // A failure to send is followed by the end of the process, which rejects all jobs.
    if (this.#process.connected) this.#process.send(message, () => {});
  }

  #receive(message: FromChild): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#ready.resolve();
      return;
    }
    if (message.kind === 'overMemory') {
      this.#overMemory = true;
      this.kill();
      return;
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.kind === 'batch') {
      if (pending.stopped === undefined) pending.batches.push(message.values);
      return;
    }
    this.#pending.delete(message.id);
    if (pending.stopped !== undefined) pending.done.reject(pending.stopped);
    else if (message.kind === 'done') pending.done.resolve(message.result);
    else pending.done.reject(received(message.error));
  }

  #lose(how: string | number | null): void {
    const lost = [...this.#pending.values()];
    const error = this.#lossOf(how, lost.length);
    this.#isEnding = true;
    this.#pending.clear();
    for (const { done, stopped } of lost) done.reject(stopped ?? error);
  }

  /** If the failed process had a single job, that job is the cause; otherwise it could be any of them. */
  #lossOf(how: string | number | null, jobs: number): ChildLostError {
    const detail = `the process ended with ${how}`;
    if (this.#startFailed) return new ChildLostError('TOO_BUSY', false, detail);
    if (this.#overMemory) return new ChildLostError('OUT_OF_MEMORY', jobs > 1, detail);
    if (this.#isEnding || how === 'SIGKILL') return new ChildLostError('CONNECTION_LOST', true, detail);
    return new ChildLostError('CRASHED', jobs > 1, detail);
  }
}

function environment(maxJobs: number): NodeJS.ProcessEnv {
  const inherited = INHERITED.map((name) => [name, process.env[name]]);
  return Object.fromEntries(
    [
      ...inherited,
      // Half of a cold start is compiling modules.
      ['NODE_COMPILE_CACHE', getCompileCacheDir()],
      // A running job occupies one of Node's threads; file system calls need some as well.
      ['UV_THREADPOOL_SIZE', String(maxJobs + 2)],
    ].filter(([, value]) => value !== undefined),
  );
}

function received({ code, message, detail }: SentError): EngineError {
  return new EngineError(code, { message, ...(detail === undefined ? {} : { detail }) });
}
