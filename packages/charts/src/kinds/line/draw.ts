import { mean } from 'd3-array';
import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { capNames } from '../../data/cap-categories.ts';
import { bridgesOf, runsOf } from '../../data/downsample.ts';
import { countMuted, highlightLargest } from '../../data/highlight-largest.ts';
import { overlayYears } from '../../data/overlay-years.ts';
import { readSeries, type Series, type SeriesData } from '../../data/read-series.ts';
import { summarise } from '../../data/summarise.ts';
import { type Trend, trendOf } from '../../data/trend-line.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { formatFull } from '../../format/format-number.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { clippedLine, isOutside } from '../../parts/clipped-path.ts';
import { columnMarks } from '../../parts/column-marks.ts';
import { cutIncomplete, dashes } from '../../parts/dashed-line.ts';
import { drawLabels, lineSpots } from '../../parts/data-labels.ts';
import { endDot } from '../../parts/end-dot.ts';
import { drawEndLabels, endLabels } from '../../parts/end-labels.ts';
import { litRuns, partOf, type SeriesShape, seriesShape } from '../../parts/focus.ts';
import { caption, type Header, noHeader, titledLegend } from '../../parts/legend.ts';
import { lineMarks } from '../../parts/line-marks.ts';
import { partsNotes } from '../../parts/notes.ts';
import { referenceLines, referencesOf } from '../../parts/references.ts';
import { g, type Markup, path } from '../../parts/svg.ts';
import { thresholdBands } from '../../parts/thresholds.ts';
import { drawTrend, trendItem } from '../../parts/trend.ts';
import { onScale, scaleNotes, valueScale } from '../../parts/value-scale.ts';
import { tokenFill } from '../../theme/create-theme.ts';

export function lineChart(props: ChartProps): VNode {
  const all = overlayYears(props, withGaps(props, readSeries(props)));
  const capped = capNames(all, props.size.width);
  const scale = valueScale(props, {
    values: capped.series.map((series) => series.values),
    format: capped.series[0]?.format,
  });
  const data = onScale(highlightLargest(props, capped), scale);
  const shown = { ...data, series: data.series.filter(({ muted }) => !muted) };
  const named = { ...shown, series: [...shown.series, ...othersOf(props, data)] };
  const labels = endLabels(props, named);
  const notes = [...partsNotes(props, all, data.positions.length), ...scaleNotes(props, scale)];
  const references = referencesOf(props, data.series);
  // Years that start again have no common direction.
  const trend = data.isOverlaid ? undefined : trendOf(props, shown);
  const drawn = [
    ...data.series.map((series) => series.values),
    references.map(({ value }) => value),
    ...(trend?.lines ?? []).map(({ values }) => values),
  ];
  const extent = extentOf(drawn, scale.log) ?? { min: 0, max: 1 };
  const header = lineHeader(props, named, labels !== undefined, trend);
  const plot = cartesian(props, {
    data,
    header,
    value: {
      extent,
      zero: needsZero(extent),
      format: data.series[0]?.format,
      whole: data.series.every((series) => series.column.type === 'integer'),
      ...scale,
    },
    slots: false,
    endRoom: labels?.room ?? 8,
    headRoom: (props.tile.options?.labels === 'all' ? 16 : 6) + annotationRoom(props),
    notes,
  });
  return chartFrame(props, {
    summary: summarise(props, data),
    notes: [...notes, ...plot.notes],
    series: data.series.map((series) => [series.name, series.fill.color]),
    highlight: 'line dots',
    ...(shown.series.length < data.series.length
      ? { ...lineMarks(props, data, plot), keyboard: 'grid' as const }
      : columnMarks(props, data, plot, (s, i) => yOf(data.series[s], i, plot.y))),
    body: [
      header.nodes,
      thresholdBands(props, data.series, plot),
      plot.grid,
      plot.baseline,
      referenceLines(props, references, data.series, plot),
      annotations(props, plot),
      drawLines(props, data, plot, plot.y),
      drawTrend(props, data, trend, plot),
      labels ? drawEndLabels(props, labels, plot) : null,
      props.tile.options?.labels === 'all'
        ? drawLabels(props, lineSpots(props, shown, plot), { ...plot, top: plot.top - 14 })
        : null,
    ],
  });
}

