import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTime, type Time, type Timer } from '../../time/time.ts';
import { EngineError } from '../engine-error.ts';
import { confinement } from './confinement.ts';
import type { AnyJob, Batch, FromProcess, JobOfKind, ResultsOf, SentError, ToProcess } from './messages.ts';
import { type LossReason, ProcessLostError } from './process-lost-error.ts';
import { watchProcess } from './watch-process.ts';

export interface EngineProcessOptions<Start> {
  /** The module that calls `serveJobs`. */
  readonly main: URL;
  /** Without native code, Node's permission model binds it. */
  readonly isConfined: boolean;
  readonly start: Start;
  /** The whole process: beyond it, it is killed. */
  readonly processMb: number;
  /** JavaScript in it. */
  readonly heapMb: number;
  /** Node's threads, of which a running job may occupy one. */
  readonly threads: number;
  /** What happens to a job that has not ended a while after it was stopped: it ends with its process, or is abandoned. */
  readonly unstoppable: 'kill' | 'abandon';
  /** Of the time limits of jobs. The process itself lives in real time. */
  readonly time: Time;
}

export interface RunRules {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told how much of the job is done, from 0 to 1, if its engine knows. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export interface JobOutcome<Result> {
  readonly result: Result;
  readonly batches: readonly Batch[];
}

interface Pending {
  readonly batches: Batch[];
  readonly onProgress: RunRules['onProgress'];
  readonly done: PromiseWithResolvers<unknown>;
  /** Why it was stopped; takes precedence over the error from the process. */
  stopped: EngineError | undefined;
}

/** How long the process may take until it can run a job; on a busy machine it is seconds. */
const START_MS = 20_000;

/** How long a job may take to end after it was stopped. */
const GRACE_MS = { kill: 1000, abandon: 3000 } as const;

/** Only the variables that Node needs to start: the server's environment contains its secrets. */
const INHERITED = ['LD_LIBRARY_PATH', 'SYSTEMROOT', 'TMPDIR'];

/** A process that runs jobs of query engines, in an empty folder, until it is ended by SIGKILL. */
export class EngineProcess<Job extends AnyJob, Results extends ResultsOf<Job>, Start, Note = never> {
  /** Resolves with the reason when the process has exited and its folder is removed. */
  readonly ended: Promise<LossReason>;
  readonly #options: EngineProcessOptions<Start>;
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #watch: ReturnType<typeof watchProcess>;
  #nextId = 1;
  #isReady = false;
  #isEnding = false;
  #loss: LossReason | undefined;

