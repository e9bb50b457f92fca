import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { readSeries, type Series, type SeriesData } from '../../data/read-series.ts';
import { summarise } from '../../data/summarise.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { formatShort, formatSigned } from '../../format/format-number.ts';
import { inside } from '../../layout/inside.ts';
import { layoutNames } from '../../layout/name-labels.ts';
import { textWidth } from '../../layout/text-width.ts';
import { timeTicks } from '../../layout/time-ticks.ts';
import { extentOf } from '../../layout/value-axis.ts';
import { annotatedIn } from '../../parts/annotated-index.ts';
import { aboveValues, annotationRoom, annotations } from '../../parts/annotations.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { chartFrame, fontSize } from '../../parts/chart-frame.ts';
import { columnMarks } from '../../parts/column-marks.ts';
import { drawLabels, type LabelSpot } from '../../parts/data-labels.ts';
import { barShape, isHighlighted, labelOf, unzoomed } from '../../parts/focus.ts';
import { caption } from '../../parts/legend.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { g, path, px, svgText } from '../../parts/svg.ts';
import { horizontalWaterfall } from './draw-horizontal.ts';
import type { WaterfallProps } from './options.ts';
import { readSteps, type Step, type Steps } from './read-steps.ts';
import { stepShape } from './step-shape.ts';
import { stepsNotes } from './steps-notes.ts';
import { zoomSteps } from './zoom-steps.ts';

const minRow = 17;
const minSlot = 8;

/** The steps that fit, and whether the chart is horizontal. */
function waterfallSteps(props: WaterfallProps): (Steps & { readonly isHorizontal: boolean }) | undefined {
  const { size, panel, whole } = props;
  const all = whole && !panel ? unzoomed(props) : props;
  const found = withGaps(all, readSeries(all), Math.floor(size.width / minSlot));
  const measure = found.series.find((series) => !series.comparison);
  if (!measure) return undefined;
  const zoomed =
    all === props || !whole
      ? undefined
      : zoomSteps(readSteps(all, found, measure, Number.POSITIVE_INFINITY), whole);
  const alone = Number(isHorizontalAlone(props, zoomed?.data ?? found, zoomed?.times !== undefined));
  const isHorizontal = (panel?.max('horizontal', alone) ?? alone) > 0;
  if (zoomed) return { ...zoomed, isHorizontal };
  const header = caption(props, measure.column.label);
  const fits = isHorizontal ? (size.height - header.height) / minRow : size.width / minSlot;
  return { ...readSteps(props, found, measure, Math.max(4, Math.floor(fits))), isHorizontal };
}

