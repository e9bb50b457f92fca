import type { VNode } from 'preact';
import { capBars, maxBars } from '../../data/cap-categories.ts';
import { readSeries, type SeriesData } from '../../data/read-series.ts';
import { flatLayers, layerEnds, stackSeries } from '../../data/stack-series.ts';
import { summarise } from '../../data/summarise.ts';
import { trendOf } from '../../data/trend-line.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { columnMarks, layerSpan } from '../../parts/column-marks.ts';
import { barAreas, barSpots, drawLabels, lineSpots } from '../../parts/data-labels.ts';
import { titledLegend } from '../../parts/legend.ts';
import type { LegendItem } from '../../parts/legend-item.ts';
import { referenceLines, referencesOf } from '../../parts/references.ts';
import { joinNotes, seriesNote, shownNote } from '../../parts/rows-note.ts';
import { drawTrend, trendItem } from '../../parts/trend.ts';
import { layerScale, onScale, scaleNotes } from '../../parts/value-scale.ts';
import { textColor } from '../../theme/create-theme.ts';
import { drawBars } from '../bar/draw.ts';
import { drawLines } from '../line/draw.ts';
import type { BarLineProps } from './options.ts';

/** Bars against the first axis, lines against a second one whose ticks share the gridlines. */
export function barLineChart(props: BarLineProps): VNode {
  const { theme, tile } = props;
  const given = readSeries(props);
  const all = withGaps(props, given, maxBars(props.size.width, given.series.length));
  const data = capBars(all, props.size.width, all.series.length);
  const chosen = new Set(
    tile.options?.line ?? [data.series.findLast((series) => !series.comparison)?.column.name],
  );
  const isLine = (name: string) => chosen.has(name) && data.series.length > 1;
  const columns = { ...data, series: data.series.filter((series) => !isLine(series.column.name)) };
  const lines = {
    ...data,
    series: data.series.filter((series) => isLine(series.column.name) && !series.comparison),
  };
  const stacked = tile.options?.layout === 'stacked' && columns.series.length > 1;
  const layersOf = (of: SeriesData) => (stacked ? stackSeries(of, false) : flatLayers(of));
  const scale = layerScale(props, columns, layersOf(columns), { stacked, percent: false });
  const bars = onScale(columns, scale);
  const layers = layersOf(bars);
  const trend = stacked ? undefined : trendOf(props, bars);
  const withLabels = tile.options?.labels === 'all';
  const references = referencesOf(props, bars.series);
  const lineExtent = extentOf(lines.series.map((series) => series.values)) ?? { min: 0, max: 1 };
  const leader = lines.series[0];
  const header = titledLegend(props, [...legendItems(props, bars, lines), ...trendItem(props, trend)]);
  const note = joinNotes([
    seriesNote(props, all) ?? shownNote(props, data.positions.length, all.positions.length),
    ...scaleNotes(props, scale),
  ]);
  const barValues = [
    ...layerEnds(layers),
    references.map(({ value }) => value),
    ...(trend?.lines ?? []).map(({ values }) => values),
  ];
  const plot = cartesian(props, {
    data,
    header,
    value: {
      extent: extentOf(barValues, scale.log) ?? { min: 0, max: 1 },
      zero: true,
      format: bars.series[0]?.format,
      ...scale,
    },
    ...(leader && {
      second: {
        extent: lineExtent,
        zero: needsZero(lineExtent),
        format: leader.format,
        color: lines.series.length === 1 ? textColor(theme, leader.fill) : theme.colors['text-muted'],
      },
    }),
    slots: true,
    headRoom: (withLabels ? 20 : 6) + annotationRoom(props),
    note: note !== undefined,
  });
  const drawn = [...bars.series, ...lines.series];
  return chartFrame(props, {
    summary: summarise(props, data),
    note,
    series: drawn.map((series) => [series.name, series.fill.color]),
    ...columnMarks(
      props,
      { ...data, series: drawn },
      plot,
      (s, i) => {
        const line = lines.series[s - bars.series.length];
        const value = line?.values[i];
        if (line) return value === null || value === undefined ? null : plot.y2(value);
        const layer = layers[s]?.[i];
        return layer ? plot.yInside(layer.to) : null;
      },
      (s, i) => (s < bars.series.length && stacked ? layerSpan(layers[s]?.[i], plot) : undefined),
    ),
    body: [
      header.nodes,
      plot.grid,
      drawBars(props, bars, layers, plot, stacked),
      plot.baseline,
      referenceLines(props, references, bars.series, plot),
      annotations(props, plot),
      drawTrend(props, bars, trend, plot, true),
      drawLines(props, lines, plot, plot.y2, true),
      withLabels
        ? drawLabels(
            props,
            [...barSpots(props, bars, layers, plot, stacked), ...lineSpots(props, lines, plot, plot.y2)],
            { ...plot, top: plot.top - 18 },
            barAreas(bars, layers, plot),
          )
        : null,
    ],
  });
}

function legendItems({ locale }: BarLineProps, bars: SeriesData, lines: SeriesData): readonly LegendItem[] {
  return [
    ...bars.series.map((series) => ({
      name: series.name,
      color: series.fill.color,
      mark: series.comparison ? ('faint' as const) : ('square' as const),
    })),
    ...lines.series.map((series) => ({
      name: locale.messages.rightAxis({ name: series.name }),
      color: series.fill.color,
      mark: 'line' as const,
    })),
  ];
}
