import type { ResultColumn } from '@inlay/protocol/result';
import type { VNode } from 'preact';
import type { ChartProps, Size } from './chart-props.ts';
import { listNames } from './data/list-names.ts';
import { withoutColumn } from './data/panel-column.ts';
import { readColumns, toNumber } from './data/read-columns.ts';
import { sizedSeries } from './data/read-series.ts';
import { type PanelData, splitPanels } from './data/split-panels.ts';
import { headline } from './data/summarise.ts';
import { formatFull } from './format/format-number.ts';
import { cutMiddle } from './layout/fit-text.ts';
import { mirror } from './layout/mirror.ts';
import { type PanelGrid, panelGrid } from './layout/panel-grid.ts';
import { axisTitle, titleHeight } from './parts/axis-title.ts';
import { chartFrame, contentOf, type FrameContent, fontSize, noteRoom } from './parts/chart-frame.ts';
import { emphasisOfPanel } from './parts/focus.ts';
import { below, caption, type Header, legend, noHeader } from './parts/legend.ts';
import { type MarkChange, moveMark, moveMarks } from './parts/move-marks.ts';
import { countNotes, mergeNotes, type Note } from './parts/notes.ts';
import { type Agreement, createAgreement, type Panel, type Side } from './parts/panel.ts';
import { shortName } from './parts/short-names.ts';
import { g, type Markup, px, svgText } from './parts/svg.ts';
import { slotsOf } from './theme/assign-fills.ts';

/** The height of a panel's name. */
const heading = 20;
/** Before panels agree on the labels of their axes. */
const usualLabels = { start: 40, end: 0, bottom: 30 };
/** The number of panels whose data the summary describes. */
const maxDescribed = 3;
/** Axes and sizes only grow, so panels agree after two or three layouts; the limit has never been reached. */
const maxLayouts = 5;

/** A panel at its place; without content, it has no values. */
interface Placed {
  readonly data: PanelData;
  readonly content: FrameContent | undefined;
  readonly x: number;
  readonly y: number;
}

/**
 * Small multiples: a panel with the same chart for each value of a dimension, drawn by the function of its kind
 * (ADR 340). Each is drawn twice: first to agree on axes, legend and room for labels, then with what they agreed on.
 */
export function drawPanels<Props extends ChartProps>(
  props: Props,
  by: ResultColumn,
  draw: (props: Props) => VNode,
): VNode {
  const { tile, size, locale } = props;
  // Those without values come last, where no other panel needs them between itself and the labels of its axes.
  const panels = splitPanels(props, by).toSorted(
    (one, other) => Number(hasValues(other, props)) - Number(hasValues(one, props)),
  );
  const drawable = panels.findLastIndex((data) => hasValues(data, props)) + 1;
  const slots = slotsOf(props);
  const contentIn = (data: PanelData, { width, height }: Size, panel: Panel): FrameContent | undefined =>
    hasValues(data, props)
      ? contentOf(
          draw({
            ...props,
            tile: { ...tile, title: data.name },
            result: data.result,
            ...emphasisOfPanel(props, by, data.rows),
            // Its columns are not those of a panel.
            whole: undefined,
            size: { width, height },
            slots,
            panel,
          }),
        )
      : undefined;

  const rough = panelGrid(panels.length, { ...size, ...usualLabels, heading });
  const agreement = createAgreement({
    isFree: tile.options?.panelScales === 'free',
    count: rough.shown,
    findSeries: () => sizedSeries({ ...props, result: withoutColumn(props.result, by) }),
  });
  const tried = panels.slice(0, rough.shown).map((data) => contentIn(data, rough, agreement.panel()));

  const gridWith = (header: Header, notes: number) =>
    panelGrid(rough.shown, {
      width: size.width,
      height: size.height - header.height - titleHeight(agreement.xTitle()) - notes,
      start: agreement.outside('start'),
      end: agreement.outside('end'),
      bottom: agreement.outside('bottom'),
      heading,
    });
  const notesOf = ({ shown }: PanelGrid, contents: Contents): readonly Note[] => [
    ...countNotes(props, [{ key: 'panels', of: by.label, shown, all: panels.length }]),
    ...mergeNotes(contents.flatMap((content) => content?.notes ?? [])),
  ];
  const flow = mirror(locale, size.width);
  /** Draws with the axes, the note and the labels that are known so far. */
  const layOut = (before: Contents) => {
    const known = agreement.changes();
    const header = headerOf(props, agreement);
    const roomy = gridWith(header, 0);
    const height = noteRoom(props, notesOf(roomy, before));
    const grid = height === 0 ? roomy : gridWith(header, height);
    const placed = panels.slice(0, grid.shown).map(
      (data, index): Placed => ({
        data,
        content: contentIn(data, grid, agreement.panel(edgesOf(grid, index, drawable))),
        x: flow.left(grid.left(index), grid.width),
        y: header.height + grid.top(index),
      }),
    );
    const contents = placed.map(({ content }) => content);
    const notes = notesOf(grid, contents);
    const fits = agreement.changes() === known && noteRoom(props, notes) <= height;
    return { grid, header, placed, contents, notes, fits };
  };
  // In panels of their final size, an X axis can have more lines of labels, or panels show other rows, than at first.
  let layout = layOut(tried);
  for (let count = 1; !layout.fits && count < maxLayouts; count += 1) layout = layOut(layout.contents);
  return panelFrame(props, { by, all: panels.length, agreement, ...layout });
}

