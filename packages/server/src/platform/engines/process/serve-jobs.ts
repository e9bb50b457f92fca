import { rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { systemTime } from '../../time/time.ts';
import { EngineError } from '../engine-error.ts';
import type { AnyJob, Batch, FromProcess, ResultsOf, ToProcess } from './messages.ts';

const MEMORY_CHECK_MS = 50;

export interface JobContext {
  /** Aborts when the job is stopped. */
  readonly signal: AbortSignal;
  /** Resolves once the server has received it, so that a large result does not accumulate here. */
  send(values: Batch): Promise<void>;
  /** Tells the server how much of the job is done, from 0 to 1. */
  report(share: number): void;
}

export interface JobServer<Job extends AnyJob, Results extends ResultsOf<Job>, Start, Note> {
  /** Resolves when jobs can run. */
  start(options: Start): Promise<void>;
  perform(job: Job, context: JobContext): Promise<Results[Job['kind']]>;
  receive?(note: Note): void;
  toError?(error: unknown): EngineError;
}

/** The other side of `EngineProcess`: runs what the server asks for until it is killed, or the server is gone. */
export function serveJobs<Job extends AnyJob, Results extends ResultsOf<Job>, Start, Note = never>({
  start,
  perform,
  receive,
  toError = asEngineError,
}: JobServer<Job, Results, Start, Note>): void {
  const running = new Map<number, AbortController>();

  async function begin({
    processMb,
    start: options,
  }: Extract<ToProcess<Job, Start, Note>, { kind: 'start' }>) {
    offerToOutOfMemoryKiller();
    const check = systemTime.every(MEMORY_CHECK_MS, () => {
      if (process.memoryUsage.rss() <= processMb * 1024 * 1024) return;
      check.stop();
      void send({ kind: 'overMemory' });
    });
    await start(options);
    await send({ kind: 'ready' });
    // Node would do this at exit, but this process is killed.
    flushCompileCache();
  }

  async function run(id: number, job: Job): Promise<void> {
    const stopping = new AbortController();
    running.set(id, stopping);
    try {
      const result = await perform(job, {
        signal: stopping.signal,
        send: (values) => send({ kind: 'batch', id, values }),
        // The server may be gone, with which this process ends.
        report: (share) => void send({ kind: 'progress', id, share }).catch(() => {}),
      });
      await send({ kind: 'done', id, result });
    } catch (error) {
      const { code, message, detail, column } = toError(error);
      await send({ kind: 'failed', id, error: { code, message, detail, column } });
    } finally {
      running.delete(id);
    }
  }

  // The terminal and service managers signal the whole group; the server decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', endWithServer);
  process.on('message', (message: ToProcess<Job, Start, Note>) => {
    if (message.kind === 'start') void begin(message);
    else if (message.kind === 'ping') void send({ kind: 'pong' });
    else if (message.kind === 'note') receive?.(message.note);
    else if (message.kind === 'stop') running.get(message.id)?.abort();
    else void run(message.id, message.job);
  });
  // The server may have ended while the modules were loading.
  if (!process.connected) endWithServer();
}

function endWithServer(): void {
  // Not the current folder: someone may start this file by hand, in a folder of their own.
  const [, , folder] = process.argv;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  // Not `exit`, which would wait for threads of an engine.
  process.kill(process.pid, 'SIGKILL');
}

/** Makes Linux kill this process first when memory runs out, not the server. */
function offerToOutOfMemoryKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '900');
  } catch {
    // Other systems do not have this file, and some containers forbid it. The memory limit still applies.
  }
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  return new EngineError('FAILED', { detail: error instanceof Error ? error.message : String(error) });
}

function send(message: FromProcess<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
