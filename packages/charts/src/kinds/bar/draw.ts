import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { capBars, maxBars } from '../../data/cap-categories.ts';
import { foldSeries } from '../../data/fold-series.ts';
import { readSeries, type Series, type SeriesData } from '../../data/read-series.ts';
import {
  flatLayers,
  isPercent,
  isStacked,
  type Layer,
  layerEnds,
  stackSeries,
} from '../../data/stack-series.ts';
import { summarise } from '../../data/summarise.ts';
import { trendOf } from '../../data/trend-line.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { formatShort } from '../../format/format-number.ts';
import { fitsFlat, flatNames, layoutNames, minCutSlot } from '../../layout/name-labels.ts';
import { textWidth } from '../../layout/text-width.ts';
import { extentOf, withBase } from '../../layout/value-axis.ts';
import { aboveValues, annotationRoom, annotations } from '../../parts/annotations.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { chartFrame, fontSize } from '../../parts/chart-frame.ts';
import { columnMarks, layerSpan } from '../../parts/column-marks.ts';
import { barSpots, drawLabels } from '../../parts/data-labels.ts';
import { barShape, labelOf, shapeOf, unzoomed } from '../../parts/focus.ts';
import { comparisonOpacity } from '../../parts/legend.ts';
import type { Span } from '../../parts/marks.ts';
import { partsNotes, percentNotes } from '../../parts/notes.ts';
import { referenceLines, referencesOf } from '../../parts/references.ts';
import { shortName } from '../../parts/short-names.ts';
import { g, type Markup, path, svgText } from '../../parts/svg.ts';
import { drawTrend } from '../../parts/trend.ts';
import { layerScale, onScale, scaleNotes } from '../../parts/value-scale.ts';
import { seriesTokens } from '../../theme/tokens.ts';
import { barColor } from './bar-color.ts';
import { barHeader } from './bar-header.ts';
import { horizontalBarChart, maxRows } from './draw-horizontal.ts';
import { incompleteBar } from './incomplete-bar.ts';
import type { BarProps } from './options.ts';

/** The least thickness of a bar with others side by side, with the space around it. */
const leastAbreast = 6;

/**
 * Vertical bars, unless the names would not fit below them: text is always horizontal. A lone bar is horizontal: as a
 * column, it would stand in the middle of nothing.
 */
export function barChart(props: BarProps): VNode {
  const { tile } = props;
  const all = barData(props);
  const chosen = tile.options?.orientation;
  // A zoom does not turn the chart.
  const whole = props.whole ? barData(unzoomed(props)) : all;
  const isHorizontal =
    chosen === undefined
      ? prefersHorizontal(props, whole)
      : chosen === 'horizontal' || !hasRoomBelow(props, all);
  const orientation = isHorizontal ? 'horizontal' : 'vertical';
  const data = isStacked(tile.options, all) ? all : withoutHairlines(props, all, orientation);
  return isHorizontal
    ? horizontalBarChart(props, withGaps(props, data, maxRows(props, data)))
    : verticalBarChart(props, data);
}

/** Bars side by side keep the order of the tile; stacked ones merge series beyond the palette. */
function barData(props: ChartProps): SeriesData {
  const data = readSeries(props);
  return isStacked(props.tile.options, data) ? foldSeries(props, data) : data;
}

/**
 * Leaves out the smallest series beyond the palette if their bars would be hairlines of one color. Side by side, an `Other`
 * would dwarf the rest.
 */
function withoutHairlines(
  props: ChartProps,
  data: SeriesData,
  orientation: 'vertical' | 'horizontal',
): SeriesData {
  const { width, height } = props.size;
  const slot = (orientation === 'vertical' ? width : height) / Math.max(1, data.positions.length);
  const most = Math.max(seriesTokens.length, Math.floor(slot / leastAbreast));
  const { length: count } = props.panel?.series() ?? data.series;
  return count > most ? readSeries(props, most) : data;
}

function prefersHorizontal(props: ChartProps, data: SeriesData): boolean {
  if (data.positions.length < 2) return data.series.length === 1;
  if (data.xKind === 'time') return false;
  const slot = (props.size.width - 50) / data.positions.length;
  if (!fitsFlat(slot)) return true;
  const names = data.positions.map((_, index) => shortName(props, data.label(index)));
  return flatNames(names, slot, fontSize) === undefined;
}