/** Lines, dashed across missing values and to a period that is not over; a single value between two gaps is a dot. */
export function drawLines(
  props: ChartProps,
  data: SeriesData,
  plot: Cartesian,
  y: (value: number) => number,
  cased = false,
): Markup {
  const columns = Math.max(50, Math.round(plot.right - plot.left));
  // The first series is drawn last, on top, since it is the most important.
  const shapes = data.series.map((series) => seriesShape(props, series));
  const isDim = (index: number) => Number(shapes[index]?.opacity !== undefined && !shapes[index].isLit);
  const order = data.series
    .map((_, index) => index)
    .sort(
      (a, b) =>
        isDim(b) - isDim(a) ||
        Number(data.series[b]?.comparison) - Number(data.series[a]?.comparison) ||
        b - a,
    );
  const patterns = dashesOf(props, data);
  return g(
    {
      fill: 'none',
      'stroke-width': data.positions.length > 300 ? 1.5 : 2.25,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    },
    order.map((index) => {
      const series = data.series[index] as Series;
      const runs = runsOfSeries(series, data.positions, columns);
      const at = (i: number) => y(series.values[i] as number);
      const drawn = (list: readonly (readonly number[])[]) =>
        list
          .filter((run) => run.length > 1)
          .map((run) => clippedLine(run, plot.x, at, plot))
          .join('');
      const incomplete = series.fade === undefined ? data.incomplete?.index : undefined;
      const whole = cutIncomplete(runs, incomplete);
      const d = drawn(whole.runs);
      const bridges = data.xKind === 'time' ? bridgesOf(runs) : [];
      const dashed = drawn([...bridges, ...(whole.segment ? [whole.segment] : [])]);
      const lone = runs.filter((run) => run.length === 1).map(([only]) => only as number);
      const last = runs.at(-1)?.at(-1);
      const ends =
        series.comparison ||
        series.muted ||
        series.fade !== undefined ||
        last === undefined ||
        lone.includes(last)
          ? lone
          : [...lone, last];
      const shape = shapes[index] as SeriesShape;
      const { isLit } = shape;
      const lit = isLit ? litRuns(whole.runs, isLit) : [];
      const dashedShape = isLit && whole.segment?.every(isLit) ? { ...shape, opacity: undefined } : shape;
      const dot = (i: number) => ({
        color: series.fill.color,
        isHollow: i === incomplete,
        // Many of them would hide the line.
        radius: lone.length > 40 ? 2 : 3.5,
        shape: {
          ...partOf(shape, i === last ? 'end' : `dot ${data.positions[i]}`),
          ...(isLit?.(i) && { opacity: undefined }),
        },
      });
      return [
        cased && d !== ''
          ? path(d, {
              stroke: props.theme.colors.surface,
              'stroke-width': 5,
              ...partOf(shape, 'case'),
              opacity: 0.85,
            })
          : null,
        d === ''
          ? null
          : path(d, {
              stroke: series.fill.color,
              'stroke-dasharray': patterns.get(series),
              ...quiet(series),
              ...partOf(shape, 'line', quiet(series).opacity),
            }),
        dashed === ''
          ? null
          : path(dashed, {
              stroke: series.fill.color,
              'stroke-width': 1.75,
              'stroke-dasharray': dashes,
              ...partOf(dashedShape, 'gaps', series.comparison ? 0.5 : undefined),
            }),
        isLit
          ? path(drawn(lit), {
              stroke: series.fill.color,
              'stroke-dasharray': patterns.get(series),
              ...quiet(series),
              ...partOf({ ...shape, opacity: undefined }, 'lit', quiet(series).opacity),
            })
          : null,
        [...ends, ...lit.flatMap((run) => (run.length === 1 ? run : []))]
          .filter((each) => !isOutside(at(each), plot))
          .map((each) => endDot(props, plot.x(each), at(each), dot(each))),
      ];
    }),
  );
}

