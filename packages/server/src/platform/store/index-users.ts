import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** Fewer are compared one by one by each search: small stores never need the index. */
const worthIndexing = 1000;

/** Brings SQLite's full-text index of users up to date, on a thread of its own. */
export async function indexUsers(file: string, reader: DatabaseSync, signal: AbortSignal): Promise<void> {
  const pending = reader
    .prepare('select 1 from user_search_docs where pending = 1 limit ?')
    .all(worthIndexing);
  if (pending.length < worthIndexing || signal.aborted) return;
  const worker = new Worker(new URL('./index-users-worker.ts', import.meta.url), { workerData: file });
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop);
  try {
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