/** Whether at least a part of each name fits below vertical bars; of numbers, some explain the others. */
function hasRoomBelow(props: ChartProps, { xKind, positions, label }: SeriesData): boolean {
  const { size } = props;
  const slot = (size.width - 50) / positions.length;
  if (xKind !== 'name' || slot >= minCutSlot) return true;
  if (!fitsFlat(slot)) return false;
  const names = positions.map((_, index) => shortName(props, label(index)));
  return layoutNames(names, slot, fontSize, size.height * 0.35) !== undefined;
}

function verticalBarChart(props: ChartProps, given: SeriesData): VNode {
  const { size, tile } = props;
  const stacked = isStacked(props.tile.options, given);
  const abreast = stacked ? 1 : given.series.length;
  const all = withGaps(props, given, maxBars(size.width, abreast));
  const capped = capBars(all, size.width, abreast);
  const percent = isPercent(tile.options, given);
  const layersOf = (of: SeriesData) => (stacked ? stackSeries(of, percent) : flatLayers(of));
  const scale = layerScale(props, capped, layersOf(capped), { stacked, percent });
  const data = onScale(capped, scale);
  const layers = layersOf(data);
  const references = percent ? [] : referencesOf(props, data.series);
  const trend = stacked ? undefined : trendOf(props, data);
  const drawn = [
    ...layerEnds(layers),
    references.map(({ value }) => value),
    ...(trend?.lines ?? []).map(({ values }) => values),
  ];
  const covered = extentOf(drawn, scale.log) ?? { min: 0, max: 1 };
  const found = scale.log ? withBase(covered) : covered;
  const extent = percent ? { min: Math.min(0, found.min), max: 1 } : found;
  const labels = stacked ? undefined : barLabels(props, data);
  const withAll = tile.options?.labels === 'all' && labels === undefined;
  const notes = [
    ...partsNotes(props, all, data.positions.length),
    ...percentNotes(props, all),
    ...scaleNotes(props, scale),
  ];
  const header = barHeader(props, data, trend);
  const plot = cartesian(props, {
    data,
    header,
    value: {
      extent,
      zero: true,
      format: percent ? { kind: 'percent' } : data.series[0]?.format,
      whole: !percent && data.series.every((series) => series.column.type === 'integer'),
      ...scale,
    },
    slots: true,
    abreast: stacked ? 1 : data.series.length,
    headRoom: (labels || withAll ? 20 : 6) + annotationRoom(props),
    footRoom: (labels || withAll) && extent.min < 0 ? 18 : 0,
    bare: labels !== undefined,
    notes,
  });
  return chartFrame(props, {
    summary: summarise(props, data),
    notes,
    series: data.series.map((series) => [series.name, series.fill.color]),
    ...columnMarks(
      props,
      data,
      plot,
      (s, i) => (layers[s]?.[i] ? plot.yInside(layers[s][i].to) : null),
      (s, i) => barSpan(data, layers, plot, stacked, [s, i]),
    ),
    body: [
      header.nodes,
      plot.grid,
      drawBars(props, data, layers, plot, stacked),
      plot.baseline,
      drawTrend(props, data, trend, plot, true),
      labels ? drawBarLabels(props, data.series[0] as Series, labels, plot) : null,
      withAll
        ? drawLabels(props, barSpots(props, data, layers, plot, stacked), { ...plot, top: plot.top - 18 })
        : null,
      referenceLines(props, references, data.series, plot),
      annotations(props, labels || withAll ? aboveValues(plot) : plot),
    ],
  });
}

