import { memberKey } from '@inlay/protocol/member-key';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { ascending } from 'd3-array';
import type { ChartTraits } from '../chart-traits.ts';
import { isOthers } from '../format/format-cell.ts';
import type { SharedOptions } from '../options/shared-options.ts';
import { panelColumn, withoutColumn } from './panel-column.ts';
import { readColumns, toNumber } from './read-columns.ts';

/** The members of a dimension that a tile distinguishes by color. */
export interface ColoredMembers {
  /** The column of the dimension, as the query names it. */
  readonly column: string;
  readonly grain?: ResultColumn['grain'];
  /** The largest first. "Other" is not one of them. */
  readonly members: readonly ColoredMember[];
}

export interface ColoredMember {
  /** Its `memberKey`. */
  readonly key: string;
  /** Of the whole tile. */
  readonly share: number;
  /** The color that the dataset fixes. */
  readonly fixed?: string | undefined;
}

/** Undefined if color distinguishes no members: there is one series, or color distinguishes measures. */
export function coloredMembers(drawn: DrawnTile): ColoredMembers | undefined {
  const source = sourceOf(drawn);
  if (!source) return undefined;
  const fixed = fixedBy(source);
  const sizes = new Map<Cell, number>();
  const add = (value: Cell, size: number) => sizes.set(value, (sizes.get(value) ?? 0) + size);
  if ('pivoted' in source) {
    const { first, pivoted } = source;
    for (const { pivot, values } of pivoted)
      add(
        pivot.value,
        values.reduce<number>((sum, cell) => sum + sizeOf(cell), 0),
      );
    return { column: first.dimension, grain: first.grain, members: bySize(sizes, fixed) };
  }
  const { dimension, measure } = source;
  for (const [row, value] of dimension.values.entries())
    if (!isOthers(dimension, row)) add(value, sizeOf(measure?.values[row]));
  return { column: dimension.name, grain: dimension.grain, members: bySize(sizes, fixed) };
}

/** The colors that the dataset fixes, by `memberKey`. */
export function fixedColors(drawn: DrawnTile): ReadonlyMap<string, string> {
  const source = sourceOf(drawn);
  return source ? fixedBy(source) : new Map();
}

interface DrawnTile {
  readonly chart: Pick<ChartTraits, 'colors' | 'options'>;
  readonly tile: { readonly options?: SharedOptions };
  readonly result: QueryResult;
}

type Pivot = NonNullable<ResultColumn['pivot']>;
type Pivoted = ResultColumn & { readonly pivot: Pivot };

/** Where the members are: in the values of a dimension, or in columns that were pivoted from them. */
type Source =
  | { readonly dimension: ResultColumn; readonly measure: ResultColumn | undefined }
  | { readonly first: Pivot; readonly pivoted: readonly Pivoted[] };

function sourceOf({ chart, tile: { options }, result }: DrawnTile): Source | undefined {
  const { colors } = chart;
  if (colors === undefined || colors === 'chosen') return undefined;
  const inPanels = withoutColumn(result, panelColumn(chart, options, result));
  const { x, series, measures } = readColumns(inPanels, options);
  const dimension = colors === 'parts' ? x : colors === 'groups' && !options?.series ? undefined : series;
  if (dimension)
    return colors === 'series' && measures.length > 1 ? undefined : { dimension, measure: measures[0] };
  const pivoted = measures.filter((column): column is Pivoted => column.pivot !== undefined);
  const first = pivoted[0]?.pivot;
  if (colors !== 'series' || !first || first.measureLabel !== undefined) return undefined;
  return { first, pivoted: pivoted.filter(({ pivot }) => !pivot.others) };
}

const fixedBy = (source: Source): ReadonlyMap<string, string> =>
  new Map(
    'pivoted' in source
      ? source.pivoted.flatMap(({ pivot: { value, color } }) =>
          color === undefined ? [] : [[memberKey(value), color]],
        )
      : source.dimension.colors?.map(({ value, color }) => [memberKey(value), color]),
  );

const sizeOf = (cell: Cell | undefined): number => Math.abs(toNumber(cell) ?? 0);

function bySize(
  sizes: ReadonlyMap<Cell, number>,
  fixed: ReadonlyMap<string, string>,
): readonly ColoredMember[] {
  const total = sizes.values().reduce((sum, size) => sum + size, 0) || 1;
  return Array.from(sizes, ([value, size]) => {
    const key = memberKey(value);
    // Hashing each key costs more than the rest (budget: a tile in 1 ms).
    return { key, share: size / total, fixed: fixed.size === 0 ? undefined : fixed.get(key) };
  }).sort((a, b) => b.share - a.share || compareKeys(a.key, b.key));
}

/** Numbers by size, then texts by their characters, so that the order does not depend on a language; missing ones last. */
export function compareKeys(a: string, b: string): number {
  const [one, other] = [Number(a.slice(1)), Number(b.slice(1))];
  return (
    Number(a === '') - Number(b === '') ||
    Number(Number.isNaN(one)) - Number(Number.isNaN(other)) ||
    one - other ||
    ascending(a, b)
  );
}