  constructor(options: EngineProcessOptions<Start>) {
    this.#options = options;
    const folder = mkdtempSync(join(tmpdir(), 'inlay-engine-'));
    this.#process = fork(options.main, [folder], {
      cwd: folder,
      env: environment(options.threads),
      execArgv: [
        `--max-old-space-size=${options.heapMb}`,
        ...(options.isConfined ? confinement(options.main, folder) : []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.on('message', (message: FromProcess<unknown>) => this.#receive(message));
    const starting = systemTime.after(START_MS, () => this.#killFor('start'));
    this.#watch = watchProcess(this.#process, {
      maxMb: options.processMb,
      ping: () => this.#send({ kind: 'ping' }),
      onSilent: () => this.#killFor('silence'),
      onOverMemory: () => this.#killFor('memory'),
    });
    this.ended = new Promise((resolve) => {
      const onEnd = (how: string | number | null) => {
        starting.stop();
        this.#watch.stop();
        const reason = this.#loss ?? this.#reasonOf(how);
        this.#lose(reason, how);
        const end = () => resolve(reason);
        rm(folder, { recursive: true, force: true }).then(end, end);
      };
      this.#process.once('exit', (code, signal) => onEnd(signal ?? code));
      this.#process.once('error', () => {
        if (this.#process.pid !== undefined) return;
        this.#loss = 'start';
        onEnd(null);
      });
    });
    void this.#ready.promise.then(() => starting.stop());
    this.#send({ kind: 'start', processMb: options.processMb, start: options.start });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Tells it something that has no response; before the jobs that are run later. */
  tell(note: Note): void {
    this.#send({ kind: 'note', note });
  }

  /** Rejects with an `EngineError`; with `ProcessLostError` when the process ended under it. */
  async run<Kind extends Job['kind']>(
    job: JobOfKind<Job, Kind>,
    { timeoutMs, signal, onProgress }: RunRules,
  ): Promise<JobOutcome<Results[Kind]>> {
    if (signal?.aborted) throw new EngineError('CANCELLED');
    if (this.#isEnding) throw new ProcessLostError('kill', false, 'the process is ending');
    const { time, unstoppable } = this.#options;
    const id = this.#nextId++;
    const done = Promise.withResolvers<unknown>();
    const pending: Pending = { batches: [], onProgress, done, stopped: undefined };
    this.#pending.set(id, pending);
    this.#update();
    let grace: Timer | undefined;
    const abandon = () => {
      this.#pending.delete(id);
      pending.done.reject(pending.stopped);
    };
    const stop = (code: 'TIMEOUT' | 'CANCELLED') => {
      if (pending.stopped !== undefined) return;
      pending.stopped = new EngineError(code);
      // Not sent yet. Killing the process would hit others that wait for it to start.
      if (!this.#isReady) return abandon();
      this.#send({ kind: 'stop', id });
      grace = time.after(GRACE_MS[unstoppable], () => (unstoppable === 'kill' ? this.kill() : abandon()));
    };
    let timer: Timer | undefined;
    // The time limit of a job does not include starting its process.
    void this.#ready.promise.then(() => {
      if (!this.#pending.has(id)) return;
      timer = time.after(timeoutMs, () => stop('TIMEOUT'));
      this.#send({ kind: 'run', id, job });
    });
    const onAbort = () => stop('CANCELLED');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      // The process replies to each job by its id, with a result of its kind.
      const result = (await pending.done.promise) as Results[Kind];
      return { result, batches: pending.batches };
    } finally {
      timer?.stop();
      grace?.stop();
      signal?.removeEventListener('abort', onAbort);
      this.#update();
    }
  }

  kill(): void {
    this.#killFor('kill');
  }

  #killFor(reason: LossReason): void {
    this.#loss ??= reason;
    this.#isEnding = true;
    this.#update();
    this.#process.kill('SIGKILL');
  }

  /** An idle process does not keep this one from ending, and ends with it. */
  #update(): void {
    const isBusy = this.#pending.size > 0;
    this.#watch.watch(isBusy && this.#isReady);
    if (isBusy || this.#isEnding) {
      this.#process.ref();
      this.#process.channel?.ref();
    } else {
      this.#process.unref();
      this.#process.channel?.unref();
    }
  }

  #send(message: ToProcess<Job, Start, Note>): void {
    // A failure to send is followed by the end of the process, which rejects all jobs.
    if (this.#process.connected) this.#process.send(message, () => {});
  }

  #receive(message: FromProcess<unknown>): void {
    this.#watch.heard();
    if (message.kind === 'pong') return;
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#ready.resolve();
      this.#update();
      return;
    }
    if (message.kind === 'overMemory') {
      this.#killFor('memory');
      return;
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.kind === 'batch') {
      if (pending.stopped === undefined) pending.batches.push(message.values);
      return;
    }
    if (message.kind === 'progress') {
      pending.onProgress?.(message.share);
      return;
    }
    this.#pending.delete(message.id);
    if (pending.stopped !== undefined) pending.done.reject(pending.stopped);
    else if (message.kind === 'done') pending.done.resolve(message.result);
    else pending.done.reject(received(message.error));
  }

  #reasonOf(how: string | number | null): LossReason {
    if (how === 'SIGKILL') return 'kill';
    return this.#isReady ? 'crash' : 'start';
  }

  #lose(reason: LossReason, how: string | number | null): void {
    const lost = [...this.#pending.values()];
    const error = new ProcessLostError(reason, lost.length <= 1, `the process ended with ${how} (${reason})`);
    this.#isEnding = true;
    this.#pending.clear();
    for (const { done, stopped } of lost) done.reject(stopped ?? error);
  }
}

function environment(threads: number): NodeJS.ProcessEnv {
  const inherited = INHERITED.map((name) => [name, process.env[name]]);
  return Object.fromEntries(
    [
      ...inherited,
      // Half of a cold start is compiling modules.
      ['NODE_COMPILE_CACHE', getCompileCacheDir()],
      ['UV_THREADPOOL_SIZE', String(threads)],
    ].filter(([, value]) => value !== undefined),
  );
}

function received({ code, message, detail, column }: SentError): EngineError {
  return new EngineError(code, { message, column, ...(detail === undefined ? {} : { detail }) });
}
