import type { VNode } from 'preact';
import { quantile } from '../../data/quantile.ts';
import { authoredFormat, columnFormat, readColumns, toNumber } from '../../data/read-columns.ts';
import type { SeriesData } from '../../data/read-series.ts';
import { headline } from '../../data/summarise.ts';
import { isOthers } from '../../format/format-cell.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { textWidth } from '../../layout/text-width.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { drawLabels } from '../../parts/data-labels.ts';
import { barShape, isHighlighted, keyIn, shapeOf } from '../../parts/focus.ts';
import { caption } from '../../parts/legend.ts';
import { markLimit } from '../../parts/mark-limit.ts';
import { hitTargets, type Mark, type Marks, markAttribute } from '../../parts/marks.ts';
import { maxMarkedRows } from '../../parts/max-marked-rows.ts';
import { rowsNotes } from '../../parts/notes.ts';
import type { Panel } from '../../parts/panel.ts';
import { emptyState, unfitState } from '../../parts/state.ts';
import { g, halo, type Markup, path, px, rect, svgText } from '../../parts/svg.ts';
import { axisScale, isOutside, scaleNotes } from '../../parts/value-scale.ts';
import { assignFills } from '../../theme/assign-fills.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import type { HistogramProps } from './options.ts';
import { type Bin, type BinRules, edgeTicks, type Observation, readBins } from './read-bins.ts';

const medianRoom = 14;
/** The minimum width of a bar that can be pointed at. */
const minBar = 6;

/** The number of rows per interval of values. */
export function histogramChart(props: HistogramProps): VNode {
  const { result, tile, locale, size, panel } = props;
  const { options = {} } = tile;
  const { x, measures } = readColumns(result, options);
  const measure = measures[0];
  if (!measure) return unfitState(props);
  const all = measure.values
    .map((cell, row) => ({ row, value: toNumber(cell) ?? Number.NaN }))
    // "Other" is a sum, not an observation.
    .filter(({ row, value }) => !Number.isNaN(value) && !(x && isOthers(x, row)))
    .sort((one, other) => one.value - other.value);
  const scale = axisScale(
    props,
    { min: options.xMin, max: options.xMax },
    { values: [all.map(({ value }) => value)], format: undefined },
  );
  const shown = all.filter(({ value }) => !isOutside(value, scale.bounds));
  if (shown.length === 0) return emptyState(props);
  const sorted = shown.map(({ value }) => value);
  const whole = sorted.every(Number.isInteger);
  const most = Math.max(1, Math.min(100, Math.floor((size.width - 40) / minBar)));
  const own = { whole, most, wanted: options.bins, ...scale.bounds };
  const bins = readBins(shown, panel ? { ...own, ...commonBins(panel, shown, own) } : own);
  const format = columnFormat(measure, options);
  const text = locale.messages.kinds.histogram;
  const say = (value: number) => formatFull(value, format, locale);
  // Bins end at round numbers, which need fewer decimals than the values.
  const sayEdge = (value: number) => formatFull(value, authoredFormat(measure, options), locale);
  const number = ({ rows }: Bin) => formatFull(rows.length, undefined, locale);
  const rowsOf = (bin: Bin) => text.rows({ count: bin.rows.length, shown: number(bin) });
  const range = ({ from, to }: Bin) => {
    // A bin from 10 to 15 contains the integers 10 to 14.
    const [first, last] = whole ? [Math.ceil(from), Math.ceil(to) - 1] : [from, to];
    return first === last ? sayEdge(first) : text.range({ from: sayEdge(first), to: sayEdge(last) });
  };
  const fill = assignFills(props, [{ name: measure.label }])[0] as SeriesFill;
  const isOneValue = shown[0]?.value === shown.at(-1)?.value;
  const header = caption(props, options.yTitle || text.count);
  const notes = [...rowsNotes(props), ...scaleNotes(props, scale)];
  const plot = cartesian(
    { ...props, tile: { ...tile, options: { ...options, xTitle: options.xTitle || measure.label } } },
    {
      data: axisData(bins, measure),
      header,
      value: {
        extent: { min: 0, max: Math.max(...bins.map(({ rows }) => rows.length)) },
        zero: true,
        whole: true,
        format: undefined,
      },
      slots: false,
      xTicks: isOneValue ? [sorted.slice(0, 1)] : edgeTicks(bins),
      endRoom: 10,
      headRoom: 20 + annotationRoom(props),
      notes,
    },
  );
  // Computed from all values, even those outside the bounds.
  const known = all.map(({ value }) => value);
  const middle = quantile(known, 0.5);
  const fullest = bins.reduce((one, other) => (other.rows.length > one.rows.length ? other : one));
  const [lowest, highest] = [known[0] as number, known.at(-1) as number];
  return chartFrame(props, {
    summary: [
      headline(props),
      text.summary({
        count: known.length,
        shown: formatFull(known.length, undefined, locale),
        from: say(lowest),
        to: say(highest),
        middle: say(middle),
        range: range(fullest),
        most: rowsOf(fullest),
      }),
    ].join(' '),
    notes,
    series: [[measure.label, fill.color]],
    ...binMarks(
      props,
      bins.map((bin, index) => ({
        label: range(bin),
        x: (plot.x(index) + plot.x(index + 1)) / 2,
        items: [{ series: 0, y: plot.y(bin.rows.length), text: rowsOf(bin), rows: bin.rows }],
      })),
      plot,
    ),
    body: [
      header.nodes,
      plot.grid,
      drawBins(props, bins, fill, plot),
      plot.baseline,
      // Of equal values, the median says nothing.
      isOneValue
        ? null
        : medianLine(props, plot, middle, `${locale.messages.median} ${formatShort(middle, format, locale)}`),
      options.labels === 'all' || isOneValue ? binLabels(props, bins, plot, number) : null,
      // Above the name of the median.
      annotations(props, { ...plot, top: plot.top - medianRoom }),
    ],
  });
}