type Contents = readonly (FrameContent | undefined)[];

/** Panels at their places, and what is around them. */
interface DrawnPanels {
  readonly by: ResultColumn;
  readonly all: number;
  readonly placed: readonly Placed[];
  readonly grid: PanelGrid;
  readonly header: Header;
  readonly notes: readonly Note[];
  readonly agreement: Agreement;
}

/** One chart of all panels: one tab stop, whose marks stand for rows of the whole result. */
function panelFrame(props: ChartProps, drawn: DrawnPanels): VNode {
  const { by, placed, grid, header, notes, agreement } = drawn;
  const { size, theme, locale, result } = props;
  const flow = mirror(locale, size.width);
  const series = new Map<string, readonly [name: string, color: string]>();
  for (const { content } of placed) for (const each of content?.series ?? []) series.set(String(each), each);
  const places = [...series.keys()];
  const changeOf = ({ data, content, x, y }: Placed): MarkChange => ({
    x,
    y,
    label: data.name,
    series: (index) => places.indexOf(String(content?.series?.[index])),
    row: (row) => data.rows[row] ?? -1,
  });
  const sample = placed.find(({ content }) => content)?.content;
  const own = (column: ResultColumn | undefined) => result.columns.find(({ name }) => name === column?.name);
  return chartFrame(props, {
    summary: summaryOf(props, drawn),
    notes,
    series: [...series.values()],
    // A line would be measured within its panel: there, the hit target is highlighted instead.
    highlight: sample?.highlight && 'dots',
    ...(sample?.keyboard && { keyboard: sample.keyboard }),
    marks: placed.flatMap((each) =>
      (each.content?.marks ?? []).map((mark) => moveMark(mark, changeOf(each))),
    ),
    // Without another dimension, a mark stands for its panel.
    dimension: own(sample?.dimension) ?? by,
    split: own(sample?.split),
    body: [
      header.nodes,
      placed.map((each) => moveMarks(drawPanel(props, each, grid), changeOf(each))),
      axisTitle(agreement.xTitle(), {
        x: flow.x(size.width - agreement.outside('end')),
        y: size.height - noteRoom(props, notes) - 5,
        room: size.width,
        flow,
        color: theme.colors['text-muted'],
      }),
    ],
  });
}

function drawPanel(props: ChartProps, { data, content, x, y }: Placed, { width, height }: PanelGrid): Markup {
  const { locale, theme } = props;
  const place = { transform: `translate(${px(x)} ${px(y)})` };
  const name = cutMiddle(shortName(props, data.name), width, fontSize, true);
  const bold = { fill: theme.colors.text, 'font-weight': 600 };
  if (content)
    return g(
      place,
      svgText(mirror(locale, width).x(0), -7, name, bold, data.name),
      content.body,
      content.targets,
    );
  const middle = { 'text-anchor': 'middle' };
  return g(
    place,
    svgText(width / 2, height / 2 - 6, name, { ...bold, ...middle }, data.name),
    svgText(width / 2, height / 2 + 12, locale.messages.emptyTitle, {
      ...middle,
      fill: theme.colors['text-muted'],
    }),
  );
}

const hasValues = ({ result }: PanelData, { tile }: ChartProps): boolean =>
  readColumns(result, tile.options).measures.some(({ values }) =>
    values.some((cell) => toNumber(cell) !== null),
  );

/** The sides at which a panel has no neighbor with values. */
function edgesOf({ columns, shown }: PanelGrid, index: number, drawable: number): ReadonlySet<Side> {
  const count = Math.min(shown, drawable);
  const column = index % columns;
  const edges = new Set<Side>();
  if (column === 0) edges.add('start');
  if (column === columns - 1 || index === count - 1) edges.add('end');
  if (index + columns >= count) edges.add('bottom');
  return edges;
}

/** One legend for all panels, above the name of the measure. */
function headerOf(props: ChartProps, agreement: Agreement): Header {
  const items = agreement.legend();
  const captions = agreement.captions();
  const measure = captions.length > 0 ? caption(props, captions.join(' · ')) : noHeader;
  const above =
    agreement.header()?.(props.size.width) ?? (items.length > 0 ? legend(props, items) : noHeader);
  return below(above, measure);
}

function summaryOf(props: ChartProps, { by, all, placed }: DrawnPanels): string {
  const { locale } = props;
  const names = placed.map(({ data }) => data.name);
  return [
    headline(props),
    locale.messages.summary.panels({
      count: all,
      shown: formatFull(all, undefined, locale),
      by: by.label,
      names: listNames(props, names),
    }),
    ...placed.slice(0, maxDescribed).flatMap(({ content }) => content?.summary ?? []),
  ].join(' ');
}