export function drawBars(
  props: ChartProps,
  data: SeriesData,
  layers: readonly (readonly (Layer | null)[])[],
  plot: Cartesian,
  stacked: boolean,
): Markup {
  const { theme } = props;
  const groups = stacked ? 1 : Math.max(1, data.series.length);
  const inner = groups > 1 && plot.band.bar / groups > 4 ? 1.5 : 0;
  const width = plot.band.bar / groups;
  const draw = barShape(props);
  return g(
    stacked ? { stroke: theme.colors.surface, 'stroke-width': plot.band.bar > 6 ? 1 : 0.5 } : {},
    data.series.map((series, place) => {
      const across = (index: number) => leftOf(plot, stacked ? 0 : place, width, index);
      const d = (index: number) => {
        const layer = layers[place]?.[index];
        if (!layer) return '';
        const foot = plot.yInside(layer.from);
        const head = plot.yInside(layer.to);
        // A tiny value is drawn at least one pixel high; zero is a hairline on the axis.
        const shown =
          layer.to !== layer.from && Math.abs(head - foot) < 1
            ? foot - Math.sign(layer.to - layer.from)
            : head;
        const end = layer.to === layer.from ? foot - 1 : shown;
        return draw(foot, end, across(index) + inner / 2, width - inner, true, stacked ? 0 : 2);
      };
      const colors = series.values.map((_, index) => barColor(props, data, place, index));
      const partial = series.comparison ? undefined : data.incomplete?.index;
      const opacity = series.comparison ? comparisonOpacity : undefined;
      if (props.emphasis)
        return series.values.map((_, index) => {
          const shape = shapeOf(props, { rows: series.rows(index), column: series.column, opacity });
          const bar = d(index);
          if (index === partial) return incompleteBar(props, bar, colors[index], shape);
          // Gridlines would show through a faint bar.
          const under = shape.opacity === undefined ? null : path(bar, { fill: theme.colors.surface });
          return [under, path(bar, { fill: colors[index], ...shape })];
        });
      const outlines = (color: string) =>
        series.values
          .map((_, index) => (colors[index] === color && index !== partial ? d(index) : ''))
          .join('');
      return [
        [...new Set(colors)].map((color) => [
          series.comparison ? path(outlines(color), { fill: theme.colors.surface }) : null,
          path(outlines(color), { fill: color, opacity }),
        ]),
        partial === undefined ? null : incompleteBar(props, d(partial), colors[partial]),
      ];
    }),
  );
}

/** The left edge of a bar; several may be side by side. */
function leftOf(plot: Cartesian, slot: number, width: number, index: number): number {
  const offset = slot * width - plot.band.bar / 2;
  return plot.flow.forward === 1 ? plot.x(index) + offset : plot.x(index) - offset - width;
}

/** The hit target of a bar: its layer of a stack, or its column if bars are grouped. */
function barSpan(
  data: SeriesData,
  layers: readonly (readonly (Layer | null)[])[],
  plot: Cartesian,
  stacked: boolean,
  [place, index]: readonly [series: number, index: number],
): Span | undefined {
  if (stacked) return layerSpan(layers[place]?.[index], plot);
  const width = plot.band.bar / data.series.length;
  const left = leftOf(plot, place, width, index);
  return ['x', left, left + width];
}

/** Values on the bars, if there is one series and each label fits: then no axis is needed. */
function barLabels(props: ChartProps, data: SeriesData): readonly string[] | undefined {
  const series = data.series[0];
  if (!series || data.series.length > 1 || data.positions.length > 16) return undefined;
  const { referenceLines: lines = [], labels: wanted, trend = 'none' } = props.tile.options ?? {};
  // Not in panels, which share the axis.
  if (props.panel || lines.length > 0 || wanted === 'none' || (trend !== 'none' && data.xKind !== 'name'))
    return undefined;
  const labels = series.values.map((value) =>
    value === null ? '' : formatShort(value, series.format, props.locale),
  );
  const step = props.size.width / Math.max(1, data.positions.length);
  return labels.every((label) => textWidth(label, fontSize) < step - 6) ? labels : undefined;
}

function drawBarLabels(
  props: ChartProps,
  series: Series,
  labels: readonly string[],
  plot: Cartesian,
): Markup {
  return g(
    { 'text-anchor': 'middle', fill: props.theme.colors.text },
    labels.map((label, index) => {
      const value = series.values[index];
      if (value === null || value === undefined) return null;
      const y = value < 0 ? plot.yInside(value) + 14 : plot.yInside(value) - 6;
      return svgText(plot.x(index), y, label, labelOf(props, series.rows(index), series.column));
    }),
  );
}
