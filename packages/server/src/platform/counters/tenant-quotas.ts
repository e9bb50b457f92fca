import { QUOTA_WARNING, type QuotaLimits, type QuotaName } from '@inlay/protocol/quota';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { hotStatement } from '../store/hot-statement.ts';
import type { Queries, Store } from '../store/store.ts';
import type { Time } from '../time/time.ts';
import { monthOf, nextMonth } from './month.ts';
import type { MonthlyTotals } from './monthly-totals.ts';
import type { MeteredKind } from './use.ts';

export type MonthlyQuota = Exclude<QuotaName, 'storageBytes'>;

const KINDS: Readonly<Record<MonthlyQuota, MeteredKind>> = {
  views: 'view',
  exchanges: 'exchange',
  exportedRows: 'exported-row',
};
const MONTHLY = Object.keys(KINDS) as readonly MonthlyQuota[];

/** In sentences: `1000 embed views per month`. */
const NOUNS: Readonly<Record<MonthlyQuota, string>> = {
  views: 'embed views',
  exchanges: 'token exchanges',
  exportedRows: 'exported rows',
};

interface Known {
  readonly limits: QuotaLimits;
  /** By `Time.monotonic`. */
  readonly readAt: number;
}

interface Options {
  readonly store: Store;
  readonly time: Time;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly totals: MonthlyTotals;
}

/** How long it takes at most until a changed quota, or the use on another node, is known here. */
const rememberMs = 1000;
const maxTenants = 10_000;

/** The quotas that the operator has set, and how much of them is used. Read at most once per second and tenant (ADR 284). */
export class TenantQuotas {
  readonly #options: Options;
  readonly #known = new Map<TenantId, Known>();
  readonly #refreshing = new Map<TenantId, Promise<Known>>();
  /** Warnings of the current month that are logged already. */
  readonly #warned = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    options.metrics.watchQuotas(() => this.#countTenants());
  }

  async limits(tenantId: TenantId): Promise<QuotaLimits> {
    const known = this.#known.get(tenantId);
    const isFresh = known && this.#options.time.monotonic() - known.readAt < rememberMs;
    return (isFresh ? known : await this.#refresh(tenantId)).limits;
  }

  /** Throws if using `amount` more would exceed the tenant's quota. */
  async refuseBeyond(tenantId: TenantId, quota: MonthlyQuota, amount = 1): Promise<void> {
    this.#check(tenantId, quota, amount, await this.limits(tenantId));
  }

  /**
   * Like `refuseBeyond`, and reserves the amount, so that parallel requests cannot use it too. Call the returned function
   * when the request has failed, or in the same turn of the event loop in which its use is counted.
   */
  async reserve(tenantId: TenantId, quota: MonthlyQuota, amount = 1): Promise<() => void> {
    this.#check(tenantId, quota, amount, await this.limits(tenantId));
    return this.#options.totals.reserve(tenantId, this.#options.time.now(), KINDS[quota], amount);
  }

  /** The next check reads limits and totals again. */
  forget(tenantId: TenantId): void {
    this.#known.delete(tenantId);
  }

  /** This month, including what has not been written yet. */
  used(tenantId: TenantId, quota: MonthlyQuota): number {
    return this.#options.totals.total(tenantId, this.#options.time.now(), KINDS[quota]);
  }

  #check(tenantId: TenantId, quota: MonthlyQuota, amount: number, { [quota]: limit }: QuotaLimits): void {
    if (limit === undefined) return;
    const now = this.#options.time.now();
    const used = this.used(tenantId, quota);
    if (used >= limit * QUOTA_WARNING) this.#warn(tenantId, { quota, used, limit });
    const left = limit - used - this.#options.totals.reserved(tenantId, now, KINDS[quota]);
    if (amount <= left) return;
    this.#options.metrics.quotaRefusals.inc({ quota });
    const resets = nextMonth(now);
    throw new AppError('TENANT_QUOTA_REACHED', {
      message: `${beyond(quota, limit, left)} It resets on ${new Date(resets).toISOString().slice(0, 10)} (UTC). The operator of this instance can raise it.`,
      headers: { 'retry-after': String(Math.ceil((resets - now) / 1000)) },
    });
  }

  #refresh(tenantId: TenantId): Promise<Known> {
    const running = this.#refreshing.get(tenantId);
    if (running) return running;
    const read = this.#read(tenantId).finally(() => this.#refreshing.delete(tenantId));
    this.#refreshing.set(tenantId, read);
    return read;
  }

  async #read(tenantId: TenantId): Promise<Known> {
    const { store, totals, time } = this.#options;
    const limits = await readQuotas(store, tenantId);
    if (MONTHLY.some((quota) => limits[quota] !== undefined)) await totals.refresh(tenantId, time.now());
    if (this.#known.size >= maxTenants) this.#known.clear();
    const known = { limits, readAt: time.monotonic() };
    this.#known.set(tenantId, known);
    return known;
  }

  /** Once per month, quota and level, for the operator's log. */
  #warn(
    tenantId: TenantId,
    use: { readonly quota: MonthlyQuota; readonly used: number; readonly limit: number },
  ): void {
    const level = use.used >= use.limit ? 'used up' : 'nearly used up';
    const key = `${monthOf(this.#options.time.now())} ${tenantId} ${use.quota} ${level}`;
    if (this.#warned.has(key)) return;
    if (this.#warned.size >= maxTenants) this.#warned.clear();
    this.#warned.add(key);
    this.#options.log.warn({ tenant: tenantId, ...use }, `quota ${level}`);
  }

  /** How many tenants have used 80% or all of a quota, of those that this process has served. */
  #countTenants(): Readonly<Record<MonthlyQuota, { readonly warning: number; readonly exhausted: number }>> {
    const counts = { views: none(), exchanges: none(), exportedRows: none() };
    for (const [tenantId, { limits }] of this.#known)
      for (const quota of MONTHLY) {
        const { [quota]: limit } = limits;
        if (limit === undefined) continue;
        const used = this.used(tenantId, quota);
        if (used >= limit) counts[quota].exhausted += 1;
        else if (used >= limit * QUOTA_WARNING) counts[quota].warning += 1;
      }
    return counts;
  }
}

const none = () => ({ warning: 0, exhausted: 0 });

const beyond = (quota: MonthlyQuota, limit: number, left: number): string =>
  left > 0
    ? `Only ${left} of ${limit} ${NOUNS[quota]} are left this month.`
    : `The quota of ${limit} ${NOUNS[quota]} per month is used up.`;

const findQuotas = hotStatement<[tenantId: TenantId]>()((db, slot) =>
  db.selectFrom('tenant_quotas').select('limits').where('tenant_id', '=', slot(0)),
);

export async function readQuotas(queries: Queries, tenantId: TenantId): Promise<QuotaLimits> {
  const [row] = await queries.run(findQuotas, tenantId);
  return row ? JSON.parse(row.limits) : {};
}
