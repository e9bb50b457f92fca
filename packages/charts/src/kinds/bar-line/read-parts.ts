import { capBars, maxBars } from '../../data/cap-categories.ts';
import { readSeries, type Series, type SeriesData } from '../../data/read-series.ts';
import { flatLayers, type Layer, layerEnds, stackSeries } from '../../data/stack-series.ts';
import { type Trend, trendOf } from '../../data/trend-line.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { extentOf } from '../../layout/value-axis.ts';
import type { LegendItem } from '../../parts/legend-item.ts';
import { type Reference, referencesOf } from '../../parts/references.ts';
import { layerScale, onScale, type ValueScale } from '../../parts/value-scale.ts';
import type { BarLineProps } from './options.ts';

/** What a bar-line chart draws, on two axes or in two panels. */
export interface Parts {
  /** With the categories that do not fit. */
  readonly all: SeriesData;
  readonly data: SeriesData;
  readonly bars: SeriesData;
  readonly lines: SeriesData;
  readonly stacked: boolean;
  readonly layers: readonly (readonly (Layer | null)[])[];
  readonly scale: ValueScale;
  readonly trend: Trend | undefined;
  readonly references: readonly Reference[];
}

export function readParts(props: BarLineProps): Parts {
  const { size, tile } = props;
  const given = readSeries(props);
  const all = withGaps(props, given, maxBars(size.width, given.series.length));
  const data = capBars(all, size.width, all.series.length);
  const chosen = new Set(
    tile.options?.line ?? [data.series.findLast((series) => !series.comparison)?.column.name],
  );
  const own = data.series.filter(({ comparison }) => !comparison);
  // The previous period of a line is a line too, unless it is the only other series.
  const isLine = ({ column, comparison }: Series) =>
    chosen.has((comparison && own.length > 1 && column.comparisonOf) || column.name) &&
    data.series.length > 1;
  const columns = { ...data, series: data.series.filter((series) => !isLine(series)) };
  const lines = {
    ...data,
    series: data.series
      .filter(isLine)
      .sort((one, other) => Number(one.comparison) - Number(other.comparison)),
  };
  const stacked = tile.options?.layout === 'stacked' && columns.series.length > 1;
  const layersOf = (of: SeriesData) => (stacked ? stackSeries(of, false) : flatLayers(of));
  const scale = layerScale(props, columns, layersOf(columns), { stacked, percent: false });
  const bars = onScale(columns, scale);
  return {
    all,
    data,
    bars,
    lines,
    stacked,
    layers: layersOf(bars),
    scale,
    trend: stacked ? undefined : trendOf(props, bars),
    references: referencesOf(props, bars.series),
  };
}

/** The value axis of the bars. */
export function barAxis({ bars, layers, scale, trend, references }: Parts) {
  const values = [
    ...layerEnds(layers),
    references.map(({ value }) => value),
    ...(trend?.lines ?? []).map((line) => line.values),
  ];
  const extent = extentOf(values, scale.log) ?? { min: 0, max: 1 };
  return { extent, zero: true, format: bars.series[0]?.format, ...scale };
}

export const lineItem = ({ name, fill, comparison }: Series): LegendItem => ({
  name,
  color: fill.color,
  mark: comparison ? 'dashed' : 'line',
});

export const barItems = ({ series }: SeriesData): readonly LegendItem[] =>
  series.map(({ name, fill, comparison }) => ({
    name,
    color: fill.color,
    mark: comparison ? 'faint' : 'square',
  }));