/** How a total comes about: each change starts where the previous one ended. */
export function waterfallChart(props: WaterfallProps): VNode {
  const found = waterfallSteps(props);
  if (!found) return unfitState(props);
  const { theme, locale, size, tile, panel } = props;
  const { data, steps, isHorizontal } = found;
  const series = data.series[0] as Series;
  const header = caption(props, series.column.label);
  const labels = steps.map((step) => {
    if (step.isGap) return '';
    return step.level
      ? formatShort(step.to, series.format, locale)
      : formatSigned(step.to - step.from, series.format, locale);
  });
  const colorOf = (step: Step) => {
    if (step.level) return theme.colors.neutral;
    const good = step.to >= step.from === ((tile.options?.goodDirection ?? 'up') === 'up');
    return theme.colors[good ? 'good' : 'bad'];
  };
  if (isHorizontal) return horizontalWaterfall(props, found, labels, colorOf);
  const slot = size.width / Math.max(1, steps.length);
  const widest = Math.max(...labels.map((label) => textWidth(label, fontSize)));
  const written = (panel?.max('values', widest) ?? widest) < slot - 2;
  const below = (step: Step) => (step.level ? step.to < 0 : step.to < step.from);
  const notes = stepsNotes(props, found);
  const footRoom = steps.some((step) => below(step) && Math.min(step.from, step.to) <= 0) ? 18 : 0;
  const plot = cartesian(props, {
    data: found.times ? { ...data, xKind: 'time', positions: found.times } : data,
    header,
    value: {
      extent: extentOf([steps.flatMap((step) => [step.from, step.to])]) ?? { min: 0, max: 1 },
      zero: true,
      format: series.format,
    },
    slots: true,
    headRoom: 20 + annotationRoom(props),
    footRoom: panel?.max('foot', footRoom) ?? footRoom,
    bare: written,
    notes,
  });
  const left = (index: number) => plot.x(index) - plot.band.bar / 2;
  const top = (step: Step) => Math.min(plot.y(step.from), plot.y(step.to));
  const bottom = (step: Step) => Math.max(plot.y(step.from), plot.y(step.to));
  const isAnnotated = annotatedIn(props, data);
  const spot = (step: Step, i: number): LabelSpot => {
    const text = labels[i] ?? '';
    // Wider than its bar, a label extends toward the previous step, whose bar is on the other side of it.
    const overhang = Math.max(0, textWidth(text, 11) - plot.band.bar) / 2;
    return {
      x: plot.x(i) - overhang * plot.flow.forward,
      y: below(step) ? bottom(step) : top(step),
      text,
      side: below(step) ? 'below' : 'above',
      attributes: { ...(step.level && { 'font-weight': 600 }), ...labelOf(props, series.rows(i)) },
      isFirst: isHighlighted(props, series.rows(i)) || isAnnotated(i),
    };
  };
  // Totals first, then the largest changes.
  const importance = ({ level, from, to }: Step) => (level ? Number.POSITIVE_INFINITY : Math.abs(to - from));
  const spots = () =>
    steps
      .map((step, i) => ({ step, i }))
      .filter(({ step }) => !step.isGap)
      .sort((a, b) => importance(b.step) - importance(a.step) || 0)
      .map(({ step, i }) => spot(step, i));
  const bars = () =>
    steps.map((step, i) => ({
      left: left(i),
      right: left(i) + plot.band.bar,
      top: top(step),
      bottom: bottom(step),
    }));
  return chartFrame(props, {
    summary: summarise(props, data),
    notes,
    series: [[series.name, theme.colors.neutral]],
    ...columnMarks(props, data, plot, (_, i) => (steps[i] ? top(steps[i]) : null)),
    body: [
      header.nodes,
      plot.grid,
      path(
        steps
          .slice(0, -1)
          .map((step, i) => `M${px(plot.x(i))} ${px(plot.y(step.to))}H${px(plot.x(i + 1))}`)
          .join(''),
        { stroke: theme.colors.axis, 'stroke-dasharray': '2 2' },
      ),
      steps.map((step, i) => {
        if (step.isGap) return null;
        const [foot, head] = [plot.y(step.from), plot.y(step.to)];
        const shown = Math.abs(head - foot) < 1 ? foot - 1 : head;
        const bar = barShape(props)(foot, shown, left(i), plot.band.bar, true, 1);
        return path(bar, { fill: colorOf(step), ...stepShape(props, found, i) });
      }),
      plot.baseline,
      written
        ? g(
            { 'text-anchor': 'middle' },
            steps.map((step, i) => {
              if (step.isGap) return null;
              const under = below(step);
              const y = under ? bottom(step) + 14 : top(step) - 6;
              const weight = step.level ? { 'font-weight': 600 } : {};
              return svgText(plot.x(i), y, labels[i] ?? '', { ...weight, ...labelOf(props, series.rows(i)) });
            }),
          )
        : drawLabels(props, spots(), { ...plot, top: plot.top - 18 }, bars()),
      (panel?.isLabelled('bottom') ?? true) ? endNames(props, plot, data, found.times ?? []) : null,
      annotations(props, aboveValues(plot)),
    ],
  });
}

/**
 * The names of the steps after the last period, on the line of the years unless they fit into their slots. A name that
 * would touch another text is left out, the total's last.
 */
function endNames(props: ChartProps, plot: Cartesian, data: SeriesData, times: readonly number[]) {
  const { theme, size, locale } = props;
  const { step } = plot.band;
  const periods = times.filter(Number.isFinite);
  const textAt = (text: string, index: number) => ({
    text,
    x: inside(plot.x(index), text, size.width, fontSize),
    isInSlot: textWidth(text, fontSize) < step - 4,
  });
  const years = timeTicks(periods, data.x?.grain, step * periods.length, true, locale, fontSize).flatMap(
    ({ context, index }) => (context === '' ? [] : textAt(context, index)),
  );
  const ends = times.flatMap((_, index) => (index < periods.length ? [] : textAt(data.label(index), index)));
  const touches = (one: (typeof ends)[number], other: (typeof ends)[number]) =>
    Math.abs(one.x - other.x) < (textWidth(one.text, fontSize) + textWidth(other.text, fontSize)) / 2 + 4;
  const named = ends.filter(
    (end, index) =>
      end.isInSlot || ![...years, ...ends.slice(index + 1)].some((other) => touches(end, other)),
  );
  return named.map(({ x, text, isInSlot }) =>
    svgText(x, plot.bottom + (isInSlot ? 18 : 33), text, {
      'text-anchor': 'middle',
      fill: theme.colors['text-muted'],
    }),
  );
}

/** Horizontal if the names do not fit below vertical bars. */
function isHorizontalAlone(props: ChartProps, data: SeriesData, hasTimes: boolean): boolean {
  if (data.xKind === 'time' || hasTimes) return false;
  const slot = (props.size.width - 40) / (data.positions.length + 1);
  // Not even every other name fits.
  if (slot < 4) return true;
  const names = [
    ...data.positions.map((_, index) => shortName(props, data.label(index))),
    props.locale.messages.total,
  ];
  return layoutNames(names, slot, fontSize, props.size.height * 0.35) === undefined;
}
