import type { ChartProps } from '../chart-props.ts';
import type { SeriesData } from '../data/read-series.ts';
import { isPercent, isStacked } from '../data/stack-series.ts';
import { formatFull } from '../format/format-number.ts';

type Numbers = readonly number[];

/** What readers have to know about a chart. The panels of small multiples say it once, for all of them. */
export interface Note {
  /** Panels say notes of the same key once. */
  readonly key: string;
  readonly numbers: Numbers;
  /** The numbers of all panels; without it, they are added up. */
  readonly merge?: (panels: readonly Numbers[]) => Numbers;
  /** What is counted, said only by charts that count several things; '' if it has no name. */
  readonly of?: string;
  /** Undefined if there is nothing to say, such as that all rows are shown. */
  readonly write: (...numbers: number[]) => string | undefined;
}

export const textNote = (text: string): Note => ({ key: text, numbers: [], write: () => text });

/** Several notes in one line; undefined if there are none. */
export function writeNotes(notes: readonly Note[]): string | undefined {
  const written = notes.flatMap(({ numbers, of, write }) => {
    const text = write(...numbers);
    return text === undefined ? [] : [{ text, of }];
  });
  if (written.length === 0) return undefined;
  const isNamed = written.filter(({ of }) => of !== undefined).length > 1;
  return written.map(({ text, of }) => (of && isNamed ? `${text} (${of})` : text)).join(' · ');
}

/** The notes of panels as those of one chart. */
export const mergeNotes = (notes: readonly Note[]): readonly Note[] =>
  Map.groupBy(notes, ({ key }) => key)
    .values()
    .flatMap((same) => {
      const [first] = same;
      const { merge = addUp } = first ?? {};
      return first ? [{ ...first, numbers: merge(same.map(({ numbers }) => numbers)) }] : [];
    })
    .toArray();

const addUp = (panels: readonly Numbers[]): Numbers =>
  panels.reduce((sums, numbers) => sums.map((sum, place) => sum + (numbers[place] ?? 0)));

/** What all panels have in common, such as the categories of a shared axis, or else their sums. */
export const commonOrSum = (panels: readonly Numbers[]): Numbers => {
  const [first = []] = panels;
  return panels.every((numbers) => String(numbers) === String(first)) ? first : addUp(panels);
};

/** A note if rows are missing that the author did not exclude. */
export function rowsNotes(props: ChartProps): readonly Note[] {
  const { result, locale, panel } = props;
  const { rowCount: count } = result;
  // The chart of all panels says it once.
  return !panel && isCut(props)
    ? [textNote(locale.messages.truncated({ count, rows: formatFull(count, undefined, locale) }))]
    : [];
}

/** A top-eight tile with eight rows is complete, unless it shows shares, which relate to the rows shown. */
export function isCut({ chart, result, tile }: ChartProps): boolean {
  const shares = chart.isWhole || tile.options?.layout === 'percent';
  const asked = tile.query.limit !== undefined && result.rowCount >= tile.query.limit;
  return result.truncated && (shares || !asked);
}

/** Notes if not all series or categories are shown, or rows are missing. */
export function partsNotes(props: ChartProps, all: SeriesData, categories: number): readonly Note[] {
  const { rest, positions, x, split } = all;
  const shown = all.series.filter(({ comparison }) => !comparison).length;
  const hidden = rest?.count ?? 0;
  return countNotes(props, [
    { key: 'series', of: split?.label, shown, all: shown + hidden },
    { key: 'categories', of: x?.label, shown: categories, all: positions.length },
  ]);
}

/** A note if not all categories are shown, or rows are missing. */
export const shownNotes = (props: ChartProps, shown: number, all: number, of?: string): readonly Note[] =>
  countNotes(props, [{ key: 'categories', of, shown, all }]);

interface Count {
  readonly key: string;
  readonly of: string | undefined;
  readonly shown: number;
  readonly all: number;
}

/** Notes about what is not shown; if everything is, about rows that are missing. */
export function countNotes(props: ChartProps, counts: readonly Count[]): readonly Note[] {
  const { locale, panel } = props;
  const number = (value: number) => formatFull(value, undefined, locale);
  // A panel also counts what it shows completely, because another one may not.
  const incomplete = counts.filter(({ shown, all }) => panel || shown < all);
  if (incomplete.length === 0) return rowsNotes(props);
  return incomplete.map(
    ({ key, of = '', shown, all }): Note => ({
      key,
      of,
      numbers: [shown, all],
      merge: commonOrSum,
      write: (some = 0, whole = 0) =>
        some < whole ? locale.messages.shownOf({ shown: number(some), all: number(whole) }) : undefined,
    }),
  );
}

/** A note if stacks show values although the author chose percentages. */
export const percentNotes = (props: ChartProps, data: SeriesData): readonly Note[] =>
  isStacked(props.tile.options, data) &&
  props.tile.options?.layout === 'percent' &&
  !isPercent(props.tile.options, data)
    ? [textNote(props.locale.messages.notPercent)]
    : [];
