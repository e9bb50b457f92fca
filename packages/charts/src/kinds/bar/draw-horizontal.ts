import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { capCategories } from '../../data/cap-categories.ts';
import { fullLabel, type Series, type SeriesData } from '../../data/read-series.ts';
import {
  flatLayers,
  isPercent,
  isStacked,
  type Layer,
  layerEnds,
  stackSeries,
} from '../../data/stack-series.ts';
import { summarise } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { type BandScale, bandScale } from '../../layout/band-scale.ts';
import { inside } from '../../layout/inside.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { axisOf, type Extent, extentOf, project, type ValueAxis, withBase } from '../../layout/value-axis.ts';
import { annotatedIndex } from '../../parts/annotated-index.ts';
import { axisTitle, titleHeight } from '../../parts/axis-title.ts';
import { chartFrame, fontSize, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { barShape, labelOf, shapeOf } from '../../parts/focus.ts';
import { below, caption, comparisonOpacity, type Header } from '../../parts/legend.ts';
import { type MarkItem, rowMarks, rowsOfCategory, type Span } from '../../parts/marks.ts';
import { partsNotes, percentNotes } from '../../parts/notes.ts';
import { referencesOf, referenceText } from '../../parts/references.ts';
import { annotatedRows, rowAnnotationRoom, rowAnnotations } from '../../parts/row-annotations.ts';
import { nameRoom, rowNames } from '../../parts/row-names.ts';
import { g, halo, type Markup, path, px, svgText } from '../../parts/svg.ts';
import { ticksAlong } from '../../parts/tick-text.ts';
import { layerScale, onScale, scaleNotes, type ValueScale } from '../../parts/value-scale.ts';
import { textOn } from '../../theme/create-theme.ts';
import { barColor } from './bar-color.ts';
import { barHeader } from './bar-header.ts';
import { incompleteBar } from './incomplete-bar.ts';

const rowHeight = 17;
const maxStep = 72;

const heightOf = (series: number, stacked: boolean) =>
  stacked || series === 1 ? rowHeight : Math.max(rowHeight, series * 9);

/** About the number of rows that fit. */
export function maxRows({ size, tile }: ChartProps, data: SeriesData): number {
  return Math.floor((size.height - 60) / heightOf(data.series.length, isStacked(tile.options, data)));
}

/** Names at the start, bars next to them; a single series shows its values and needs no axis. */
export function horizontalBarChart(props: ChartProps, given: SeriesData): VNode {
  const { size, theme, locale, tile, panel } = props;
  const flow = mirror(locale, size.width);
  const { xTitle = '', yTitle = '', labels: wanted = 'auto' } = tile.options ?? {};
  const stacked = isStacked(tile.options, given);
  const percent = isPercent(tile.options, given);
  const layersOf = (of: SeriesData) => (stacked ? stackSeries(of, percent) : flatLayers(of));
  const scale = layerScale(props, given, layersOf(given), { stacked, percent });
  const all = onScale(given, scale);
  const single = all.series.length === 1;
  const alone = single && wanted !== 'none';
  const header = rowHeader(props, all, xTitle);
  const perRow = heightOf(all.series.length, stacked);
  const axisHeight = (alone ? 4 : 22) + titleHeight(yTitle);
  const references = percent ? [] : referencesOf(props, all.series);
  const top = header.height + (references.length > 0 ? 18 : 0);
  const room = size.height - top - axisHeight;
  const fits = Math.max(1, Math.floor(room / perRow));
  // The note of panels is below all of them.
  const isNoted = all.positions.length > fits && !panel;
  const data = capCategories(all, isNoted ? Math.max(1, Math.floor((room - noteHeight) / perRow)) : fits);
  const notes = [
    ...partsNotes(props, all, data.positions.length),
    ...percentNotes(props, all),
    ...scaleNotes(props, scale),
  ];
  const lowest = size.height - axisHeight - noteRoom(props, notes);
  // Few rows stay together at the top, unless an axis is below them.
  const bottom = alone ? Math.min(lowest, top + maxStep * data.positions.length) : lowest;

  const names = data.positions.map((_, index) => fullLabel(data, index));
  const ownRoom = nameRoom(props, names);
  const forNames = panel?.max('names', ownRoom) ?? ownRoom;
  const nameStart = panel?.room('start', forNames + 10, names.join('\n')) ?? forNames + 10;
  const layers = layersOf(data);
  const covered = extentOf([...layerEnds(layers), references.map(({ value }) => value)], scale.log);
  const found = covered && scale.log ? withBase(covered) : covered;
  const own = percent || !found ? { min: Math.min(0, found?.min ?? 0), max: 1 } : found;
  const { extent } = panel?.axis('y', { extent: own, zero: true }) ?? { extent: own };
  const format = percent ? ({ kind: 'percent' } as const) : data.series[0]?.format;
  const textsOf = ({ values, format: own }: Series) =>
    values.map((value) => (value === null ? '' : formatShort(value, own, locale)));
  const labels = alone ? data.series.flatMap(textsOf) : [];
  const beyond = alone || (wanted === 'all' && !stacked) ? data.series.flatMap(textsOf) : [];
  const widestLabel = Math.max(0, ...beyond.map((label) => textWidth(label, fontSize))) + 8;
  const labelRoom = panel?.max('values', widestLabel) ?? widestLabel;
  // If values at both ends leave no room for bars, they get their own column.
  const twoSided = alone && extent.min < 0 && extent.max > 0;
  const inColumn = twoSided && size.width - nameStart - 2 * labelRoom < size.width * 0.3;
  const start = nameStart + (extent.min < 0 && !inColumn ? labelRoom : 0);
  const notesOfRows = annotatedRows(props, (at) => annotatedIndex(props, data, at));
  const valueRoom = extent.max > 0 || !alone ? labelRoom : 0;
  const furthest = (index: number) => Math.max(0, ...layers.map((layer) => layer[index]?.to ?? 0));
  const end = Math.min(
    size.width - valueRoom,
    ...[...notesOfRows].map(([index, text]) => {
      const share = project(extent, 0, 1)(furthest(index));
      const room = size.width - valueRoom - rowAnnotationRoom(props, text) - start;
      return start + Math.max(room / Math.max(share, 0.01), (size.width - valueRoom - start) / 2);
    }),
  );
  const axis = rowAxis(scale, extent, alone, Math.max(2, Math.min(6, Math.floor((end - start) / 64))));
  const along = project(axis, start, end);
  const x = (value: number) => flow.x(Math.max(start, Math.min(end, along(value))));
  const maxBar = single || stacked ? 26 : Math.max(40, all.series.length * 12);
  const band = bandScale(data.positions.length, top, bottom, maxBar, single ? 0.36 : 0.28);
  const rows: Rows = { data, layers, stacked, band, x };
  return chartFrame(props, {
    summary: summarise(props, data),
    notes,
    series: data.series.map((series) => [series.name, series.fill.color]),
    ...rowMarks(
      names.map((label, index) => rowMark(props, rows, { label, index, alone })),
      data.x,
      { top: (index) => band.center(index) - band.step / 2, width: size.width, height: band.step },
    ),
    split: data.split,
    body: [
      header.nodes,
      path(axis.ticks.map((tick) => `M${px(x(tick))} ${px(top)}V${px(bottom)}`).join(''), {
        stroke: theme.colors.grid,
      }),
      g(
        { fill: theme.colors['text-muted'], 'text-anchor': 'middle' },
        ticksAlong(props, axis, format, x).map((label) => svgText(label.x, bottom + 16, label.text)),
      ),
      (panel?.isLabelled('start') ?? true)
        ? rowNames(props, names, {
            start: nameStart - forNames - 10,
            room: forNames,
            middle: band.center,
            height: band.step,
          })
        : null,
      g(stacked ? { stroke: theme.colors.surface } : {}, drawRows(props, rows)),
      axis.min <= 0 && axis.max >= 0 && (extent.min < 0 || !alone)
        ? path(`M${px(x(0))} ${px(top)}V${px(bottom)}`, { stroke: theme.colors.axis })
        : null,
      references
        .filter(({ value }) => value >= axis.min && value <= axis.max)
        .map((reference) =>
          referenceLine(props, referenceText(props, reference, format), x(reference.value), { top, bottom }),
        ),
      g(
        // A reference line would cross the digits.
        { fill: theme.colors.text, ...(references.length > 0 ? halo(theme.colors.surface) : {}) },
        labels.map((label, index) => valueLabel(props, rows, { label, index, inColumn })),
      ),
      wanted === 'all' && !single ? rowLabels(props, rows) : null,
      rowAnnotations(props, notesOfRows, (index) => ({
        from: Math.min(end, along(furthest(index))) + (inColumn ? 0 : valueRoom),
        y: band.center(index),
      })),
      axisTitle(yTitle, {
        x: flow.x(size.width),
        y: size.height - noteRoom(props, notes) - 5,
        room: size.width,
        flow,
        color: theme.colors['text-muted'],
      }),
    ],
  });
}

/** The title of the names above them, below the legend or the measure's name. */
function rowHeader(props: ChartProps, data: SeriesData, xTitle: string): Header {
  const { yTitle: _, ...options } = props.tile.options ?? {};
  const above = barHeader({ ...props, tile: { ...props.tile, options } }, data);
  return xTitle === '' ? above : below(above, caption(props, `↓ ${xTitle}`));
}

/** Without bounds, bars with values need no ticks. */
function rowAxis(scale: ValueScale, extent: Extent, bare: boolean, count: number): ValueAxis {
  const { min, max } = scale.bounds;
  if (scale.log || min !== undefined || max !== undefined) {
    const axis = axisOf({ extent, zero: true, ...scale }, count);
    return bare ? { ...axis, ticks: [] } : axis;
  }
  if (!bare) return trimmed(axisOf({ extent, zero: true }, count), extent);
  return {
    min: Math.min(0, extent.min),
    max: Math.max(0, extent.max) || (extent.min < 0 ? 0 : 1),
    ticks: [],
    step: 1,
  };
}

interface Rows {
  readonly data: SeriesData;
  readonly layers: readonly (readonly (Layer | null)[])[];
  readonly stacked: boolean;
  readonly band: BandScale;
  readonly x: (value: number) => number;
}

function drawRows(props: ChartProps, { data, layers, stacked, band, x }: Rows) {
  const { forward } = mirror(props.locale, props.size.width);
  const groups = stacked ? 1 : data.series.length;
  const thickness = band.bar / groups;
  return data.series.map((series, place) =>
    series.values.map((_, index) => {
      const layer = layers[place]?.[index];
      if (!layer) return null;
      const across = band.start(index) + (stacked ? 0 : place * thickness);
      const [foot, head] = [x(layer.from), x(layer.to)];
      const least = layer.to < layer.from ? -1 : 1;
      const shown = Math.abs(head - foot) < 1 ? foot + least * forward : head;
      const d = barShape(props)(
        foot,
        shown,
        across,
        Math.max(1, thickness - (groups > 1 ? 1 : 0)),
        false,
        stacked ? 0 : 2,
      );
      const color = barColor(props, data, place, index);
      const opacity = series.comparison ? comparisonOpacity : undefined;
      const shape = shapeOf(props, { rows: series.rows(index), column: series.column, opacity });
      if (index === data.incomplete?.index && !series.comparison)
        return incompleteBar(props, d, color, shape);
      return path(d, { fill: color, ...shape });
    }),
  );
}

/** The hit target of a bar: its layer of a stack, or its row if bars are grouped. */
function spanOf({ data, layers, stacked, band, x }: Rows, place: number, index: number): Span | undefined {
  const layer = layers[place]?.[index];
  if (stacked)
    return layer
      ? ['x', Math.min(x(layer.from), x(layer.to)), Math.max(x(layer.from), x(layer.to))]
      : undefined;
  const thickness = band.bar / data.series.length;
  const top = band.start(index) + place * thickness;
  return ['y', top, top + thickness];
}

function rowMark(
  { locale }: ChartProps,
  rows: Rows,
  { label, index, alone }: { readonly label: string; readonly index: number; readonly alone: boolean },
) {
  const { data, layers, band, x } = rows;
  const items = data.series.flatMap(({ values, format, rows: rowsOf }, series): MarkItem[] => {
    const value = values[index] ?? null;
    if (value === null) return [];
    const text = formatFull(value, format, locale);
    const item = { series, y: band.center(index), text, rows: rowsOf(index) };
    return [alone ? item : { ...item, span: spanOf(rows, series, index) }];
  });
  const furthest = Math.max(0, ...layers.map((layer) => layer[index]?.to ?? 0));
  const mark = { label, x: x(furthest), items };
  return items.length > 0 ? mark : { ...mark, rows: rowsOfCategory(data.series, index) };
}

function referenceLine(
  { theme, size }: ChartProps,
  label: string,
  at: number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
) {
  return [
    path(`M${px(at)} ${px(top - 4)}V${px(bottom)}`, {
      stroke: theme.colors['text-muted'],
      'stroke-dasharray': '4 3',
    }),
    svgText(inside(at, label, size.width, 11), top - 8, label, {
      'font-size': 11,
      'text-anchor': 'middle',
      fill: theme.colors['text-muted'],
    }),
  ];
}

/** The value of a single series, next to its bar or in a column of its own. */
function valueLabel(
  props: ChartProps,
  { data, band, x }: Rows,
  { label, index, inColumn }: { readonly label: string; readonly index: number; readonly inColumn: boolean },
): Markup | null {
  const { size, locale } = props;
  const flow = mirror(locale, size.width);
  const [series] = data.series;
  const value = series?.values[index] ?? null;
  if (!series || value === null) return null;
  const y = band.center(index) + 4;
  const muted = labelOf(props, series.rows(index), series.column);
  const before = { 'text-anchor': 'end', ...muted };
  if (inColumn) return svgText(flow.x(size.width), y, label, before);
  return value < 0
    ? svgText(x(value) - 5 * flow.forward, y, label, before)
    : svgText(x(value) + 5 * flow.forward, y, label, muted);
}

/** The values of several series: beyond each bar, or in the middle of a stacked one that is long enough. */
function rowLabels(props: ChartProps, { data, layers, stacked, band, x }: Rows): Markup | null {
  const { theme, locale, size } = props;
  const forward = mirror(locale, size.width).forward;
  const thickness = band.bar / (stacked ? 1 : data.series.length);
  if (thickness < 11) return null;
  return g(
    { 'font-size': 11 },
    data.series.map((series, place) =>
      series.values.map((value, index) => {
        const layer = layers[place]?.[index];
        if (value === null || !layer) return null;
        const label = formatShort(value, series.format, locale);
        const width = textWidth(label, 11);
        const y = band.start(index) + (stacked ? 0 : place * thickness) + thickness / 2 + 4;
        const [foot, head] = [x(layer.from), x(layer.to)];
        const muted = labelOf(props, series.rows(index), series.column);
        if (stacked)
          return Math.abs(head - foot) < width + 6
            ? null
            : svgText((foot + head) / 2, y, label, {
                'text-anchor': 'middle',
                fill: textOn(theme, series.fill.value),
                ...muted,
              });
        const away = value < 0 ? -forward : forward;
        const edge = head + 4 * away;
        const [from, to] = [Math.min(edge, edge + width * away), Math.max(edge, edge + width * away)];
        if (from < 0 || to > size.width) return null;
        return svgText(edge, y, label, { ...(value < 0 && { 'text-anchor': 'end' }), ...muted });
      }),
    ),
  );
}

/** Ends with the longest bars rather than with a tick beyond them, to save width. */
function trimmed(axis: ValueAxis, extent: Extent): ValueAxis {
  const [min, max] = [Math.min(0, extent.min), Math.max(0, extent.max)];
  const ticks = axis.ticks.filter((tick) => tick >= min && tick <= max);
  return ticks.length < 2 ? axis : { ...axis, min, max, ticks };
}
