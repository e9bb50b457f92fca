import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { capNames } from '../../data/cap-categories.ts';
import { runsOf } from '../../data/downsample.ts';
import { readSeries, type Series, type SeriesData } from '../../data/read-series.ts';
import { summarise } from '../../data/summarise.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { columnMarks } from '../../parts/column-marks.ts';
import { drawEndLabels, endLabels } from '../../parts/end-labels.ts';
import { caption, type Header, legend, noHeader } from '../../parts/legend.ts';
import { linePath } from '../../parts/path-data.ts';
import { referenceLines, referencesOf } from '../../parts/references.ts';
import { seriesNote, shownNote } from '../../parts/rows-note.ts';
import { circle, g, type Markup, path } from '../../parts/svg.ts';
import { thresholdBands } from '../../parts/thresholds.ts';

export function lineChart(props: ChartProps): VNode {
  const all = readSeries(props);
  const data = capNames(all, props.size.width);
  const labels = endLabels(props, data);
  const note = seriesNote(props, data) ?? shownNote(props, data.positions.length, all.positions.length);
  const references = referencesOf(props, data.series);
  const drawn = [...data.series.map((series) => series.values), references.map(({ value }) => value)];
  const extent = extentOf(drawn) ?? { min: 0, max: 1 };
  const header = lineHeader(props, data, labels !== undefined);
  const plot = cartesian(props, {
    data,
    header,
    value: {
      extent,
      zero: needsZero(extent),
      format: data.series[0]?.format,
      whole: data.series.every((series) => series.column.type === 'integer'),
    },
    slots: false,
    endRoom: labels?.room ?? 8,
    headRoom: 6 + annotationRoom(props),
    note: note !== undefined,
  });
  return chartFrame(props, {
    summary: summarise(props, data),
    note,
    series: data.series.map((series) => [series.name, series.fill.paint]),
    highlight: 'line dots',
    ...columnMarks(props, data, plot, (s, i) => yOf(data.series[s], i, plot.y)),
    body: [
      header.nodes,
      thresholdBands(props, data.series, plot),
      plot.grid,
      plot.baseline,
      referenceLines(props, references, data.series, plot),
      annotations(props, plot),
      drawLines(props, data, plot, plot.y),
      labels ? drawEndLabels(props, labels, plot) : null,
    ],
  });
}

/** Lines with a gap wherever a value is absent; a value alone between two gaps is a dot. */
export function drawLines(
  props: ChartProps,
  data: SeriesData,
  plot: Cartesian,
  y: (value: number) => number,
  cased = false,
): Markup {
  const columns = Math.max(50, Math.round(plot.right - plot.left));
  // The first series is drawn last, on top: it is the one the tile is about.
  const order = data.series
    .map((_, index) => index)
    .sort((a, b) => Number(data.series[b]?.comparison) - Number(data.series[a]?.comparison) || b - a);
  const dashes = dashesOf(props, data);
  return g(
    {
      fill: 'none',
      'stroke-width': data.positions.length > 300 ? 1.5 : 2.25,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    },
    order.map((index) => {
      const series = data.series[index] as Series;
      const runs = runsOf(series.values, data.positions, columns);
      const at = (i: number) => y(series.values[i] as number);
      const d = runs
        .filter((run) => run.length > 1)
        .map((run) => linePath(run, plot.x, at))
        .join('');
      const lone = runs.filter((run) => run.length === 1).map(([only]) => only as number);
      const last = runs.at(-1)?.at(-1);
      const dots = series.comparison || last === undefined || lone.includes(last) ? lone : [...lone, last];
      return [
        cased && d !== ''
          ? path(d, { stroke: props.theme.paint.surface, 'stroke-width': 5, opacity: 0.85 })
          : null,
        d === ''
          ? null
          : path(d, { stroke: series.fill.paint, 'stroke-dasharray': dashes.get(series), ...quiet(series) }),
        dots.map((dot) =>
          circle(plot.x(dot), at(dot), 3.5, {
            fill: series.fill.paint,
            stroke: props.theme.paint.surface,
            'stroke-width': 1.5,
          }),
        ),
      ];
    }),
  );
}

const strokes = [undefined, '4 5', '0.1 4', '5 5 0.1 5'] as const;

/** Series past the palette share its neutral colour: their strokes tell them apart. */
function dashesOf(props: ChartProps, data: SeriesData): ReadonlyMap<Series, string | undefined> {
  const neutral = data.series.filter(
    (series) => !series.comparison && series.fill.paint === props.theme.paint.neutral,
  );
  return new Map(neutral.map((series, index) => [series, strokes[index % strokes.length]]));
}

const quiet = (series: Series) =>
  series.comparison ? { 'stroke-dasharray': '2 4', 'stroke-width': 1.75, opacity: 0.8 } : {};

function yOf(series: Series | undefined, index: number, y: (value: number) => number): number | null {
  const value = series?.values[index];
  return value === null || value === undefined ? null : y(value);
}

function lineHeader(props: ChartProps, data: SeriesData, labelled: boolean): Header {
  const first = data.series.find((series) => !series.comparison);
  if (!first) return noHeader;
  if (data.series.length === 1) return caption(props, first.column.label);
  const measure = data.series.every((series) => series.column === first.column)
    ? caption(props, first.column.label)
    : noHeader;
  const compares = data.series.some((series) => series.comparison);
  if ((labelled && !compares) || props.tile.options?.legend === 'none') return measure;
  const dashes = dashesOf(props, data);
  const ordered = [...data.series].sort((a, b) => Number(a.comparison) - Number(b.comparison));
  return legend(
    props,
    ordered.map((series) => ({
      name: series.name,
      paint: series.fill.paint,
      mark: series.comparison ? 'dashed' : 'line',
      dash: dashes.get(series),
    })),
  );
}
