import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Usage } from '@inlay/protocol/usage';
import { sql } from 'kysely';
import type { UsageKind } from '../../platform/counters/use.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { findItems } from '../content/index.ts';
import { findDataset } from '../datasets/index.ts';

const DAY = 86_400_000;
const MAX_EMBEDS = 200;
const MAX_DATASETS = 50;

/** Usage statistics of a tenant, including today. Pending counts are written first. */
export async function readUsage(services: Services, tenantId: TenantId, days: number): Promise<Usage> {
  const { store, time, usage } = services;
  await usage.flush();
  const { from, uses } = await countUses(store, tenantId, time.now(), days);
  const calendar = Array.from({ length: days }, (_, index) => from + index * DAY);
  const sum = (found: readonly DailyUse[]) => found.reduce((total, { count }) => total + count, 0);
  const of = (what: UsageKind) => uses.filter((use) => use.what === what);
  const on = (day: number, what: UsageKind) => sum(of(what).filter((use) => use.day === day));
  return {
    days: calendar.map((day) => ({
      day: new Date(day).toISOString().slice(0, 10),
      exchanges: on(day, 'exchange'),
      refusals: on(day, 'refusal'),
      views: on(day, 'view'),
      exportedRows: on(day, 'exported-row'),
      queries: on(day, 'query'),
      slowQueries: on(day, 'slow-query'),
      reports: on(day, 'report'),
    })),
    refusals: byKey(of('refusal'))
      .map(([reason, found]) => ({ reason, count: sum(found) }))
      .sort((a, b) => b.count - a.count),
    embeds: await viewedEmbeds(services, tenantId, of('view'), calendar, sum),
    datasets: await queriedDatasets(services, tenantId, of('query'), of('slow-query'), sum),
    firstExchangeAt: timeOf(await firstUse(store, tenantId, 'exchange')),
    firstViewAt: timeOf(await firstUse(store, tenantId, 'view')),
  };
}

async function viewedEmbeds(
  { store }: Services,
  tenantId: TenantId,
  views: readonly DailyUse[],
  calendar: readonly number[],
  sum: (found: readonly DailyUse[]) => number,
): Promise<Usage['embeds']> {
  const viewed = byKey(views)
    .map(([id, found]) => ({ id, found, views: sum(found) }))
    .sort((a, b) => b.views - a.views)
    .slice(0, MAX_EMBEDS);
  const ids = viewed.map(({ id }) => id);
  const items = ids.length === 0 ? [] : await findItems(store, tenantId, 'embed', ids);
  return viewed.map(({ id, found, views: total }) => {
    const item = items.find((each) => each.id === id);
    return {
      id,
      title: item ? ((JSON.parse(item.draft) as { title?: string }).title ?? null) : null,
      views: total,
      viewsByDay: calendar.map((day) => sum(found.filter((use) => use.day === day))),
    };
  });
}

async function queriedDatasets(
  { store }: Services,
  tenantId: TenantId,
  queries: readonly DailyUse[],
  slow: readonly DailyUse[],
  sum: (found: readonly DailyUse[]) => number,
): Promise<Usage['datasets']> {
  const asked = byKey(queries)
    .map(([id, found]) => {
      const count = sum(found);
      return {
        id,
        queries: count,
        slowQueries: sum(slow.filter(({ key }) => key === id)),
        averageMs: Math.round(found.reduce((total, { totalMs }) => total + totalMs, 0) / count),
        longestMs: Math.max(...found.map(({ longestMs }) => longestMs)),
      };
    })
    .sort((a, b) => b.slowQueries - a.slowQueries || b.longestMs - a.longestMs)
    .slice(0, MAX_DATASETS);
  return Promise.all(
    asked.map(async (each) => ({
      ...each,
      name: (await findDataset(store, tenantId, each.id))?.name ?? null,
    })),
  );
}

function byKey(uses: readonly DailyUse[]): readonly (readonly [string, readonly DailyUse[]])[] {
  return [...Map.groupBy(uses, ({ key }) => key)];
}

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The count of one kind of use, per object and day (UTC). */
interface DailyUse {
  /** The day's first millisecond. */
  readonly day: number;
  readonly what: UsageKind;
  readonly key: string;
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

/** Counts per day for the last `days` days, including today. */
async function countUses(
  queries: Queries,
  tenantId: TenantId,
  now: number,
  days: number,
): Promise<{ readonly from: number; readonly uses: readonly DailyUse[] }> {
  const from = now - (now % DAY) - (days - 1) * DAY;
  const day = sql<number>`hour - hour % ${sql.lit(DAY)}`;
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('usage_counts')
    .select(['what', 'key', day.as('day')])
    .select((e) => [
      e.fn.sum<number>('count').as('count'),
      e.fn.sum<number>('total_ms').as('totalMs'),
      e.fn.max('longest_ms').as('longestMs'),
    ])
    .where('hour', '>=', from)
    .groupBy(['what', 'key', day])
    .execute();
  // PostgreSQL sums bigints as numeric, which the driver returns as text.
  const uses = rows.map((row) => ({ ...row, count: Number(row.count), totalMs: Number(row.totalMs) }));
  return { from, uses };
}

/** The first hour with counts. */
async function firstUse(queries: Queries, tenantId: TenantId, what: UsageKind): Promise<number | null> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('usage_counts')
    .select('hour')
    .where('what', '=', what)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst();
  return row?.hour ?? null;
}
