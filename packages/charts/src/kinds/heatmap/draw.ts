import type { Format } from '@inlay/protocol/format';
import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { capCategories } from '../../data/cap-categories.ts';
import { countCells } from '../../data/count-cells.ts';
import { fillDates, leavesOutGaps } from '../../data/fill-dates.ts';
import { columnFormat, readColumns, toNumber } from '../../data/read-columns.ts';
import { fullLabel, readSeries, type Series, type SeriesData } from '../../data/read-series.ts';
import { summarise } from '../../data/summarise.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { formatTime } from '../../format/format-cell.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { readTime } from '../../format/read-time.ts';
import { truncate } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { layoutNames, minCutSlot } from '../../layout/name-labels.ts';
import { textWidth } from '../../layout/text-width.ts';
import { type Extent, extentOf } from '../../layout/value-axis.ts';
import { annotatedIndex } from '../../parts/annotated-index.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { ticksOf } from '../../parts/cartesian.ts';
import { chartFrame, fontSize, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { isDimmed, shapeOf } from '../../parts/focus.ts';
import { caption, type Header, noHeader } from '../../parts/legend.ts';
import { markLimit } from '../../parts/mark-limit.ts';
import { type Mark, markAttribute } from '../../parts/marks.ts';
import { countNotes, type Note } from '../../parts/notes.ts';
import type { Side } from '../../parts/panel.ts';
import { nameRoom, rowNames } from '../../parts/row-names.ts';
import { shortName } from '../../parts/short-names.ts';
import { tooMuchState } from '../../parts/state.ts';
import { g, type Markup, rect, svgText, writeAttributes } from '../../parts/svg.ts';
import { categoryAxis } from '../../parts/x-axis.ts';
import { type Theme, textOn } from '../../theme/create-theme.ts';
import { divergeTokens, rampTokens, type Token } from '../../theme/tokens.ts';
import { isOrdered, isTurned, turn } from './time-across.ts';

const legendHeight = 30;
/** The height of the legend of a panel with a scale of its own. */
const panelLegendHeight = 22;
const maxMarks = 400;
/** A year of hours, with a row for each hour of the day. */
const maxCells = 10_000;
/** The most values to read, of which rows and columns that fit are drawn. */
const maxValues = 200_000;
/** The least height of a row with a name. */
const minRow = 12;

/** Time or short names across, names down; seven steps of one hue, two hues around zero. */
export function heatmapChart(given: ChartProps): VNode {
  const turned = isTurned(given);
  const props = turned ? turn(given) : given;
  const { size, theme, locale, panel } = props;
  const isShared = panel !== undefined && props.tile.options?.panelScales !== 'free';
  const top = (isShared ? 0 : panel ? panelLegendHeight : legendHeight) + annotationRoom(props);
  // Shared labels and the legend are outside of panels.
  const forRows = size.height - (isShared ? 0 : 60);
  const roles = readColumns(props.result, props.tile.options);
  const isTimeDown = isOrdered(roles.series);
  const { categories, series: rows } = countCells(props.result, props.tile.options);
  const room = isShared ? size.height : size.height - top - (panel ? 30 : isOrdered(roles.x) ? 38 : 56);
  const fitting = (height: number) => Math.max(1, Math.floor(height / minRow));
  // Names that do not fit are left out; of times and numbers, all are drawn.
  const most = isTimeDown
    ? rows
    : Math.min(rows, fitting(rows > fitting(room) && !panel ? room - noteHeight : room));
  const isTooWide = isOrdered(roles.x) && categories > size.width / 3;
  const isTooHigh = most > forRows / 4;
  if (isTooWide || isTooHigh || categories * rows > maxValues) return tooMuchState(given, categories * rows);
  const found = readSeries(props, Number.POSITIVE_INFINITY);
  // Like bars, the first ones in the order of the tile.
  const withRows = withMissingRows(
    props,
    { ...found, series: found.series.slice(0, most) },
    Math.floor(Math.min(forRows / 12, maxCells / Math.max(1, categories))),
  );
  const names = withRows.series.map((series) => series.name);
  const ownNames = nameRoom(props, names);
  const forNames = panel?.max('names', ownNames) ?? ownNames;
  const lead = forNames + 10;
  const start = panel?.room('start', lead, names.join('\n')) ?? lead;
  const all = withGaps(
    props,
    withRows,
    Math.floor(Math.min(size.width / 3, maxCells / Math.max(1, withRows.series.length))),
  );
  const data = capCategories(all, maxColumns(props, all, size.width - start, room));
  const cells = data.positions.length * data.series.length;
  if (cells > maxCells) return tooMuchState(given, categories * rows);
  const own = extentOf(colored(props, data)) ?? { min: 0, max: 1 };
  const { extent } = panel?.axis('color', { extent: own, zero: false }) ?? { extent: own };
  const [first] = data.series;
  const scale = { extent, format: first?.format, label: first?.column.label ?? '' };
  const header = headerOf(props, scale, isShared);
  const draws = (side: Side) => panel?.isLabelled(side) ?? true;
  const step = stepper(extent);
  const axis = categoryAxis(props, data, start, size.width, size.height - top);
  const notes = shownParts(props, data, { rows, columns: all.positions.length });
  const foot = panel?.room('bottom', axis.height, ticksOf(data)) ?? axis.height;
  const bottom = size.height - foot - noteRoom(props, notes);
  const height = (bottom - top) / Math.max(1, data.series.length);
  const width = (size.width - start) / Math.max(1, data.positions.length);
  const gap = Math.min(width, height) > 10 ? 2 : 0.5;
  const middle = (row: number) => top + height * (row + 0.5);
  // Cell texts are formatted only if at least one digit fits.
  const roomy = height >= 16 && width - 5 > textWidth('0', 10);
  const texts = roomy
    ? data.series.map((series) =>
        series.values.map((value) => (value === null ? '' : formatShort(value, series.format, locale))),
      )
    : [];
  const ownWidest = Math.max(0, ...texts.flat().map((text) => textWidth(text, 1)));
  const widest = panel?.max('values', ownWidest) ?? ownWidest;
  const written = [11, 10].find((letters) => roomy && widest * letters < width - 5);
  const everyName = isTimeDown ? Math.ceil(minRow / height) : 1;
  const round = gap > 1 ? ' rx="2"' : '';
  // All panels have marks, or none.
  const isFull = Number(countValues(data) > markLimit(props, maxMarks));
  const isMarked = (panel?.max('full', isFull) ?? isFull) === 0;
  const columns = isMarked ? data.positions.map((_, column) => fullLabel(data, column)) : [];
  const marks: Mark[] = [];
  const cell = (series: Series, row: number, column: number, value: number | null) => {
    if (value === null) return round as Markup;
    const shape = props.emphasis
      ? writeAttributes(shapeOf(props, { rows: series.rows(column), column: series.column }))
      : '';
    const fill = `${round} fill="${theme.colors[step(value)]}"${shape}`;
    if (!isMarked) return fill as Markup;
    const text = formatFull(value, series.format, locale);
    const place = { y: middle(row), text, rows: series.rows(column) };
    // To viewers and filters, X stays the author's.
    const mark = turned
      ? { label: series.name, x: axis.x(column), items: [{ series: column, ...place }] }
      : { label: columns[column] ?? '', x: axis.x(column), items: [{ series: row, ...place }] };
    marks.push(mark);
    return `${fill}${markAttribute(mark)}` as Markup;
  };
  const shapes = g(
    { fill: theme.colors.track },
    data.series.map((series, row) =>
      series.values.map((value, column) =>
        rect(
          axis.x(column) - width / 2 + gap / 2,
          middle(row) - height / 2 + gap / 2,
          width - gap,
          height - gap,
          cell(series, row, column, value),
        ),
      ),
    ),
  );
  return chartFrame(props, {
    summary: summarise(props, data),
    notes,
    series: (turned ? columns : names).map((name) => [name, theme.colors.accent]),
    marks,
    dimension: turned ? data.split : data.x,
    split: turned ? data.x : data.split,
    keyboard: 'grid',
    body: [
      header.nodes,
      draws('start')
        ? rowNames(
            props,
            names.map((name, row) => (row % everyName === 0 ? name : '')),
            { start: start - lead, room: forNames, middle, height: height * everyName },
          )
        : null,
      shapes,
      data.incomplete
        ? incompleteColumn(theme, axis.x(data.incomplete.index) - width / 2, { width, top, bottom })
        : null,
      written ? cellValues(props, data, texts, written, step, axis.x, middle) : null,
      draws('bottom') ? g({ fill: theme.colors['text-muted'] }, axis.draw(bottom)) : null,
      annotatedColumns(props, data, { x: axis.x, start, width, top, bottom }),
    ],
  });
}

/** The values that the scale of colors is for: a zoom does not change the color of a cell. */
const colored = (
  { whole, tile }: ChartProps,
  { series }: SeriesData,
): readonly (readonly (number | null)[])[] =>
  whole
    ? readColumns(whole.result, tile.options).measures.map(({ values }) => values.map(toNumber))
    : series.map(({ values }) => values);

const countValues = ({ series }: SeriesData): number =>
  series.reduce((sum, { values }) => sum + values.filter((value) => value !== null).length, 0);

/** The number of columns: all times and numbers, and as many names as have room, if only for a part of each. */
function maxColumns(props: ChartProps, data: SeriesData, width: number, height: number): number {
  const { xKind, positions } = data;
  if (xKind !== 'name') return positions.length;
  const names = positions
    .slice(0, Math.max(1, Math.floor(width / 12)))
    .map((_, index) => shortName(props, data.label(index)));
  const fewest = Math.max(1, Math.floor(width / minCutSlot));
  let count = names.length;
  while (count > fewest && !layoutNames(names.slice(0, count), width / count, fontSize, height * 0.35))
    count -= 1;
  return count;
}

/** Which rows and columns are shown, if not all. */
function shownParts(
  props: ChartProps,
  { series, positions, split, x }: SeriesData,
  all: { readonly rows: number; readonly columns: number },
): readonly Note[] {
  return countNotes(props, [
    { key: 'rows', of: split?.label, shown: series.length, all: all.rows },
    { key: 'columns', of: x?.label, shown: positions.length, all: all.columns },
  ]);
}

function incompleteColumn(
  theme: Theme,
  left: number,
  { width, top, bottom }: { readonly width: number; readonly top: number; readonly bottom: number },
): Markup | null {
  return rect(left, top, width, bottom - top, {
    fill: 'none',
    stroke: theme.colors['text-muted'],
    'stroke-dasharray': '3 2.5',
    rx: 2,
    'pointer-events': 'none',
  });
}

interface Columns {
  readonly x: (index: number) => number;
  readonly start: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** Frames columns: a line through cells would cross their values. */
function annotatedColumns(props: ChartProps, data: SeriesData, columns: Columns): Markup | null {
  const { theme, size, locale, tile } = props;
  const { x, start, width, top, bottom } = columns;
  const notes = tile.options?.annotations ?? [];
  if (notes.length === 0) return null;
  const flow = mirror(locale, size.width);
  const [left, right] = flow.rtl ? [0, flow.x(start)] : [start, size.width];
  const xAt = (at: string | number) => {
    const index = annotatedIndex(props, data, at);
    return index === undefined ? undefined : x(index);
  };
  const framed = [...new Set(notes.flatMap(({ at }) => xAt(at) ?? []))];
  return g(
    {},
    annotations(props, { flow, left, right, top, bottom: top, xAt }),
    framed.map((middle) =>
      rect(middle - width / 2, top, width, bottom - top, {
        fill: 'none',
        stroke: theme.colors.text,
        'stroke-width': 1.5,
        rx: 2,
        'pointer-events': 'none',
      }),
    ),
  );
}

/** The color step of a value, of seven; around zero, both sides share one scale. */
function stepper(extent: Extent): (value: number) => Token {
  if (extent.min < 0 && extent.max > 0) {
    const reach = Math.max(-extent.min, extent.max);
    return (value) =>
      divergeTokens[Math.min(6, Math.floor(((value + reach) / (2 * reach)) * 7))] ?? 'diverge-4';
  }
  const span = extent.max - extent.min || 1;
  return (value) => rampTokens[Math.min(6, Math.floor(((value - extent.min) / span) * 7))] ?? 'ramp-1';
}

/** The legend of the colors: one for all panels, or one for each and the name of the measure above them. */
function headerOf(props: ChartProps, scale: Scale, isShared: boolean): Header {
  const { panel, size } = props;
  if (isShared) {
    panel?.note({ header: (width) => scaleLegend(props, scale, width) });
    return noHeader;
  }
  if (panel) caption(props, scale.label);
  return scaleLegend(props, panel ? { ...scale, label: '' } : scale, size.width);
}

interface Scale {
  readonly extent: Extent;
  readonly format: Format | undefined;
  readonly label: string;
}

function scaleLegend(
  { theme, locale }: ChartProps,
  { extent, format, label: measure }: Scale,
  width: number,
): Header {
  const say = (value: number) => formatShort(value, format, locale);
  const flow = mirror(locale, width);
  const diverges = extent.min < 0 && extent.max > 0;
  const tokens = diverges ? divergeTokens : rampTokens;
  const reach = Math.max(-extent.min, extent.max);
  const [low, high] = diverges ? [say(-reach), say(reach)] : [say(extent.min), say(extent.max)];
  const ends = textWidth(low, fontSize) + textWidth(high, fontSize) + 7 * 8 + 30;
  const room = Math.min(width * 0.4, width - ends);
  const label = room < 40 ? '' : truncate(measure, room, fontSize);
  const from = label === '' ? 0 : textWidth(label, fontSize) + 14;
  const ramp = from + textWidth(low, fontSize) + 6;
  const swatch = Math.max(6, Math.min(18, (width - ramp - textWidth(high, fontSize) - 10) / 7));
  const nodes = g(
    { fill: theme.colors['text-muted'] },
    label === '' ? null : svgText(flow.x(0), 12, label),
    svgText(flow.x(from), 12, low),
    tokens.map((token, i) =>
      rect(flow.left(ramp + i * swatch, swatch), 3, swatch, 10, { fill: theme.colors[token] }),
    ),
    svgText(flow.x(ramp + 7 * swatch + 6), 12, high),
  );
  return { height: legendHeight, nodes };
}

function cellValues(
  props: ChartProps,
  data: SeriesData,
  texts: readonly (readonly string[])[],
  letters: number,
  step: (value: number) => Token,
  x: (index: number) => number,
  middle: (row: number) => number,
): Markup {
  const { theme } = props;
  const inks = new Map(
    [...rampTokens, ...divergeTokens].map((token) => [token as Token, textOn(theme, theme.tokens[token])]),
  );
  return g(
    { 'text-anchor': 'middle', 'font-size': letters, 'pointer-events': 'none' },
    data.series.map((series, row) =>
      series.values.map((value, column) =>
        value === null
          ? null
          : svgText(x(column), middle(row) + 4, texts[row]?.[column] ?? '', {
              fill:
                props.emphasis && isDimmed(props, series.rows(column), series.column)
                  ? theme.colors['text-muted']
                  : inks.get(step(value)),
            }),
      ),
    ),
  );
}

/** Adds rows for periods without any, if rows are periods in their order; not if there would be more than `most`. */
function withMissingRows(props: ChartProps, data: SeriesData, most: number): SeriesData {
  const { result, tile, locale } = props;
  const { series: column, measures } = readColumns(result, tile.options);
  if (!column?.grain || column.grain === 'hour' || measures.length > 1) return data;
  if (result.truncated || leavesOutGaps(props, column)) return data;
  const timeOf = ({ rows }: Series) => {
    const row = data.positions.findIndex((_, index) => rows(index).length > 0);
    return readTime(column.values[rows(row)[0] ?? -1] ?? null, column.type, locale) ?? Number.NaN;
  };
  const times = data.series.map(timeOf);
  const isDescending = (times[0] ?? 0) > (times.at(-1) ?? 0);
  const series = isDescending ? data.series.toReversed() : data.series;
  const ascending = isDescending ? times.toReversed() : times;
  if (!ascending.every((time, index) => index === 0 || time > (ascending[index - 1] ?? 0))) return data;
  const places = fillDates(ascending, column.grain, most);
  const [first] = series;
  if (!places || !first) return data;
  const filled = places.map(
    ({ index, position }): Series =>
      series[index] ?? {
        ...first,
        name: formatTime(position, column, columnFormat(column, tile.options), locale),
        values: data.positions.map(() => null),
        rows: () => [],
      },
  );
  return { ...data, series: isDescending ? filled.toReversed() : filled };
}
