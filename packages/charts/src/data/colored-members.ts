import { memberKey } from '@inlay/protocol/member-key';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
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
export function coloredMembers(
  chart: Pick<ChartTraits, 'colors' | 'options'>,
  options: SharedOptions | undefined,
  result: QueryResult,
): ColoredMembers | undefined {
  const { colors } = chart;
  if (colors === undefined || colors === 'chosen') return undefined;
  const inPanels = withoutColumn(result, panelColumn(chart, options, result));
  const { x, series, measures } = readColumns(inPanels, options);
  const dimension = colors === 'parts' ? x : colors === 'groups' && !options?.series ? undefined : series;
  if (dimension) {
    const [measure] = measures;
    if (colors === 'series' && measures.length > 1) return undefined;
    const sizes = new Map<string, number>();
    for (let row = 0; row < result.rowCount; row += 1) {
      if (isOthers(dimension, row)) continue;
      const key = memberKey(dimension.values[row]);
      sizes.set(key, (sizes.get(key) ?? 0) + sizeOf(measure?.values[row]));
    }
    const fixed = new Map(dimension.colors?.map(({ value, color }) => [memberKey(value), color]));
    return { column: dimension.name, grain: dimension.grain, members: bySize(sizes, fixed) };
  }
  const pivoted = measures.flatMap(({ pivot, values }) => (pivot ? [{ ...pivot, values }] : []));
  const [first] = pivoted;
  if (colors !== 'series' || !first || first.measureLabel !== undefined) return undefined;
  const members = pivoted.filter(({ others }) => !others);
  const sizes = new Map(
    members.map(({ value, values }) => [
      memberKey(value),
      values.reduce<number>((sum, cell) => sum + sizeOf(cell), 0),
    ]),
  );
  const fixed = new Map(
    members.flatMap(({ value, color }) => (color === undefined ? [] : [[memberKey(value), color]])),
  );
  return { column: first.dimension, grain: first.grain, members: bySize(sizes, fixed) };
}

const sizeOf = (cell: Cell | undefined): number => Math.abs(toNumber(cell) ?? 0);

function bySize(
  sizes: ReadonlyMap<string, number>,
  fixed: ReadonlyMap<string, string>,
): readonly ColoredMember[] {
  const total = sizes.values().reduce((sum, size) => sum + size, 0) || 1;
  return Array.from(sizes, ([key, size]) => ({ key, share: size / total, fixed: fixed.get(key) })).sort(
    (a, b) => b.share - a.share || compareKeys(a.key, b.key),
  );
}

/** Numbers by size and texts by their characters, so that the order does not depend on a language; missing ones last. */
export function compareKeys(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const difference = Number(a.slice(1)) - Number(b.slice(1));
  return difference || (a < b ? -1 : Number(a > b));
}
