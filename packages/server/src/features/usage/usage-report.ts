import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { UsageReportBy, UsageReportRow } from '@inlay/protocol/usage-report';
import { sql } from 'kysely';
import { csvLine } from '../../platform/render/csv-line.ts';
import type { UsageCountRow, ViewerUsageRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

const DAY = 86_400_000;
/** Rows per query of a report that is streamed. */
const PORTION = 10_000;

export interface ReportRequest {
  readonly tenantId: TenantId;
  readonly by: UsageReportBy;
  /** First milliseconds of the first day and of the day after the last one, UTC. */
  readonly from: number;
  readonly until: number;
}

/** One page of a report, and the number of all its rows. */
export async function readReport(
  queries: Queries,
  report: ReportRequest,
  request: PageRequest,
): Promise<Page<UsageReportRow>> {
  const { page, limit } = request;
  const data = await readRows(queries, report, { limit, offset: (page - 1) * limit });
  return { data, meta: pageMeta(request, await countRows(queries, report)) };
}

/** The reports of one or several tenants as lines of one CSV file. */
export async function* reportCsv(
  queries: Queries,
  by: UsageReportBy,
  reports: readonly ReportRequest[],
  { withTenant = false }: { readonly withTenant?: boolean } = {},
): AsyncGenerator<string> {
  const columns = [...KEYS[by], ...COUNTS];
  const line = (tenant: string, values: readonly (string | number)[]) =>
    csvLine(withTenant ? [tenant, ...values] : values);
  yield line(
    'tenant',
    columns.map(([title]) => title),
  );
  for (const report of reports)
    for (let offset = 0; ; offset += PORTION) {
      const rows = await readRows(queries, report, { limit: PORTION, offset });
      const lines = rows.map((row) =>
        line(
          report.tenantId,
          columns.map(([, field]) => row[field] ?? ''),
        ),
      );
      yield lines.join('');
      if (rows.length < PORTION) break;
    }
}

type Column = readonly [title: string, field: keyof UsageReportRow];

const KEYS: Readonly<Record<UsageReportBy, readonly Column[]>> = {
  tenant: [['viewers', 'viewers']],
  day: [['day', 'day']],
  workspace: [
    ['workspace', 'workspaceId'],
    ['viewers', 'viewers'],
  ],
  viewer: [
    ['workspace', 'workspaceId'],
    ['username', 'username'],
  ],
};
const COUNTS: readonly Column[] = [
  ['views', 'views'],
  ['exchanges', 'exchanges'],
  ['exported_rows', 'exportedRows'],
];

interface Window {
  readonly limit: number;
  readonly offset: number;
}

async function readRows(
  queries: Queries,
  report: ReportRequest,
  window: Window,
): Promise<readonly UsageReportRow[]> {
  switch (report.by) {
    case 'tenant':
      return window.offset === 0 ? [await ofTenant(queries, report)] : [];
    case 'day':
      return byDay(queries, report, window);
    case 'workspace':
      return byWorkspace(queries, report, window);
    case 'viewer':
      return byViewer(queries, report, window);
  }
}

async function countRows(queries: Queries, report: ReportRequest): Promise<number> {
  if (report.by === 'tenant') return 1;
  const { total } =
    report.by === 'day'
      ? await hours(queries, report)
          .select(sql<number>`count(distinct ${dayOfHour})`.as('total'))
          .executeTakeFirstOrThrow()
      : await viewers(queries, report)
          .select(
            sql<number>`count(distinct ${report.by === 'viewer' ? viewerKey : sql.ref('workspace_id')})`.as(
              'total',
            ),
          )
          .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts by hour, which are older than those by viewer. */
const hours = (queries: Queries, { tenantId, from, until }: ReportRequest) =>
  queries
    .tenant(tenantId)
    .selectFrom('usage_counts')
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .where('what', 'in', ['view', 'exchange', 'exported-row']);

const viewers = (queries: Queries, { tenantId, from, until }: ReportRequest) =>
  queries.tenant(tenantId).selectFrom('viewer_usage').where('day', '>=', from).where('day', '<', until);

const dayOfHour = sql<number>`hour - hour % ${sql.lit(DAY)}`;
/** Neither identifier contains a control character. */
const viewerKey = sql<string>`workspace_id || ${sql.lit('\n')} || username`;

const sumOf = (what: UsageCountRow['what']) =>
  sql<number>`coalesce(sum(case when what = ${sql.lit(what)} then count end), 0)`;
const sumOfHours = [
  sumOf('view').as('views'),
  sumOf('exchange').as('exchanges'),
  sumOf('exported-row').as('exportedRows'),
] as const;

const sum = (column: keyof ViewerUsageRow) => sql<number>`sum(${sql.ref(column)})`;
const sumOfViewers = [
  sum('views').as('views'),
  sum('exchanges').as('exchanges'),
  sum('exported_rows').as('exportedRows'),
] as const;

interface Counts {
  readonly views: number;
  readonly exchanges: number;
  readonly exportedRows: number;
}

/** PostgreSQL sums bigints as numeric, which the driver returns as text. */
const countsOf = ({ views, exchanges, exportedRows }: Counts): Counts => ({
  views: Number(views),
  exchanges: Number(exchanges),
  exportedRows: Number(exportedRows),
});

async function ofTenant(queries: Queries, report: ReportRequest): Promise<UsageReportRow> {
  const counts = await hours(queries, report).select(sumOfHours).executeTakeFirstOrThrow();
  const { total } = await viewers(queries, report)
    .select(sql<number>`count(distinct ${viewerKey})`.as('total'))
    .executeTakeFirstOrThrow();
  return { viewers: Number(total), ...countsOf(counts) };
}

async function byDay(
  queries: Queries,
  report: ReportRequest,
  { limit, offset }: Window,
): Promise<readonly UsageReportRow[]> {
  const rows = await hours(queries, report)
    .select(dayOfHour.as('day'))
    .select(sumOfHours)
    .groupBy(dayOfHour)
    .orderBy('day')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ day, ...counts }) => ({
    day: new Date(Number(day)).toISOString().slice(0, 10),
    ...countsOf(counts),
  }));
}

async function byWorkspace(
  queries: Queries,
  report: ReportRequest,
  { limit, offset }: Window,
): Promise<readonly UsageReportRow[]> {
  const rows = await viewers(queries, report)
    .select(['workspace_id as workspaceId', sql<number>`count(distinct username)`.as('viewers')])
    .select(sumOfViewers)
    .groupBy('workspace_id')
    .orderBy('workspace_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ workspaceId, viewers: count, ...counts }) => ({
    workspaceId,
    viewers: Number(count),
    ...countsOf(counts),
  }));
}

async function byViewer(
  queries: Queries,
  report: ReportRequest,
  { limit, offset }: Window,
): Promise<readonly UsageReportRow[]> {
  const rows = await viewers(queries, report)
    .select(['workspace_id as workspaceId', 'username'])
    .select(sumOfViewers)
    .groupBy(['workspace_id', 'username'])
    .orderBy('workspace_id')
    .orderBy('username')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ workspaceId, username, ...counts }) => ({
    workspaceId,
    username,
    ...countsOf(counts),
  }));
}
