import type { ChartProps } from '../chart-props.ts';
import { isHighlighted } from '../parts/focus.ts';
import { ownFills } from '../theme/assign-fills.ts';
import { type Theme, tokenFill } from '../theme/create-theme.ts';
import { seriesTokens } from '../theme/tokens.ts';
import { keepLargest, seriesKey, seriesToRank } from './largest-series.ts';
import { maxSeries, type Series, type SeriesData } from './read-series.ts';
import type { SizedSeries } from './sized-series.ts';

/** More lines cannot be told apart. */
const maxLines = 12;
const highlighted = 5;

/** The number of lines that are not highlighted, in all panels. */
export function countMuted(props: ChartProps, { series }: SeriesData): number {
  if (!props.panel) return series.filter(({ muted }) => muted).length;
  const all = props.panel.series();
  const kept = highlightedKeys(props, all);
  return keepLargest(all, maxSeries).filter((each) => !kept.has(seriesKey(each))).length;
}

/** If there are too many lines, the largest and those with a color of their own stay; the rest become muted and last (ADR 335). */
export function highlightLargest(props: ChartProps, data: SeriesData): SeriesData {
  const { theme } = props;
  const all = seriesToRank(props, data.series);
  if (data.isOverlaid || all.length <= maxLines || data.series.some(({ comparison }) => comparison))
    return data;
  const kept = new Set([...highlightedKeys(props, all), ...focusedSeries(props, data).map(seriesKey)]);
  const fill = tokenFill(theme, 'axis');
  return {
    ...data,
    series: [
      ...distinct(
        theme,
        [...data.series].filter((series) => kept.has(seriesKey(series))),
      ),
      ...data.series
        .filter((series) => !kept.has(seriesKey(series)))
        .map((series) => ({ ...series, fill, muted: true })),
    ],
  };
}

const highlightedKeys = (props: ChartProps, all: readonly SizedSeries[]): ReadonlySet<string> =>
  new Set([...keepLargest(all, highlighted), ...all.filter(ownFills(props))].map(seriesKey));

/** The lines that a step of a story highlights. A range of time highlights a part of all of them. */
function focusedSeries(props: ChartProps, { series, positions }: SeriesData): readonly Series[] {
  if (!props.emphasis?.has || props.panel) return [];
  const found = series.filter(({ rows, column }) =>
    positions.some((_, index) => isHighlighted(props, rows(index), column)),
  );
  return found.length < series.length ? found : [];
}

/**
 * Measures beyond the palette get the colors that muted ones no longer need. Members of a dimension do not: there, a
 * color means another member.
 */
function distinct(theme: Theme, series: readonly Series[]): readonly Series[] {
  const taken = new Set(series.map(({ fill }) => fill.token));
  const free = seriesTokens.filter((token) => !taken.has(token));
  return series.map((each) =>
    each.fill.token === 'neutral' && each.member === undefined
      ? { ...each, fill: tokenFill(theme, free.shift() ?? 'neutral') }
      : each,
  );
}
