import { createHash } from 'node:crypto';
import { isOthers } from '@inlay/charts/format/format-cell';
import type { Tile } from '@inlay/charts/tile';
import type { AlertCondition } from '@inlay/content/subscription';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { AppError, ended } from '../../../platform/errors.ts';
import { type EmbedRequest, measureOfTile, type TileMeasure, viewedTile } from '../../embeds/index.ts';
import { withReportErrors } from '../message/with-report-errors.ts';
import { ReportError } from '../store/report-error.ts';
import { ALL, alertKey, MAX_MEMBERS } from './alert-memory.ts';
import { type AlertPeriods, alertPeriods } from './alert-periods.ts';
import { conditionProblems } from './alert-problems.ts';
import { type AlertSubject, tileOfAlert } from './alert-subject.ts';
import type { AlertValues, ValuesByMember } from './alert-values.ts';

/** What an alert watches, with the data that its viewer may see today. */
export interface MeasuredAlert {
  readonly condition: AlertCondition;
  readonly tile: Tile;
  readonly columns: AlertColumns;
  /** Absent for a tile without a time dimension. */
  readonly periods?: AlertPeriods | undefined;
  /** The values of each period that the result has. */
  readonly values: ReadonlyMap<string, ValuesByMember>;
  /** Rows of this period and of earlier ones were cut off. */
  readonly cut?: string | undefined;
  /** The value of the dimension that each member of the result stands for. */
  readonly members: ReadonlyMap<string, Cell>;
  readonly isPartial: boolean;
  /** Null if the viewer may see no rows. */
  readonly rights: string | null;
  /** Fingerprint of the condition and of what the tile queries. */
  readonly of: string;
}

export interface AlertColumns {
  readonly time?: ResultColumn | undefined;
  readonly by?: ResultColumn | undefined;
  readonly measure: ResultColumn;
}

/** The period of values without a time dimension. */
const NOW = '';

/** Queries the tile of an alert as its viewer sees it today. Throws a `ReportError` if that is not possible. */
export async function measureAlert(request: EmbedRequest, subject: AlertSubject): Promise<MeasuredAlert> {
  return withReportErrors(request.signal, async () => {
    const { tile, alert } = await tileFor(request, subject);
    const { result, rights } = await tile.read().catch(refuseInvalid);
    return { ...readValues(request, { tile, alert, result }), rights };
  });
}

async function tileFor(
  request: EmbedRequest,
  subject: AlertSubject,
): Promise<{ readonly tile: TileMeasure; readonly alert: AlertCondition }> {
  const { alert } = subject.settings;
  const query = tileOfAlert(request, subject);
  if (alert === null || query === undefined)
    throw new ReportError('content-gone', 'fail', 'This alert has no chart to watch. Create another one.');
  if (!request.tiles.has(query.id))
    throw new ReportError(
      'content-gone',
      'skip',
      'The chart of this alert was removed, or you no longer have access to it.',
    );
  // Without a filter that the viewer chose, the alert would watch other rows than they meant.
  const { filters = {} } = subject.settings.state;
  if (Object.keys(filters).some((id) => !Object.hasOwn(request.filters, id)))
    throw chartChanged('one of the filters that you chose no longer exists.');
  const [problem] = conditionProblems(await viewedTile(request, query).catch(refuseInvalid), alert);
  if (problem) throw chartChanged(described(alert, problem));
  const { measure, by } = alert;
  return {
    alert,
    tile: await measureOfTile(request, { ...query, measure, by, maxMembers: MAX_MEMBERS }).catch(
      refuseInvalid,
    ),
  };
}

function described({ measure, by = '' }: AlertCondition, { path, problem }: FieldProblem): string {
  const name = path === '/alert/measure' ? `“${measure}”` : path === '/alert/by' ? `“${by}”` : 'it';
  return ended(`${name} ${problem}`);
}

/** A query that is not possible any more: what an author or a dataset offered when the alert was created is gone. */
function refuseInvalid(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'REQUEST_INVALID') throw error;
  throw chartChanged('its data can no longer be computed in this way.', error);
}

