import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { capNames } from '../../data/cap-categories.ts';
import { bridgesOf, runsOf } from '../../data/downsample.ts';
import { foldSeries } from '../../data/fold-series.ts';
import { readSeries, type Series, type SeriesData } from '../../data/read-series.ts';
import { isPercent, type Layer, layerEnds, stackSeries } from '../../data/stack-series.ts';
import { summarise } from '../../data/summarise.ts';
import { trendOf } from '../../data/trend-line.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { extentOf } from '../../layout/value-axis.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { clamp, clippedArea, clippedLine, isOutside } from '../../parts/clipped-path.ts';
import { columnMarks, layerSpan } from '../../parts/column-marks.ts';
import { cutIncomplete, dashes } from '../../parts/dashed-line.ts';
import { drawLabels, lineSpots } from '../../parts/data-labels.ts';
import { endDot } from '../../parts/end-dot.ts';
import { drawEndLabels, endLabels } from '../../parts/end-labels.ts';
import { litRuns, partOf, seriesShape } from '../../parts/focus.ts';
import { caption, tint, titledLegend } from '../../parts/legend.ts';
import { partsNotes, percentNotes } from '../../parts/notes.ts';
import { barPath } from '../../parts/path-data.ts';
import { referenceLines, referencesOf } from '../../parts/references.ts';
import { g, type Markup, path, px } from '../../parts/svg.ts';
import { drawTrend, trendItem } from '../../parts/trend.ts';
import { layerScale, onScale, scaleNotes } from '../../parts/value-scale.ts';

/** One area, or several, stacked unless the tile uses percent. */
export function areaChart(props: ChartProps): VNode {
  const all = foldSeries(props, withGaps(props, readSeries(props)));
  const capped = capNames(all, props.size.width);
  const single = capped.series.length === 1;
  const percent = isPercent(props.tile.options, capped);
  const scale = layerScale(props, capped, stackSeries(capped, percent), { stacked: !single, percent });
  const data = onScale(capped, scale);
  const layers = stackSeries(data, percent);
  const references = percent ? [] : referencesOf(props, data.series);
  const trend = single ? trendOf(props, data) : undefined;
  const drawn = [
    ...layerEnds(layers),
    references.map(({ value }) => value),
    ...(trend?.lines ?? []).map(({ values }) => values),
  ];
  const found = extentOf(drawn, scale.log) ?? { min: 0, max: 1 };
  const extent = percent ? { min: Math.min(0, found.min), max: 1 } : found;
  const format = percent ? ({ kind: 'percent' } as const) : data.series[0]?.format;
  const first = data.series[0];
  const alone = data.positions.length === 1;
  const labels = alone && single ? undefined : endLabels(props, data);
  const written = single && (props.tile.options?.labels ?? (alone ? 'all' : 'auto')) === 'all';
  const header =
    first && ((single ? !trend : labels) || props.tile.options?.legend === 'none')
      ? caption(props, props.tile.options?.yTitle || first.column.label)
      : titledLegend(props, [
          ...data.series.map(({ name, fill }) => ({
            name,
            color: fill.color,
            mark: single ? ('tint' as const) : ('square' as const),
          })),
          ...trendItem(props, trend),
        ]);
  const notes = [
    ...partsNotes(props, all, data.positions.length),
    ...percentNotes(props, data),
    ...scaleNotes(props, scale),
  ];
  const plot = cartesian(props, {
    data,
    header,
    value: {
      extent,
      zero: true,
      format,
      whole: !percent && data.series.every((series) => series.column.type === 'integer'),
      ...scale,
    },
    slots: false,
    endRoom: labels?.room ?? 8,
    headRoom: (written ? 16 : 6) + annotationRoom(props),
    notes,
  });
  return chartFrame(props, {
    summary: summarise(props, data),
    notes: [...notes, ...plot.notes],
    series: data.series.map((series) => [series.name, series.fill.color]),
    highlight: 'line dots',
    ...columnMarks(
      props,
      data,
      plot,
      (s, i) => topOf(layers[s]?.[i], plot),
      (s, i) => layerSpan(layers[s]?.[i], plot),
    ),
    body: [
      header.nodes,
      plot.grid,
      g(
        {},
        data.series.map((series, index) => drawLayer(props, data, series, layers[index] ?? [], plot)),
      ),
      plot.baseline,
      single && !alone ? lastDot(props, data, plot) : null,
      drawTrend(props, data, trend, plot),
      labels
        ? drawEndLabels(
            props,
            labels,
            plot,
            single ? undefined : labels.items.map(({ index }, place) => middleOf(layers[place]?.[index])),
          )
        : null,
      written ? drawLabels(props, lineSpots(props, data, plot), { ...plot, top: plot.top - 14 }) : null,
      referenceLines(props, references, data.series, plot),
      annotations(props, plot),
    ],
  });
}

