import type { ChartProps } from '../chart-props.ts';
import { ownFills } from '../theme/assign-fills.ts';
import { type Theme, tokenFill } from '../theme/create-theme.ts';
import { seriesTokens } from '../theme/tokens.ts';
import type { Series, SeriesData } from './read-series.ts';

/** More lines cannot be told apart. */
const mostLines = 12;
const highlighted = 5;

/** If there are too many lines, the largest and those with a color of their own stay; the rest become muted and last (ADR 335). */
export function highlightLargest(props: ChartProps, data: SeriesData): SeriesData {
  const { theme } = props;
  if (data.isOverlaid || data.series.length <= mostLines || data.series.some(({ comparison }) => comparison))
    return data;
  const size = (series: Series) =>
    series.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
  const sizes = new Map(data.series.map((series) => [series, size(series)]));
  const order = data.series.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const kept = new Set([...order.slice(0, highlighted), ...data.series.filter(ownFills(props))]);
  const fill = tokenFill(theme, 'axis');
  return {
    ...data,
    series: [
      ...distinct(
        theme,
        [...data.series].filter((series) => kept.has(series)),
      ),
      ...data.series
        .filter((series) => !kept.has(series))
        .map((series) => ({ ...series, fill, muted: true })),
    ],
  };
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
