import type { VNode } from 'preact';
import { capCategories } from '../../data/cap-categories.ts';
import { fullLabel, type Series } from '../../data/read-series.ts';
import { summarise } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { bandScale } from '../../layout/band-scale.ts';
import { cutMiddle } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { axisOf, type Extent, extentOf, project, withZero } from '../../layout/value-axis.ts';
import { annotatedIndex } from '../../parts/annotated-index.ts';
import { chartFrame, fontSize, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { barShape, labelOf, shapeOf } from '../../parts/focus.ts';
import { caption, comparisonOpacity, noHeader } from '../../parts/legend.ts';
import { type MarkItem, rowMarks, rowsOfCategory } from '../../parts/marks.ts';
import { partsNotes } from '../../parts/notes.ts';
import { referenceText } from '../../parts/references.ts';
import { annotatedRows, rowAnnotations } from '../../parts/row-annotations.ts';
import { nameRoom, rowNames } from '../../parts/row-names.ts';
import { g, halo, type Markup, path, px, svgText } from '../../parts/svg.ts';
import { scaleNotes } from '../../parts/value-scale.ts';
import { textColor } from '../../theme/create-theme.ts';
import { barColor } from '../bar/bar-color.ts';
import type { BarLineProps } from './options.ts';
import { barAxis, type Parts } from './read-parts.ts';

const minRow = 17;
const minPanel = 84;
const gap = 18;
const titleHeight = 22;

/** Names on the left and a panel of bars for each measure: a line between names would mean nothing. */
export function barLineRows(props: BarLineProps, parts: Parts): VNode {
  const { size, theme, tile } = props;
  const { all, bars, lines, scale, references } = parts;
  const flow = mirror(props.locale, size.width);
  const { xTitle = '' } = tile.options ?? {};
  const header = xTitle === '' ? noHeader : caption(props, `↓ ${xTitle}`);
  const top = header.height + titleHeight + (references.length > 0 ? 16 : 0);
  const fitting = (height: number) => Math.max(1, Math.floor(height / minRow));
  const room = size.height - top - 4;
  const most = fitting(all.positions.length > fitting(room) && !props.panel ? room - noteHeight : room);
  const [shownBars, shownLines] = [capCategories(bars, most), capCategories(lines, most)];
  const count = shownBars.positions.length;
  const names = shownBars.positions.map((_, index) => fullLabel(shownBars, index));
  const forNames = nameRoom(props, names, 0.32);
  const start = forNames + 12;
  const mostPanels = Math.max(1, Math.floor((size.width - start + gap) / (minPanel + gap)));
  const series = [...shownBars.series, ...shownLines.series].slice(0, mostPanels);
  const notes = [...partsNotes(props, all, count), ...scaleNotes(props, scale)];
  const bottom = size.height - 4 - noteRoom(props, notes);
  const width = (size.width - start + gap) / series.length - gap;
  const band = bandScale(count, top, bottom, 26, 0.36);
  const barExtent = axisExtent(parts);
  const lineExtent = withZero(extentOf(lines.series.map(({ values }) => values)) ?? { min: 0, max: 1 });
  const panels = series.map((each, place): Panel => {
    const isBar = place < shownBars.series.length;
    return panelOf(props, each, {
      from: start + place * (width + gap),
      width,
      extent: isBar ? barExtent : lineExtent,
      log: isBar && scale.log,
      color: (index) => (isBar ? barColor(props, shownBars, place, index) : each.fill.color),
    });
  });
  return chartFrame(props, {
    summary: summarise(props, shownBars.series.length > 0 ? shownBars : shownLines),
    notes,
    series: series.map(({ name, fill }) => [name, fill.color]),
    ...rowMarks(
      names.map((label, index) => rowMark(props, panels, label, index, band.center(index))),
      shownBars.x,
      { top: (index) => band.center(index) - band.step / 2, width: size.width, height: band.step },
    ),
    split: shownBars.split,
    body: [
      header.nodes,
      rowNames(props, names, { room: forNames, middle: band.center, height: band.step }),
      panels.map((panel, place) => [
        svgText(
          flow.x(panel.from),
          header.height + 12,
          cutMiddle(panel.series.name, width, fontSize, true),
          { fill: textColor(theme, panel.series.fill), 'font-weight': 600 },
          panel.series.name,
        ),
        place < shownBars.series.length
          ? references.map((reference) =>
              referenceLine(props, referenceText(props, reference, panel.series.format), {
                x: panel.x(reference.value),
                top,
                bottom,
                width,
              }),
            )
          : null,
        path(`M${px(panel.x(0))} ${px(top)}V${px(bottom)}`, { stroke: theme.colors.axis }),
        names.map((_, index) => drawRow(props, panel, index, band.center(index), band.bar)),
      ]),
      rowAnnotations(
        props,
        annotatedRows(props, (at) => annotatedIndex(props, shownBars, at)),
        (index) => ({ from: endOf(props, panels.at(-1), index), y: band.center(index) }),
      ),
    ],
  });
}

/** Bounds that the author set apply to the bars. */
function axisExtent(parts: Parts): Extent {
  const axis = barAxis(parts);
  const { min, max } = axis.bounds;
  return axis.log || min !== undefined || max !== undefined ? axisOf(axis, 4) : withZero(axis.extent);
}

interface Panel {
  readonly series: Series;
  readonly from: number;
  readonly width: number;
  readonly x: (value: number) => number;
  readonly texts: readonly string[];
  readonly color: (index: number) => string;
}

function panelOf(
  { locale, size }: BarLineProps,
  series: Series,
  place: Pick<Panel, 'from' | 'width' | 'color'> & { readonly extent: Extent; readonly log: boolean },
): Panel {
  const flow = mirror(locale, size.width);
  const { from, width, extent, log } = place;
  const texts = series.values.map((value) =>
    value === null ? '' : formatShort(value, series.format, locale),
  );
  const widest = (isOn: (value: number) => boolean) =>
    Math.max(
      0,
      ...series.values.map((value, index) =>
        value !== null && isOn(value) ? textWidth(texts[index] ?? '', fontSize) + 8 : 0,
      ),
    );
  const before = widest((value) => value < 0);
  const after = Math.max(
    width * 0.08,
    widest((value) => value >= 0),
  );
  const [low, high] = [from + before, Math.max(from + before + 8, from + width - after)];
  const along = project({ ...extent, log }, low, high);
  const x = (value: number) => flow.x(Math.max(low, Math.min(high, along(value))));
  return { ...place, series, texts, x };
}

/** A bar with its value at its end. A zero is a hairline. */
function drawRow(
  props: BarLineProps,
  { series, texts, x, color }: Panel,
  index: number,
  center: number,
  bar: number,
): Markup | null {
  const { locale, size, theme, tile } = props;
  const value = series.values[index] ?? null;
  if (value === null) return null;
  const { forward } = mirror(locale, size.width);
  const shown = { rows: series.rows(index), column: series.column };
  const [foot, head] = [x(0), x(value)];
  const sign = value < 0 ? -forward : forward;
  const end = Math.abs(head - foot) < 1 ? foot + sign : head;
  return g(
    {},
    path(barShape(props)(foot, end, center - bar / 2, bar, false, 2), {
      fill: color(index),
      ...shapeOf(props, { ...shown, opacity: series.comparison ? comparisonOpacity : undefined }),
    }),
    svgText(end + 5 * sign, center + 4, texts[index] ?? '', {
      fill: theme.colors.text,
      'text-anchor': value < 0 ? 'end' : undefined,
      // A reference line would cross the digits.
      ...(tile.options?.referenceLines ? halo(theme.colors.surface) : {}),
      ...labelOf(props, shown.rows, shown.column),
    }),
  );
}

/** Where the value of the last panel ends, from the start of the drawing. */
function endOf({ locale, size }: BarLineProps, panel: Panel | undefined, index: number): number {
  const value = panel?.series.values[index] ?? null;
  if (!panel || value === null) return panel?.from ?? 0;
  const text = value < 0 ? 0 : textWidth(panel.texts[index] ?? '', fontSize) + 5;
  return mirror(locale, size.width).x(panel.x(Math.max(0, value))) + text;
}

function rowMark(
  { locale, size }: BarLineProps,
  panels: readonly Panel[],
  label: string,
  index: number,
  y: number,
) {
  const flow = mirror(locale, size.width);
  const items = panels.flatMap(({ series, from, width }, place): MarkItem[] => {
    const value = series.values[index] ?? null;
    if (value === null) return [];
    const left = flow.left(from, width);
    return [
      {
        series: place,
        y,
        text: formatFull(value, series.format, locale),
        rows: series.rows(index),
        span: ['x', left, left + width],
      },
    ];
  });
  const first = panels[0];
  const mark = { label, x: first ? first.x(first.series.values[index] ?? 0) : 0, items };
  return items.length > 0
    ? mark
    : {
        ...mark,
        rows: rowsOfCategory(
          panels.map(({ series }) => series),
          index,
        ),
      };
}

function referenceLine(
  { theme }: BarLineProps,
  label: string,
  { x, top, bottom, width }: { x: number; top: number; bottom: number; width: number },
): Markup {
  return g(
    { 'font-size': 11, fill: theme.colors['text-muted'], 'text-anchor': 'middle' },
    path(`M${px(x)} ${px(top)}V${px(bottom)}`, {
      stroke: theme.colors['text-muted'],
      'stroke-dasharray': '4 3',
    }),
    svgText(x, top - 4, cutMiddle(label, width, 11), {}, label),
  );
}