const chartChanged = (how: string, cause?: unknown) =>
  new ReportError(
    'chart-changed',
    'fail',
    `The chart of this alert has changed: ${how} Change the alert, or delete it.`,
    { cause },
  );

interface ReadAlert {
  readonly tile: TileMeasure;
  readonly alert: AlertCondition;
  readonly result: QueryResult;
}

function readValues(
  { calendar }: EmbedRequest,
  { tile: measured, alert, result }: ReadAlert,
): Omit<MeasuredAlert, 'rights'> {
  const { tile, time, isPartial, definition } = measured;
  const { quietMinutes: _, ...decisive } = alert;
  const columns = columnsOf(result, time !== undefined, alert.by !== undefined);
  const periods = time && alertPeriods(time.grain, calendar, time.range);
  const about = {
    condition: alert,
    tile,
    columns,
    periods,
    isPartial,
    of: createHash('sha256')
      .update(JSON.stringify([decisive, definition]))
      .digest('base64url'),
  };
  if (result.totals)
    return {
      ...about,
      values: new Map([[NOW, new Map([[ALL, result.totals[alert.measure] ?? null]])]]),
      members: new Map(),
    };
  // Gaps are not filled if rows are cut off, so that nothing says which sums are zero.
  if (result.truncated && (!time || time.fillsGaps)) throw tooMany(columns);
  const { values, members } = readRows(result, columns, periods);
  const cut = result.truncated ? [...values.keys()].toSorted()[0] : undefined;
  return { ...about, values, members, cut };
}

function columnsOf({ columns }: QueryResult, hasTime: boolean, hasMembers: boolean): AlertColumns {
  const dimensions = columns.filter(({ role }) => role === 'dimension');
  const measure = columns.find(({ role }) => role === 'measure');
  if (!measure) throw new Error('A result has no column for the measure of an alert.');
  return {
    time: hasTime ? dimensions[0] : undefined,
    by: hasMembers ? dimensions.at(-1) : undefined,
    measure,
  };
}

function readRows(
  { rowCount }: QueryResult,
  { time, by, measure }: AlertColumns,
  periods: AlertPeriods | undefined,
): Pick<MeasuredAlert, 'values' | 'members'> {
  const values = new Map<string, Map<string, Cell>>();
  const members = new Map<string, Cell>();
  for (let row = 0; row < rowCount; row += 1) {
    const period = periods ? periods.read(time?.values[row]) : NOW;
    // Neither rows without a date nor those beyond the top values are any of its members.
    if (period === undefined || (by && isOthers(by, row))) continue;
    const value = by?.values[row] ?? null;
    const key = by ? alertKey(value) : ALL;
    members.set(key, value);
    values.getOrInsertComputed(period, () => new Map()).set(key, measure.values[row] ?? null);
  }
  return { values, members };
}

const NOTHING: ValuesByMember = new Map();

/** What a check sees at a period, or at this moment if there is none. Throws if there are too many members. */
export function valuesAt(measured: MeasuredAlert, period: string | undefined, now: number): AlertValues {
  const { values, periods, columns, members, isPartial, cut } = measured;
  const earlier = period === undefined ? undefined : periods?.before(period);
  const oldest = earlier ?? period;
  if (cut !== undefined && oldest !== undefined && oldest <= cut) throw tooMany(columns);
  const found = values.get(period ?? NOW) ?? NOTHING;
  const before = periods && ((earlier !== undefined && values.get(earlier)) || NOTHING);
  if (found.size > MAX_MEMBERS || (before && before.size > MAX_MEMBERS)) throw tooMany(columns);
  return {
    isByMember: columns.by !== undefined,
    at: period ?? String(now),
    values: found,
    before,
    isPartial,
    isVisible: (member) => members.has(member),
  };
}

function tooMany({ by }: AlertColumns): ReportError {
  const what = by
    ? `“${by.label}” has more than ${MAX_MEMBERS.toLocaleString('en')} values`
    : 'The chart has too many rows';
  return new ReportError(
    'data-unavailable',
    'fail',
    `${what} to check each of them. Filter the chart, or change what the alert watches.`,
  );
}
