import { rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { DuckDBConnection } from '@duckdb/node-api';
import { systemTime, type Timer } from '../../../time/time.ts';
import type { FromChild, Job, JobResults, ToChild } from '../messages.ts';
import { generateTables } from './generate-tables.ts';
import { importRows } from './import-rows.ts';
import { type Folder, openFolder } from './open-folder.ts';
import { toEngineError } from './to-engine-error.ts';

/** The process that runs DuckDB: a crash in native code does not reach the server. */

const MEMORY_CHECK_MS = 50;
const INTERRUPT_EVERY_MS = 25;

interface Running {
  connection: DuckDBConnection | undefined;
  interrupting: Timer | undefined;
}

const running = new Map<number, Running>();
let folder: Promise<Folder> | undefined;
let spillFolder: string | undefined;

// The terminal and service managers signal the whole group; the server decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', endWithServer);
process.on('message', (message: ToChild) => {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'stop') stop(message.id);
  else void run(message.id, message.job);
});
// The server may have ended while DuckDB was loading.
if (!process.connected) endWithServer();

function endWithServer(): void {
  if (spillFolder !== undefined) rmSync(spillFolder, { recursive: true, force: true });
  // Not `exit`, which would wait for DuckDB's threads.
  process.kill(process.pid, 'SIGKILL');
}

async function start({ processMb, open }: Extract<ToChild, { kind: 'start' }>): Promise<void> {
  offerToOutOfMemoryKiller();
  const check = systemTime.every(MEMORY_CHECK_MS, () => {
    if (process.memoryUsage.rss() <= processMb * 1024 * 1024) return;
    check.stop();
    void send({ kind: 'overMemory' });
  });
  if (open !== undefined) {
    spillFolder = open.spillFolder;
    folder = openFolder(open);
    // Each job that needs the folder reports why it could not be opened.
    await folder.catch(() => {});
  }
  await send({ kind: 'ready' });
  // Node would do this at exit, but this process is killed.
  flushCompileCache();
}

/** Makes Linux kill this process first when memory runs out, not the server. */
function offerToOutOfMemoryKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '900');
  } catch {
    // Other systems do not have this file, and some containers forbid it. The memory limit still applies.
  }
}

async function run(id: number, job: Job): Promise<void> {
  const state: Running = { connection: undefined, interrupting: undefined };
  running.set(id, state);
  try {
    const result = await perform(id, job, (connection) => {
      state.connection = connection;
    });
    await send({ kind: 'done', id, result });
  } catch (error) {
    const { code, message, detail } = toEngineError(error);
    await send({ kind: 'failed', id, error: { code, message, detail } });
  } finally {
    state.interrupting?.stop();
    running.delete(id);
  }
}

async function perform(
  id: number,
  job: Job,
  use: (connection: DuckDBConnection | undefined) => void,
): Promise<JobResults[Job['kind']]> {
  if (job.kind === 'import') return importRows(job, use);
  if (job.kind === 'generate') return generateTables(job, use);
  if (folder === undefined) throw new Error('no folder was passed to this process');
  return (await folder).run(job, use, (values) => send({ kind: 'batch', id, values }));
}

/** An interrupt before the query began is forgotten, so it is repeated until the job has ended. */
function stop(id: number): void {
  const state = running.get(id);
  if (state === undefined || state.interrupting !== undefined) return;
  state.connection?.interrupt();
  state.interrupting = systemTime.every(INTERRUPT_EVERY_MS, () => state.connection?.interrupt());
}

/** Resolves once the server has received it, so that a large result does not accumulate here. */
function send(message: FromChild): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
