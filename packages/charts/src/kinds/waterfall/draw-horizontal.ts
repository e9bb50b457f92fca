import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import type { Series } from '../../data/read-series.ts';
import { summarise } from '../../data/summarise.ts';
import { formatFull } from '../../format/format-number.ts';
import { bandScale } from '../../layout/band-scale.ts';
import { cutMiddle } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { extentOf, project } from '../../layout/value-axis.ts';
import { annotatedIndex } from '../../parts/annotated-index.ts';
import { chartFrame, fontSize, noteRoom } from '../../parts/chart-frame.ts';
import { barShape, labelOf } from '../../parts/focus.ts';
import { caption } from '../../parts/legend.ts';
import { rowMarks } from '../../parts/marks.ts';
import { annotatedRows, rowAnnotationRoom, rowAnnotations } from '../../parts/row-annotations.ts';
import { nameRoom } from '../../parts/row-names.ts';
import { shortName } from '../../parts/short-names.ts';
import { halo, path, px, svgText } from '../../parts/svg.ts';
import type { Step, Steps } from './read-steps.ts';
import { stepShape } from './step-shape.ts';
import { stepsNotes } from './steps-notes.ts';

/** A horizontal waterfall, if names would not fit below vertical bars: each row has name and change. */
export function horizontalWaterfall(
  props: ChartProps,
  found: Steps,
  labels: readonly string[],
  colorOf: (step: Step) => string,
): VNode {
  const { theme, locale, size, panel } = props;
  const { data, steps } = found;
  const flow = mirror(locale, size.width);
  const series = data.series[0] as Series;
  const header = caption(props, series.column.label);
  const notes = stepsNotes(props, found);
  const names = steps.map((_, index) => data.label(index));
  const ownNames = nameRoom(props, names);
  const forNames = panel?.max('names', ownNames) ?? ownNames;
  const rooms = labels.map((label) => textWidth(label, fontSize, true) + 8);
  const widest = Math.max(...rooms);
  const notesOfRows = annotatedRows(props, (at) => annotatedIndex(props, data, at));
  const valueRoom = panel?.max('values', widest) ?? widest;
  const forNotes = Math.max(0, ...[...notesOfRows.values()].map((text) => rowAnnotationRoom(props, text)));
  const end = size.width - valueRoom - Math.min(forNotes, size.width * 0.3);
  const own = extentOf([[0], steps.map(({ from }) => from), steps.map(({ to }) => to)]) ?? {
    min: 0,
    max: 1,
  };
  const { extent } = panel?.axis('y', { extent: own, zero: true }) ?? { extent: own };
  const lead = forNames + 10;
  const first = panel?.room('start', lead, names.join('\n')) ?? lead;
  // Values are where a change leads to: those of decreases are before their bars, which start later if one needs the room.
  const share = project(extent, 0, 1);
  const later = steps.map((step, i) =>
    isDecrease(step) ? ((rooms[i] ?? 0) + first - share(step.to) * end) / (1 - share(step.to)) : first,
  );
  const latest = Math.max(first, ...later);
  const wanted = panel?.max('later', latest) ?? latest;
  const isRoomy = end - wanted > size.width * 0.25;
  const start = isRoomy ? wanted : first;
  const isBefore = (step: Step) => isRoomy && isDecrease(step);
  const along = project(extent, start, end);
  const x = (value: number) => flow.x(along(value));
  const band = bandScale(steps.length, header.height, size.height - noteRoom(props, notes) - 4, 26, 0.3);
  const furthest = ({ from, to }: Step) => Math.max(from, to);
  const label = (step: Step, i: number) => {
    const [at, y] = [x(isBefore(step) ? step.to : furthest(step)), band.center(i) + 4];
    return isBefore(step)
      ? svgText(at - 5 * flow.forward, y, labels[i] ?? '', {
          'text-anchor': 'end',
          // The line of zero may cross it.
          ...halo(theme.colors.surface),
          ...weightOf(step),
          ...labelOf(props, series.rows(i)),
        })
      : svgText(at + 5 * flow.forward, y, labels[i] ?? '', {
          ...weightOf(step),
          ...labelOf(props, series.rows(i)),
        });
  };
  const isNamed = panel?.isLabelled('start') ?? true;
  return chartFrame(props, {
    summary: summarise(props, data),
    notes,
    series: [[series.name, theme.colors.neutral]],
    ...rowMarks(
      steps.map((step, i) => {
        const value = series.values[i] ?? null;
        const rows = series.rows(i);
        const mark = { label: names[i] ?? '', x: x(furthest(step)) };
        if (value === null) return { ...mark, items: [], rows };
        const text = formatFull(value, series.format, locale);
        return { ...mark, items: [{ series: 0, y: band.center(i), text, rows }] };
      }),
      data.x,
      { top: (i) => band.center(i) - band.step / 2, width: size.width, height: band.step },
    ),
    body: [
      header.nodes,
      path(
        steps
          .slice(0, -1)
          .map(({ to }, i) => `M${px(x(to))} ${px(band.center(i))}V${px(band.center(i + 1))}`)
          .join(''),
        { stroke: theme.colors.axis, 'stroke-dasharray': '2 2' },
      ),
      steps.map((step, i) => {
        if (step.isGap) return null;
        const [foot, head] = [x(step.from), x(step.to)];
        const shown = Math.abs(head - foot) < 1 ? foot + flow.forward : head;
        const bar = barShape(props)(foot, shown, band.start(i), band.bar, false, 1);
        return path(bar, { fill: colorOf(step), ...stepShape(props, found, i) });
      }),
      path(`M${px(x(0))} ${px(header.height)}V${px(band.center(steps.length - 1) + band.step / 2)}`, {
        stroke: theme.colors.axis,
      }),
      steps.map((step, i) => {
        const y = band.center(i) + 4;
        const name = names[i] ?? '';
        const weight = weightOf(step);
        return [
          isNamed
            ? svgText(
                flow.x(first - lead),
                y,
                cutMiddle(shortName(props, name), forNames, fontSize),
                weight,
                name,
              )
            : null,
          step.isGap ? null : label(step, i),
        ];
      }),
      rowAnnotations(props, notesOfRows, (i) => {
        const step = steps[i] as Step;
        const beyond = isBefore(step) ? 0 : (rooms[i] ?? 0);
        return { from: along(furthest(step)) + beyond, y: band.center(i) };
      }),
    ],
  });
}

const weightOf = ({ level }: Step) => (level ? { 'font-weight': 600 } : {});

/** A total below zero also leads away from its start. */
const isDecrease = ({ from, to }: Step) => to < from;
