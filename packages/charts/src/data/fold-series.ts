import type { ChartProps } from '../chart-props.ts';
import { assignFills } from '../theme/assign-fills.ts';
import { otherFill } from '../theme/other-fill.ts';
import { addsUp } from './adds-up.ts';
import { keepLargest, seriesKey, seriesToRank } from './largest-series.ts';
import type { Series, SeriesData } from './read-series.ts';

/**
 * Merges parts beyond the palette into one part, `Other`: the sum stays correct and colors stay distinct. Parts that do
 * not add up are left out instead.
 */
export function foldSeries(props: ChartProps, data: SeriesData, limit = 8): SeriesData {
  const own = data.series.filter((series) => !series.comparison);
  const all = seriesToRank(props, own);
  if (all.length <= limit) return { ...data, series: own };
  const largest = keepLargest(all, limit - 1);
  // Before, the palette may have been used up by smaller series, also that of panels.
  const { panel: _, ...alone } = props;
  const fills = assignFills(alone, largest);
  const fillOf = new Map(largest.map((series, index) => [seriesKey(series), fills[index]]));
  const rest = own.filter((series) => !fillOf.has(seriesKey(series)));
  const kept = own.flatMap((series) => {
    const fill = fillOf.get(seriesKey(series));
    return fill ? { ...series, fill } : [];
  });
  if (!own.every(({ column }) => addsUp(column, []))) {
    const left = { count: rest.length + (data.rest?.count ?? 0), values: [], rows: () => [] };
    return { ...data, rest: left, series: kept };
  }
  // A panel may have none of the smaller ones.
  const first = rest[0] ?? (data.rest && own[0]);
  if (!first) return { ...data, series: kept };
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
