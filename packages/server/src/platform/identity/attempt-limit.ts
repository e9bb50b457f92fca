import { hash } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../store/store.ts';

/**
 * `failures` within `windowMs` block for `blockMs`. Failures expire one by one; after a block the count starts at
 * zero; attempts during a block neither count nor extend it.
 */
export interface AttemptLimit {
  readonly scope:
    | 'login'
    | 'client'
    | 'second-factor'
    | 'second-factor-hour'
    | 'reset-source'
    | 'reset-typed'
    | 'reset-account'
    | 'mail-test'
    | 'destination-test'
    | 'report-mailbox';
  readonly failures: number;
  readonly windowMs: number;
  readonly blockMs: number;
}

/** Milliseconds until the block of this key ends; 0 if it is not blocked. */
export async function blockedFor(
  queries: Queries,
  tenantId: TenantId,
  limit: AttemptLimit,
  key: string,
  now: number,
): Promise<number> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('attempts')
    .select('blocked_until')
    .where('scope', '=', limit.scope)
    .where('key_hash', '=', keyHash(key))
    .executeTakeFirst();
  return remainingBlock(limit, row?.blocked_until ?? 0, now);
}

/** The largest clock difference between nodes. A later time was written before the clock was set back. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

function remainingBlock({ blockMs }: AttemptLimit, until: number, now: number): number {
  const remaining = until - now;
  return remaining > blockMs + MAX_CLOCK_DIFFERENCE_MS ? 0 : Math.min(Math.max(0, remaining), blockMs);
}

export interface FailureVerdict {
  /** Above zero if the key was already blocked; the failure did not count. */
  readonly blockedForMs: number;
  /** This failure started a block. */
  readonly startsBlock: boolean;
}

/** Counts one failure, atomically across nodes. */
export async function recordFailure(
  transaction: Queries,
  tenantId: TenantId,
  limit: AttemptLimit,
  key: string,
  now: number,
): Promise<FailureVerdict> {
  const own = transaction.tenant(tenantId);
  const id = { scope: limit.scope, key_hash: keyHash(key) };
  // The upsert locks the row even if it does not exist yet.
  const row = await own
    .insertInto('attempts', { ...id, failures: '[]', blocked_until: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'scope', 'key_hash']).doUpdateSet({ updated_at: now }),
    )
    .returning(['failures', 'blocked_until'])
    .executeTakeFirstOrThrow();
  const blockedForMs = remainingBlock(limit, row.blocked_until, now);
  if (blockedForMs > 0) return { blockedForMs, startsBlock: false };

  const recent = (JSON.parse(row.failures) as number[]).filter(
    (at) => at > now - limit.windowMs && at <= now + MAX_CLOCK_DIFFERENCE_MS,
  );
  recent.push(now);
  const blocked = recent.length >= limit.failures;
  await own
    .update('attempts', {
      failures: JSON.stringify(blocked ? [] : recent),
      blocked_until: blocked ? now + limit.blockMs : 0,
    })
    .where('scope', '=', id.scope)
    .where('key_hash', '=', id.key_hash)
    .execute();
  return { blockedForMs: 0, startsBlock: blocked };
}

/** People type passwords into username fields, so the store keeps only a digest. */
function keyHash(key: string): string {
  return hash('sha256', key, 'base64url');
}
