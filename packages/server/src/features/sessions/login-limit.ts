import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import { type AttemptLimit, blockedFor } from '../../platform/identity/attempt-limit.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';

/** Specification 8: after five failed attempts per minute and user, every attempt is refused for a while. */
export function loginLimit({ loginBlockSeconds }: Services['config']): AttemptLimit {
  return { scope: 'login', failures: 5, windowMs: 60_000, blockMs: loginBlockSeconds * 1000 };
}

export async function refuseWhileBlocked(
  { config }: Pick<Services, 'config'>,
  queries: Queries,
  { tenantId, key }: { readonly tenantId: TenantId; readonly key: string },
  now: number,
): Promise<void> {
  const remaining = await blockedFor(queries, tenantId, loginLimit(config), key, now);
  if (remaining > 0) throw blocked(remaining);
}

export function blocked(remainingMs: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', {
    headers: { 'retry-after': String(Math.ceil(remainingMs / 1000)) },
  });
}
