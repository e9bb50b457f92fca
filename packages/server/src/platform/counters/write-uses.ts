import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { hotStatement } from '../store/hot-statement.ts';
import { insertRows, rowsInsert } from '../store/insert-rows.ts';
import type { UsageCountRow, UsageTotalRow, ViewerUsageRow } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { monthOf } from './month.ts';
import { isMetered, type MeteredKind, type MeteredUse, type Use } from './use.ts';

/**
 * Adds to the counts per hour and, where quotas or bills depend on them, per viewer and day and per month. In one
 * transaction, so that they agree after a crash. Returns the new totals of the months, with the counts of all nodes.
 */
export async function writeUses(
  transaction: Queries,
  uses: readonly Use[],
): Promise<readonly UsageTotalRow[]> {
  const metered = uses.filter(isMetered);
  await insertRows(transaction, insertHours, sumHours(uses));
  await insertRows(transaction, insertViewers, sumViewers(metered));
  const totals: UsageTotalRow[] = [];
  for (const { tenant_id, month, what, count } of sumMonths(metered))
    totals.push(...(await transaction.run(addTotal, tenant_id, month, what, count)));
  return totals;
}

const insertHours = rowsInsert<UsageCountRow>(
  'usage_counts',
  {
    tenant_id: 'text',
    hour: 'bigint',
    what: 'text',
    key: 'text',
    count: 'bigint',
    total_ms: 'bigint',
    longest_ms: 'bigint',
  },
  {
    key: 'key',
    unless: ['tenant_id', 'what', 'hour', 'key'],
    add: ['count', 'total_ms'],
    max: ['longest_ms'],
  },
);

const insertViewers = rowsInsert<ViewerUsageRow>(
  'viewer_usage',
  {
    tenant_id: 'text',
    day: 'bigint',
    workspace_id: 'text',
    username: 'text',
    views: 'bigint',
    exchanges: 'bigint',
    exported_rows: 'bigint',
  },
  {
    key: 'username',
    unless: ['tenant_id', 'day', 'workspace_id', 'username'],
    add: ['views', 'exchanges', 'exported_rows'],
  },
);

const addTotal = hotStatement<[tenantId: TenantId, month: number, what: MeteredKind, count: number]>()(
  (db, slot) =>
    db
      .insertInto('usage_totals')
      .values({ tenant_id: slot(0), month: slot(1), what: slot(2), count: slot(3) })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'month', 'what'])
          .doUpdateSet({ count: sql<number>`usage_totals.count + excluded.count` }),
      )
      .returningAll(),
);

const sumHours = (uses: readonly Use[]): UsageCountRow[] =>
  merge(
    uses.map((use) => ({
      tenant_id: use.tenantId,
      hour: use.hour,
      what: use.what,
      key: use.key,
      count: use.count,
      total_ms: use.totalMs,
      longest_ms: use.longestMs,
    })),
    ({ tenant_id, what, hour, key }) => [tenant_id, what, hour, key],
    (known, more) => {
      known.count += more.count;
      known.total_ms += more.total_ms;
      known.longest_ms = Math.max(known.longest_ms, more.longest_ms);
    },
  );

const COLUMNS = { view: 'views', exchange: 'exchanges', 'exported-row': 'exported_rows' } as const;

const sumViewers = (uses: readonly MeteredUse[]): ViewerUsageRow[] =>
  merge(
    uses.map(({ viewer, hour, what, count }) => ({
      tenant_id: viewer.tenantId,
      day: dayOf(hour),
      workspace_id: viewer.workspaceId,
      username: viewer.username,
      views: 0,
      exchanges: 0,
      exported_rows: 0,
      [COLUMNS[what]]: count,
    })),
    ({ tenant_id, day, workspace_id, username }) => [tenant_id, day, workspace_id, username],
    (known, more) => {
      known.views += more.views;
      known.exchanges += more.exchanges;
      known.exported_rows += more.exported_rows;
    },
  );

const sumMonths = (uses: readonly MeteredUse[]): UsageTotalRow[] =>
  merge(
    uses.map(({ tenantId, hour, what, count }) => ({
      tenant_id: tenantId,
      month: monthOf(hour),
      what,
      count,
    })),
    ({ tenant_id, month, what }) => [tenant_id, month, what],
    (known, more) => {
      known.count += more.count;
    },
  );

/** One row per key, in one order on every node, or two of them could deadlock. */
function merge<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => readonly (string | number)[],
  add: (known: Row, more: Row) => void,
): Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    // No part contains a control character.
    const key = keyOf(row).join('\n');
    const known = merged.get(key);
    if (known) add(known, row);
    else merged.set(key, row);
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const DAY = 86_400_000;
export const dayOf = (at: number): number => at - (at % DAY);