/** Panels have the same bins, so that they compare. */
function commonBins(panel: Panel, sorted: readonly Observation[], rules: BinRules) {
  const own = readBins(sorted, rules);
  const extent = { min: sorted[0]?.value ?? 0, max: sorted.at(-1)?.value ?? 0 };
  const axis = panel.axis('x', { extent, zero: false, whole: rules.whole });
  return { ...axis.extent, whole: axis.whole, wanted: rules.wanted ?? panel.max('bins', own.length) };
}

function binLabels(
  props: HistogramProps,
  bins: readonly Bin[],
  plot: Cartesian,
  number: (bin: Bin) => string,
) {
  const spots = bins.flatMap((bin, index) => {
    if (bin.rows.length === 0) return [];
    const x = (plot.x(index) + plot.x(index + 1)) / 2;
    return [{ x, y: plot.y(bin.rows.length), text: number(bin), side: 'above' as const }];
  });
  return drawLabels(props, spots, { ...plot, top: plot.top - 16 });
}

/** The edges of the bins as an axis. */
function axisData(bins: readonly Bin[], measure: NonNullable<SeriesData['x']>): SeriesData {
  const positions = [...bins.map(({ from }) => from), (bins.at(-1) as Bin).to];
  return { x: measure, xKind: 'number', positions, label: () => '', series: [] };
}

function drawBins(
  props: HistogramProps,
  bins: readonly Bin[],
  fill: SeriesFill,
  plot: Cartesian,
): Markup | null {
  const barOf = (index: number, count: number) => {
    const [one, other] = [plot.x(index), plot.x(index + 1)];
    // A single row among thousands stays visible.
    const head = Math.min(plot.y(count), plot.bottom - 1);
    return barShape(props)(plot.bottom, head, Math.min(one, other), Math.abs(other - one), true, 0);
  };
  const d = bins.map(({ rows }, index) => (rows.length === 0 ? '' : barOf(index, rows.length)));
  const isWide = Math.abs(plot.x(1) - plot.x(0)) > 4;
  const look = { fill: fill.color, ...(isWide ? { stroke: props.theme.colors.surface } : {}) };
  if (!props.emphasis) return path(d.join(''), look);
  return g(
    {},
    bins.map(({ rows, from, to }, index) => {
      const key = keyIn(props, `${from}–${to}`);
      // Bars count rows: of one that has highlighted ones, these are its lower part.
      const lit = rows.filter((row) => isHighlighted(props, [row]));
      const isPart = lit.length > 0 && lit.length < rows.length;
      const shape = { ...shapeOf(props, { rows: isPart ? [] : rows }), 'data-key': key };
      return [
        path(d[index] ?? '', { ...look, ...shape }),
        isPart ? path(barOf(index, lit.length), { ...look, 'data-key': `lit ${key}` }) : null,
      ];
    }),
  );
}

/** The median line. */
function medianLine(
  { theme, size }: HistogramProps,
  plot: Cartesian,
  value: number,
  text: string,
): Markup | null {
  const x = plot.xAt(value);
  if (x === undefined) return null;
  const width = textWidth(text, 11);
  const [left, right] = [x - 5 - width, x + 5];
  const goesRight = plot.flow.rtl ? left < 0 : right + width <= size.width;
  // In a small panel, neither side may have room.
  const from = Math.max(0, Math.min(goesRight ? right : left, size.width - width));
  const d = `M${px(x)} ${px(plot.top - 14)}V${px(plot.bottom)}`;
  return g(
    { fill: theme.colors.text, 'font-size': 11 },
    path(d, { stroke: theme.colors.surface, 'stroke-width': 3, opacity: 0.7 }),
    path(d, { stroke: theme.colors.text, 'stroke-dasharray': '4 3' }),
    svgText(plot.flow.rtl ? from + width : from, plot.top - 6, text, halo(theme.colors.surface)),
  );
}

/** One column per bin, as high as the plot. */
function binMarks(props: HistogramProps, marks: readonly Mark[], plot: Cartesian): Marks {
  const { result, tile } = props;
  const { x: dimension } = readColumns(result, tile.options);
  const isMarked = result.rowCount <= markLimit(props, maxMarkedRows);
  const named = isMarked
    ? marks
    : marks.map((mark) => ({ ...mark, items: mark.items.map((item) => ({ ...item, rows: [] })) }));
  const targets = named.map((mark, index) => {
    const [one, other] = [plot.x(index), plot.x(index + 1)];
    const attribute = markAttribute(mark);
    return rect(Math.min(one, other), plot.top, Math.abs(other - one), plot.bottom - plot.top, attribute);
  });
  return { marks: named, dimension: isMarked ? dimension : undefined, targets: hitTargets(targets) };
}
