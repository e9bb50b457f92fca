import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Statement } from '../../platform/engines/engine.ts';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type AssumedKey,
  assumedKeys,
  compileDuplicates,
} from '../../platform/query/compile/compile-duplicates.ts';
import { RepeatedKeyError } from '../../platform/query/errors/repeated-key-error.ts';
import type { GuardedPlan } from '../../platform/query/guard/guard.ts';
import { titleIn } from '../../platform/query/model/model.ts';
import { type CacheKeyParts, resultCacheKey } from '../../platform/query/result/result-cache-key.ts';
import type { Services } from '../../services.ts';

/** How long a key counts as unique. An upload or another definition is checked at once. */
const CHECKED_SECONDS = 300;

interface KeyCheck {
  readonly tenantId: TenantId;
  readonly target: CacheKeyParts['connection'];
  readonly signal: AbortSignal;
  /** The number of rows that a statement returns. */
  run(statement: Statement, signal: AbortSignal): Promise<number>;
}

/**
 * Refuses a query whose joins would repeat rows, because the "one" side of a relationship has several rows with the same
 * key: its measures would be too large, and nobody would notice.
 */
export function checkKeys(
  services: Services,
  guarded: GuardedPlan,
  engine: Parameters<typeof dialectNamed>[0],
  check: KeyCheck,
): Promise<unknown> {
  const checks = assumedKeys(guarded.plan).map((key) =>
    checkKey(services, guarded, key, { ...check, engine }),
  );
  const all = Promise.all(checks);
  // The caller waits for its own query first.
  all.catch(() => {});
  return all;
}

async function checkKey(
  services: Services,
  guarded: GuardedPlan,
  key: AssumedKey,
  {
    engine,
    tenantId,
    target,
    signal,
    run,
  }: KeyCheck & { readonly engine: Parameters<typeof dialectNamed>[0] },
): Promise<void> {
  const { dataset, whole } = guarded.plan.sources[key.source] as GuardedPlan['plan']['sources'][number];
  const statement = compileDuplicates(guarded, key, dialectNamed(engine));
  const { value } = await services.results.get({
    tenantId,
    key: resultCacheKey((text) => services.vault.fingerprint('query result', text), {
      tenantId,
      connection: target,
      datasetId: dataset.id,
      versions: [dataset.version],
      statement,
      timeZone: guarded.plan.calendar.timeZone,
      query: 'duplicates',
    }),
    freshSeconds: CHECKED_SECONDS,
    signal,
    load: async (loading) => ({ columns: [], rowCount: await run(statement, loading), truncated: false }),
  });
  if (value.rowCount === 0) return;
  const names = key.columns.map(({ name }) => name).join(', ');
  throw new AppError('REQUEST_INVALID', {
    message: `The relationship ${key.relationship} requires one row per ${names} in the dataset ${titleIn(whole, dataset)}, but there are several. Values would be counted several times. Validate the relationship to see these keys, or change its type.`,
    cause: new RepeatedKeyError(),
  });
}
