import { sql } from 'kysely';
import { deletePortion } from './delete-portion.ts';
import { inPortions } from './in-portions.ts';
import type { Store } from './store.ts';

const minute = 60 * 1000;
const day = 24 * 60 * 60 * 1000;
export const AUDIT_DAYS = 90;
const USAGE_DAYS = 400;

/** Which rows of which table are of no use any more at `now`. */
const expired = (now: number) =>
  [
    { table: 'login_tokens', column: 'expires_at', before: now },
    { table: 'embed_tokens', column: 'forget_at', before: now },
    { table: 'attempts', column: 'updated_at', before: now - day },
    { table: 'dashboard_presence', column: 'seen_at', before: now - minute },
    { table: 'audit_events', column: 'at', before: now - AUDIT_DAYS * day },
    { table: 'usage_counts', column: 'hour', before: now - USAGE_DAYS * day },
  ] as const;

export async function sweepExpired(store: Store, now: number, signal?: AbortSignal): Promise<number> {
  let swept = 0;
  for (const { table, column, before } of expired(now)) {
    const old = sql`${sql.ref(column)} < ${before}`;
    swept += await inPortions(() => deletePortion(store, table, old), signal);
  }
  return swept;
}
