import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ListThreads } from './list-threads.ts';

/** With more matches, reading the tenant's rows in order is faster than looking up each user. */
const maxFound = 5000;
/** More trigrams hardly narrow the search. */
const maxTrigrams = 32;

const matches = `select 1 from user_search where user_search match ? limit ${maxFound + 1}`;
// One statement, so that a user who is being indexed is either pending or found.
const candidates = `
  select user_id as id from user_search_docs where tenant_id = ? and pending = 1
  union all
  select user_id from user_search join user_search_docs on doc = user_search.rowid
  where user_search match ? and tenant_id = ?
  limit ${maxFound + 1}`;

/**
 * Ids of users whose text may contain `text`, for the caller to compare. Undefined if the full-text index does not
 * help: fewer than three characters, index not built yet, or too many matches.
 */
export async function findUsers(
  threads: ListThreads,
  tenantId: TenantId,
  text: string,
): Promise<readonly string[] | undefined> {
  const trigrams = trigramsOf(text);
  // The index treats NUL as the end of the text.
  if (trigrams.length === 0 || text.includes('\0')) return undefined;
  const query = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  if ((await threads.read(tenantId, { sql: matches, params: [query] })).length > maxFound) return undefined;
  const found = await threads.read(tenantId, { sql: candidates, params: [tenantId, query, tenantId] });
  return found.length > maxFound ? undefined : found.map((row) => (row as { readonly id: string }).id);
}

function trigramsOf(text: string): readonly string[] {
  const characters = [...text];
  const trigrams = characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
  return [...new Set(trigrams)].slice(0, maxTrigrams);
}

/** With fewer users, searches compare them one by one: small stores never need the index. */
const worthIndexing = 1000;

/** Updates SQLite's full-text index of users on a separate thread. */
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
