import pg from 'pg';
import type { IndexBuild } from './store.ts';

/** Any number; only these builds use it. */
const advisoryLock = 4_071_968_333;

const indexes = {
  audit_events_by_action: 'on audit_events (tenant_id, action, id)',
  audit_events_by_actor: 'on audit_events (tenant_id, actor, id) where actor is not null',
  audit_events_refused: `on audit_events (tenant_id, id) where outcome = 'refused'`,
} as const;

const searchIndex = ['users_by_search_text', 'on users using gin (search_text gin_trgm_ops)'] as const;

/**
 * Creates indexes without blocking writers, on one node at a time. Answers whether all are there, as far as they can be.
 * A connection of its own: the pool would wait for the build when the server stops.
 */
export async function buildPostgresIndexes(url: string, { signal, warn }: IndexBuild): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'inlay', statement_timeout: 0 });
  // A connection that breaks tells its query as well.
  client.on('error', () => {});
  await client.connect();
  // PostgreSQL finishes the index under way by itself, and keeps the lock until then.
  const hangUp = () => void client.end();
  signal.addEventListener('abort', hangUp);
  try {
    signal.throwIfAborted();
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [advisoryLock]);
    if (!rows[0].held) return false;
    for (const [name, definition] of Object.entries(indexes)) await createIndex(client, name, definition);
    if (await hasTrigrams(client, warn)) await createIndex(client, ...searchIndex);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
    await client.end();
  }
}

/** A build that was cut short leaves an invalid index behind, which is replaced. */
async function createIndex(client: pg.Client, name: string, definition: string): Promise<void> {
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ]);
  if (rows[0]?.indisvalid) return;
  if (rows[0]) await client.query(`drop index concurrently ${name}`);
  await client.query(`create index concurrently ${name} ${definition}`);
}

/** Since PostgreSQL 13 whoever may create in the database may add this extension. */
async function hasTrigrams(client: pg.Client, warn: IndexBuild['warn']): Promise<boolean> {
  try {
    await client.query('create extension if not exists pg_trgm');
    return true;
  } catch (error) {
    warn(
      `User search reads every user of the tenant: the extension pg_trgm could not be created (${(error as Error).message}). Have a database administrator run 'create extension pg_trgm', then restart.`,
    );
    return false;
  }
}
