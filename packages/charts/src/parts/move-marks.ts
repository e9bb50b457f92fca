import type { Mark, Span, WrittenMark } from './marks.ts';
import { fromRanges, type RowRanges, toRanges } from './row-ranges.ts';
import { escaped, type Markup, tenths } from './svg.ts';

/** What the marks of a panel become in the chart of all panels. */
export interface MarkChange {
  readonly x: number;
  readonly y: number;
  /** The name of the panel, before that of a mark. */
  readonly label: string;
  readonly series: (index: number) => number;
  /** The row of the whole result; negative for one that it does not have. */
  readonly row: (row: number) => number;
}

/** Puts marks into the chart of all panels. */
export function moveMark(mark: Mark, change: MarkChange): Mark {
  return {
    ...mark,
    items: mark.items.map((item) => ({ ...item, rows: movedRows(item.rows, change) })),
    ...(mark.rows && { rows: movedRows(mark.rows, change) }),
  };
}

/** The same for those that are already written: escaped text has no quotation mark that could end an attribute. */
export function moveMarks(markup: Markup, change: MarkChange): Markup {
  return markup.replaceAll(/ data-mark="([^"]*)"/g, (_, written: string) => {
    const moved = JSON.stringify(movedMark(JSON.parse(unescaped(written)), change));
    return ` data-mark="${escaped(moved)}"`;
  }) as Markup;
}

function movedMark([label, x, items, rows]: WrittenMark, change: MarkChange): WrittenMark {
  const named = label === change.label ? label : `${change.label} · ${label}`;
  const moved = items.map((item) => movedItem(item, change));
  return rows === undefined
    ? [named, at(x + change.x), moved]
    : [named, at(x + change.x), moved, movedRanges(rows, change)];
}

type WrittenItem = WrittenMark[2][number];

function movedItem([series, y, text, rows, span]: WrittenItem, change: MarkChange): WrittenItem {
  const moved = [change.series(series), at(y + change.y), text, movedRanges(rows, change)] as const;
  return span ? [...moved, movedSpan(span, change)] : moved;
}

const movedSpan = ([axis, from, to]: Span, { x, y }: MarkChange): Span => {
  const by = axis === 'x' ? x : y;
  return [axis, at(from + by), at(to + by)];
};

const at = (position: number): number => tenths(position) / 10;

const movedRows = (rows: readonly number[], { row }: MarkChange): readonly number[] =>
  rows.map(row).filter((each) => each >= 0);

const movedRanges = (ranges: RowRanges, change: MarkChange): RowRanges =>
  toRanges(movedRows(fromRanges(ranges), change));

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