const middleOf = (layer: Layer | null | undefined) => (layer ? (layer.from + layer.to) / 2 : 0);

const topOf = (layer: Layer | null | undefined, plot: Cartesian) => (layer ? plot.yInside(layer.to) : null);

function drawLayer(
  props: ChartProps,
  data: SeriesData,
  series: Series,
  layer: readonly (Layer | null)[],
  plot: Cartesian,
): Markup {
  const single = data.series.length === 1;
  const alone = data.positions.length === 1;
  const width = alone ? 64 : 8;
  const columns = Math.max(50, Math.round(plot.right - plot.left));
  const tops = layer.map((step) => step?.to ?? null);
  const runs = runsOf(tops, data.positions, columns);
  const { runs: whole, segment } = cutIncomplete(runs, data.incomplete?.index);
  const upper = (index: number) => plot.y((layer[index] as Layer).to);
  const lower = (index: number) => plot.y((layer[index] as Layer).from);
  const areaOf = (run: readonly number[]) => {
    const [only] = run;
    const isArea = run.length > 1 || (single && !alone);
    if (isArea || only === undefined) return clippedArea(run, plot.x, upper, lower, plot);
    // A single period, and a layer between two gaps, have no width: draw a bar.
    const [foot, head] = [clamp(lower(only), plot), clamp(upper(only), plot)];
    return barPath(foot, head, plot.x(only) - width / 2, width, true, 0);
  };
  const lineOf = (list: readonly (readonly number[])[]) =>
    alone
      ? list
          .flat()
          .map((only) => `M${px(plot.x(only) - width / 2)} ${px(upper(only))}h${width}`)
          .join('')
      : list.map((run) => clippedLine(run, plot.x, upper, plot)).join('');
  // Where only the segment to the last period is left of a run, its first value needs no bar of its own.
  const filled = segment?.length ? whole.filter((run) => run !== whole.at(-1) || run.length > 1) : whole;
  // A line across a gap in a stack would look like its other layers.
  const bridges = single && data.xKind === 'time' ? bridgesOf(runs) : [];
  const dashed = lineOf([...bridges, ...(segment ? [segment] : [])]);
  const opacity = single ? tint : 1;
  const shape = seriesShape(props, series);
  const lit = shape.isLit ? litRuns(filled, shape.isLit) : [];
  const litShape = { ...shape, opacity: undefined };
  const stroke = (width: number) => ({
    fill: 'none',
    stroke: single ? series.fill.color : props.theme.colors.surface,
    'stroke-width': single ? width : 1,
    'stroke-linejoin': 'round',
    // A single value between two gaps is drawn as a dot.
    'stroke-linecap': single ? 'round' : undefined,
  });
  return g(
    {},
    path(filled.map(areaOf).join(''), { fill: series.fill.color, ...partOf(shape, 'area', opacity) }),
    segment
      ? path(areaOf(segment), { fill: series.fill.color, ...partOf(shape, 'open', opacity / 2) })
      : null,
    path(lineOf(single ? filled : filled.filter((run) => run.length > 1)), {
      ...stroke(2.25),
      ...partOf(shape, 'line'),
    }),
    dashed === ''
      ? null
      : path(dashed, { ...stroke(1.75), 'stroke-dasharray': dashes, ...partOf(shape, 'gaps') }),
    shape.isLit
      ? [
          path(lit.map(areaOf).join(''), {
            fill: series.fill.color,
            ...partOf(litShape, 'lit area', opacity),
          }),
          path(lineOf(lit.filter((run) => run.length > 1)), { ...stroke(2.25), ...partOf(litShape, 'lit') }),
        ]
      : null,
  );
}

function lastDot(props: ChartProps, data: SeriesData, plot: Cartesian): Markup | null {
  const series = data.series[0];
  const index = series?.values.findLastIndex((value) => value !== null) ?? -1;
  const value = series?.values[index];
  if (!series || value === null || value === undefined || isOutside(plot.y(value), plot)) return null;
  const shape = seriesShape(props, series);
  return endDot(props, plot.x(index), plot.y(value), {
    color: series.fill.color,
    isHollow: index === data.incomplete?.index,
    shape: {
      ...partOf(shape, 'end'),
      ...(shape.isLit?.(index) && { opacity: undefined }),
    },
  });
}
