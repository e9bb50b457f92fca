import type { VNode } from 'preact';
import { capBars } from '../../data/cap-categories.ts';
import { readSeries } from '../../data/read-series.ts';
import { flatLayers, layerEnds, stackSeries } from '../../data/stack-series.ts';
import { summarise } from '../../data/summarise.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { columnMarks, layerSpan } from '../../parts/column-marks.ts';
import { legend } from '../../parts/legend.ts';
import { referenceLines, referencesOf } from '../../parts/references.ts';
import { seriesNote, shownNote } from '../../parts/rows-note.ts';
import { textPaint } from '../../theme/create-theme.ts';
import { drawBars } from '../bar/draw.ts';
import { drawLines } from '../line/draw.ts';
import type { BarLineProps } from './options.ts';

/** Bars against the first axis, lines against a second one whose ticks share the gridlines. */
export function barLineChart(props: BarLineProps): VNode {
  const { theme, locale, tile } = props;
  const all = readSeries(props);
  const data = capBars(all, props.size.width, all.series.length);
  const chosen = new Set(
    tile.options?.line ?? [data.series.findLast((series) => !series.comparison)?.column.name],
  );
  const isLine = (name: string) => chosen.has(name) && data.series.length > 1;
  const bars = { ...data, series: data.series.filter((series) => !isLine(series.column.name)) };
  const lines = {
    ...data,
    series: data.series.filter((series) => isLine(series.column.name) && !series.comparison),
  };
  const stacked = tile.options?.layout === 'stacked' && bars.series.length > 1;
  const layers = stacked ? stackSeries(bars, false) : flatLayers(bars);
  const references = referencesOf(props, bars.series);
  const lineExtent = extentOf(lines.series.map((series) => series.values)) ?? { min: 0, max: 1 };
  const leader = lines.series[0];
  const words = locale.words;
  const header = legend(props, [
    ...bars.series.map((series) => ({
      name: series.name,
      paint: series.fill.paint,
      mark: series.comparison ? ('faint' as const) : ('square' as const),
    })),
    ...lines.series.map((series) => ({
      name: words.rightAxis(series.name),
      paint: series.fill.paint,
      mark: 'line' as const,
    })),
  ]);
  const note = seriesNote(props, all) ?? shownNote(props, data.positions.length, all.positions.length);
  const plot = cartesian(props, {
    data,
    header,
    value: {
      extent: extentOf([...layerEnds(layers), references.map(({ value }) => value)]) ?? { min: 0, max: 1 },
      zero: true,
      format: bars.series[0]?.format,
    },
    ...(leader && {
      second: {
        extent: lineExtent,
        zero: needsZero(lineExtent),
        format: leader.format,
        paint: lines.series.length === 1 ? textPaint(theme, leader.fill) : theme.paint['text-muted'],
      },
    }),
    slots: true,
    headRoom: 6 + annotationRoom(props),
    note: note !== undefined,
  });
  const drawn = [...bars.series, ...lines.series];
  return chartFrame(props, {
    summary: summarise(props, data),
    note,
    series: drawn.map((series) => [series.name, series.fill.paint]),
    ...columnMarks(
      props,
      { ...data, series: drawn },
      plot,
      (s, i) => {
        const line = lines.series[s - bars.series.length];
        const value = line?.values[i];
        if (line) return value === null || value === undefined ? null : plot.y2(value);
        const layer = layers[s]?.[i];
        return layer ? plot.y(layer.to) : null;
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
      drawLines(props, lines, plot, plot.y2, true),
    ],
  });
}
