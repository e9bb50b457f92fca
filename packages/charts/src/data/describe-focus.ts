import { memberKey } from '@inlay/protocol/member-key';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import type { MemberSelection } from '../focus.ts';
import { formatCell, isTemporal } from '../format/format-cell.ts';
import { formatSpan } from '../format/format-days.ts';
import { readTime } from '../format/read-time.ts';
import { nextDate } from './fill-dates.ts';
import { listNames } from './list-names.ts';
import { columnFormat } from './read-columns.ts';
import { selectMembers } from './select-members.ts';
import { zoomResult } from './zoom-result.ts';

type Described = Pick<ChartProps, 'tile' | 'result' | 'locale'>;

/** `Showing Nov 2025 – Jan 2026.`: which part of a result the focus of the tile leaves. */
export function describeZoom({ tile, result, locale }: Described): string | undefined {
  const { zoom } = tile.focus ?? {};
  const zoomed = zoom && zoomResult(result, zoom, locale);
  if (!zoomed) return undefined;
  const names = namesOf({ tile, result: zoomed.result, locale }, zoom);
  return locale.messages.summary.zoomed({ names: names.join(', ') });
}

/** `Highlighted: Direct.` */
export function describeHighlight(props: Described): string | undefined {
  const names = (props.tile.focus?.highlight ?? []).flatMap((selection) => namesOf(props, selection));
  if (names.length === 0) return undefined;
  return props.locale.messages.summary.highlighted({ names: names.join(', ') });
}

/** The selected members of a result: a span of time, or their names. */
function namesOf(props: Described, selection: MemberSelection): readonly string[] {
  const { tile, result, locale } = props;
  const selected = selectMembers(selection, result, locale);
  if (!selected) return [];
  const [column, cells] = 'pivoted' in selected ? pivotCells(selected) : rowCells(result, selected);
  const isRange = selection.values === undefined;
  if (isRange && isTemporal(column) && cells.length > 1) return [spanOf(column, cells, props)];
  const format = columnFormat(column, tile.options);
  const names = cells.map((cell) => formatCell(cell, column, format, locale));
  return names.length === 0 ? [] : [listNames(props, names)];
}

type Selected = NonNullable<ReturnType<typeof selectMembers>>;
type Members = readonly [column: ResultColumn, cells: readonly Cell[]];

function pivotCells({ pivoted, hasColumn }: Extract<Selected, { pivoted: unknown }>): Members {
  const [first] = pivoted;
  const { type = 'string', grain, format } = first?.pivot ?? {};
  const own = { name: '', label: '', role: 'dimension', values: [], type } as const;
  const cells = pivoted.filter(hasColumn).map(({ pivot }) => pivot.value);
  return [{ ...own, ...(grain && { grain }), ...(format && { format }) }, distinct(cells)];
}

function rowCells(
  { rowCount }: QueryResult,
  { dimension, hasRow }: Extract<Selected, { dimension: unknown }>,
): Members {
  const rows = Array.from({ length: rowCount }, (_, row) => row).filter(hasRow);
  return [dimension, distinct(rows.map((row) => dimension.values[row] ?? null))];
}

const distinct = (cells: readonly Cell[]): readonly Cell[] => [
  ...new Map(cells.map((cell) => [memberKey(cell), cell])).values(),
];

function spanOf(column: ResultColumn, cells: readonly Cell[], { locale, tile }: Described): string {
  const times = cells.flatMap((cell) => readTime(cell, column.type, locale) ?? []);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const { grain } = column;
  if (column.type === 'date' || (grain && grain !== 'hour'))
    return formatSpan(first, grain && grain !== 'hour' ? nextDate(last, grain) - day : last, locale);
  const say = (time: number) => {
    const cell = cells.find((each) => readTime(each, column.type, locale) === time) ?? null;
    return formatCell(cell, column, columnFormat(column, tile.options), locale);
  };
  return `${say(first)} – ${say(last)}`;
}

const day = 86_400_000;
