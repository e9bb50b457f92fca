import type { ChartProps } from '../chart-props.ts';
import { assignFills } from '../theme/assign-fills.ts';
import { otherFill } from '../theme/other-fill.ts';
import { addsUp } from './adds-up.ts';
import type { Series, SeriesData } from './read-series.ts';

/**
 * Merges parts beyond the palette into one part, `Other`: the sum stays correct and colors stay distinct. Parts that do
 * not add up are left out instead.
 */
export function foldSeries(props: ChartProps, data: SeriesData, most = 8): SeriesData {
  const own = data.series.filter((series) => !series.comparison);
  if (own.length <= most) return { ...data, series: own };
  const size = (series: Series) =>
    series.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
  const largest = new Set([...own].sort((a, b) => size(b) - size(a)).slice(0, most - 1));
  const rest = own.filter((series) => !largest.has(series));
  // Before, the palette may have been used up by smaller series.
  const shown = own.filter((series) => largest.has(series));
  const fills = assignFills(props, shown);
  const kept = shown.map((series, index) => ({ ...series, fill: fills[index] ?? series.fill }));
  if (!own.every(({ column }) => addsUp(column, []))) {
    const left = { count: rest.length + (data.rest?.count ?? 0), values: [], rows: () => [] };
    return { ...data, rest: left, series: kept };
  }
  const first = rest[0] as Series;
  const other: Series = {
    ...first,
    name: props.locale.messages.other,
    fill: otherFill(props.theme),
    values: data.positions.map((_, index) => {
      const parts = [...rest.map(({ values }) => values[index]), data.rest?.values[index]];
      return parts.every((part) => (part ?? null) === null)
        ? null
        : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
    }),
    rows: (index) => [
      ...new Set([...rest.flatMap(({ rows }) => rows(index)), ...(data.rest?.rows(index) ?? [])]),
    ],
  };
  return { ...data, rest: undefined, series: [...kept, other] };
}