function runsOfSeries(
  { values, places }: Series,
  positions: readonly number[],
  columns: number,
): readonly (readonly number[])[] {
  if (!places) return runsOf(values, positions, columns);
  const own = <T>(list: readonly T[]) => places.map((place) => list[place] as T);
  const runs = runsOf(own(values), own(positions), columns);
  return runs.map((run) => run.map((index) => places[index] as number));
}

const strokes = [undefined, '4 5', '0.1 4', '5 5 0.1 5'] as const;

/** Series beyond the palette share the neutral color and differ by their dash patterns. */
function dashesOf(props: ChartProps, data: SeriesData): ReadonlyMap<Series, string | undefined> {
  const neutral = data.series.filter(
    (series) =>
      !series.comparison &&
      !series.muted &&
      series.fade === undefined &&
      series.fill.color === props.theme.colors.neutral,
  );
  return new Map(neutral.map((series, index) => [series, strokes[index % strokes.length]]));
}

interface Quiet {
  readonly 'stroke-width'?: number;
  readonly 'stroke-dasharray'?: string;
  readonly opacity?: number;
}

const quiet = (series: Series): Quiet =>
  series.muted
    ? { 'stroke-width': 1 }
    : series.comparison
      ? { 'stroke-dasharray': '2 4', 'stroke-width': 1.75, opacity: 0.8 }
      : series.fade !== undefined
        ? { 'stroke-width': 1.75, opacity: series.fade }
        : {};

/** Stands for the muted lines in a legend or label, at their average height. */
function othersOf(props: ChartProps, data: SeriesData): readonly Series[] {
  const { theme, locale } = props;
  const { series, positions } = data;
  const muted = series.filter((each) => each.muted);
  const [first] = muted;
  if (!first) return [];
  const count = countMuted(props, data);
  return [
    {
      ...first,
      name: locale.messages.otherLines({ count, shown: formatFull(count, undefined, locale) }),
      fill: tokenFill(theme, 'neutral'),
      values: positions.map((_, index) => mean(muted.map(({ values }) => values[index] ?? null)) ?? null),
    },
  ];
}

function yOf(series: Series | undefined, index: number, y: (value: number) => number): number | null {
  const value = series?.values[index];
  return value === null || value === undefined ? null : y(value);
}

function lineHeader(
  props: ChartProps,
  data: SeriesData,
  labelled: boolean,
  trend: Trend | undefined,
): Header {
  const first = data.series.find((series) => !series.comparison);
  if (!first) return noHeader;
  const title = props.tile.options?.yTitle || first.column.label;
  if (data.series.length === 1 && !trend) return caption(props, title);
  const isOneMeasure = data.series.every((series) => series.column === first.column);
  const measure = isOneMeasure || props.tile.options?.yTitle ? caption(props, title) : noHeader;
  const compares = data.series.some((series) => series.comparison);
  if (props.tile.options?.legend === 'none') return measure;
  if (labelled && !compares && data.series.length > 1)
    return trend
      ? titledLegend(props, trendItem(props, trend, isOneMeasure ? `${first.column.label} · ` : ''))
      : measure;
  const patterns = dashesOf(props, data);
  const ordered = [...data.series].sort((a, b) => Number(a.comparison) - Number(b.comparison));
  return titledLegend(props, [
    ...ordered.map((series) => ({
      name: series.name,
      color: series.muted ? props.theme.colors.axis : series.fill.color,
      thin: series.muted,
      opacity: series.fade,
      mark: series.comparison ? ('dashed' as const) : ('line' as const),
      dash: patterns.get(series),
    })),
    ...trendItem(props, trend),
  ]);
}
