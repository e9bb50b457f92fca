import { MAX_FILTER_VALUES } from '@inlay/protocol/max-filter-values';
import type { ResultColumn } from '@inlay/protocol/result';
import type { SeriesData } from '../data/read-series.ts';
import { type RowRanges, toRanges } from './row-ranges.ts';
import { escaped, g, type Markup, px, rect } from './svg.ts';

/** What the pointer or the keyboard selects in a chart: a category with its values, a slice, a cell, a point (ADR 269). */
export interface Mark {
  readonly label: string;
  readonly x: number;
  readonly items: readonly MarkItem[];
  /** For a mark without items: the rows with missing values. */
  readonly rows?: readonly number[];
}

/** A value of a mark. */
export interface MarkItem {
  /** Index of its name and color in the series of the chart. */
  readonly series: number;
  readonly y: number;
  readonly text: string;
  /** Indexes of its result rows: several for "Other", none for a total. */
  readonly rows: readonly number[];
  /** The hit target of this item, if it is smaller than that of the mark, as for one of several bars. */
  readonly span?: Span | undefined;
}

/** A range along an axis of the chart. */
export type Span = readonly [axis: 'x' | 'y', from: number, to: number];

/** A mark as the JSON in `data-mark`. */
export type WrittenMark = readonly [
  label: string,
  x: number,
  items: readonly (readonly [series: number, y: number, text: string, rows: RowRanges, span?: Span])[],
  rows?: RowRanges,
];

/** The marks of a chart; `targets` unless its shapes are the hit targets. */
export interface Marks {
  readonly marks: readonly Mark[];
  /** The dimension whose values the marks represent: a click filters by it. */
  readonly dimension: ResultColumn | undefined;
  /** The dimension whose values the items of a mark represent, if it is another one. */
  readonly split?: ResultColumn | undefined;
  readonly targets?: Markup;
}

/** The maximum number of rows listed for a mark: beyond it, a filter excludes the other rows instead. */
export const maxRowsOfMark = MAX_FILTER_VALUES + 1;

/** The attribute that makes an element a hit target, so that scripts need no scales. */
export function markAttribute({ label, x, items, rows }: Mark): Markup {
  let list = '';
  for (const item of items)
    list += `${list === '' ? '' : ','}[${item.series},${px(item.y)},${quoted(item.text)},${writtenRows(item.rows)}${writtenSpan(item.span)}]`;
  const own = rows === undefined ? '' : `,${writtenRows(rows)}`;
  return ` data-mark="[${quoted(label)},${px(x)},[${list}]${own}]"` as Markup;
}

const writtenRows = (rows: readonly number[]): string =>
  rows.length === 1 ? `${rows[0]}` : JSON.stringify(toRanges(rows.slice(0, maxRowsOfMark)));

const writtenSpan = (span: Span | undefined): string =>
  span === undefined ? '' : `,[&quot;${span[0]}&quot;,${px(span[1])},${px(span[2])}]`;

const special = /[^ !#-%'-;=?-[\]-~\u00a0-\ud7ff]/;

/** A JSON string inside an attribute; most of the hundreds need no escaping. */
function quoted(text: string): string {
  return special.test(text) ? escaped(JSON.stringify(text)) : `&quot;${text}&quot;`;
}

/** Invisible areas that catch the pointer, on top of a drawing. */
export function hitTargets(targets: readonly (Markup | null)[], place?: { transform: string }): Markup {
  return g({ ...place, fill: 'none', 'pointer-events': 'all' }, targets);
}

/** The rows of a category in all series. */
export function rowsOfCategory(series: SeriesData['series'], index: number): readonly number[] {
  return [...new Set(series.flatMap(({ rows }) => rows(index)))];
}

/** Rows of a list, each a hit target across the whole chart. */
export function rowMarks(
  marks: readonly Mark[],
  dimension: ResultColumn | undefined,
  row: { readonly top: (index: number) => number; readonly width: number; readonly height: number },
): Marks {
  const targets = marks.map((mark, index) =>
    rect(0, row.top(index), row.width, row.height, markAttribute(mark)),
  );
  return { marks, dimension, targets: hitTargets(targets) };
}
