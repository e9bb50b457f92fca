import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ListThreads } from './list-threads.ts';

/** Beyond this many, reading the tenant's rows in order is quicker than looking up each user. */
const maxFound = 5000;
/** More of them hardly narrow the search further. */
const maxTrigrams = 32;

const matches = `select 1 from user_search where user_search match ? limit ${maxFound + 1}`;
// In one statement, so that a user who is indexed meanwhile is either pending or found.
const candidates = `
  select user_id as id from user_search_docs where tenant_id = ? and pending = 1
  union all
  select user_id from user_search join user_search_docs on doc = user_search.rowid
  where user_search match ? and tenant_id = ?
  limit ${maxFound + 1}`;

/**
 * Ids of the users whose text may contain `text`, and of no one's who cannot be left out; the caller compares. Nothing
 * where the full-text index is of no help: below three characters, while it is being built, or with too many matches.
 */
export async function findUsers(
  threads: ListThreads,
  tenantId: TenantId,
  text: string,
): Promise<readonly string[] | undefined> {
  const trigrams = trigramsOf(text);
  // The index takes a NUL for the end of the text.
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
