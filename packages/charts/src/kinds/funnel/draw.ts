import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { readRanking } from '../../data/read-ranking.ts';
import { headline } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { cutMiddle, wrap } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { chartFrame, fontSize, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { labelOf, shapeOf, unzoomed } from '../../parts/focus.ts';
import { rowMarks } from '../../parts/marks.ts';
import { shownNotes } from '../../parts/notes.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { path, px, rect, svgText } from '../../parts/svg.ts';
import { otherFill } from '../../theme/other-fill.ts';

/** Steps from first to last, with the share of the previous step and of the first. */
export function funnelChart(props: ChartProps): VNode {
  const ranking = readRanking(props);
  if (!ranking) return unfitState(props);
  const { size, theme, locale } = props;
  const flow = mirror(locale, size.width);
  const fits = Math.max(1, Math.floor(size.height / 30));
  const rows =
    ranking.rows.length > fits
      ? ranking.rows.slice(0, Math.max(1, Math.floor((size.height - noteHeight) / 30)))
      : ranking.rows;
  const notes = shownNotes(props, rows.length, ranking.rows.length);
  const step = Math.min(76, (size.height - noteRoom(props, notes)) / Math.max(1, rows.length));
  const thickness = step * 0.6;
  const share = (value: number, of: number) =>
    of > 0 && value >= 0
      ? formatFull(value / of, { kind: 'percent', decimals: value / of < 0.1 ? 1 : 0 }, locale)
      : '–';
  const all = (props.whole && readRanking(unzoomed(props))) ?? ranking;
  const first = all.rows[0]?.value ?? 0;
  const biggest = Math.max(0, ...rows.map((row) => row.value)) || 1;
  const values = rows.map((row) => formatShort(row.value, ranking.format, locale));
  // `Other` is no step: it has no share of the first one.
  const shares = rows.map((row) => (row.isOther ? '' : share(row.value, first)));
  const shareRoom = Math.max(...shares.map((text) => textWidth(text, fontSize, true)));
  const valueRoom = Math.max(...values.map((text) => textWidth(text, fontSize, true)));
  const names = rows.map(({ name }) => shortName(props, name));
  const nameRoom = Math.min(size.width * 0.3, Math.max(...names.map((name) => textWidth(name, fontSize))));
  const start = nameRoom + 12;
  const end = size.width - shareRoom - valueRoom - 26;
  // A negative step has a value but no bar, which would look like a positive one. Zero is a hairline.
  const length = (value: number) => {
    if (value <= 0) return value === 0 ? 1 : 0;
    return Math.max(2, (value / biggest) * (end - start));
  };
  const top = (i: number) => i * step + (step - thickness) / 2;
  return chartFrame(props, {
    summary: [
      headline(props),
      ...rows.slice(0, 8).map((row, i) =>
        locale.messages.summary.single({
          name: row.name,
          value: [values[i], shares[i] && `${shares[i]} ${locale.messages.ofFirst}`]
            .filter(Boolean)
            .join(', '),
        }),
      ),
    ].join(' '),
    notes,
    series: [[ranking.measure.label, theme.colors['series-1']]],
    ...rowMarks(
      rows.map(({ name, value, row }, i) => {
        const text = [formatFull(value, ranking.format, locale), shares[i]].filter(Boolean).join(' · ');
        const items = [{ series: 0, y: (i + 0.5) * step, text, rows: [row] }];
        return { label: name, x: flow.x(start), items };
      }),
      ranking.dimension,
      { top: (i) => i * step, width: size.width, height: step },
    ),
    body: rows.map((row, i) => {
      const middle = top(i) + thickness / 2 + 4;
      const next = rows[i + 1]?.isOther ? undefined : rows[i + 1];
      const [a, b] = [start + length(row.value), start + length(next?.value ?? 0)];
      const own = { rows: [row.row], part: ranking.dimension ? '' : row.name };
      const muted = labelOf(props, own.rows);
      return [
        next
          ? path(
              `M${px(flow.x(start))} ${px(top(i) + thickness)}H${px(flow.x(a))}L${px(flow.x(b))} ${px(top(i + 1))}H${px(flow.x(start))}Z`,
              { fill: theme.colors.track, ...shapeOf(props, { ...own, part: `${own.part} to next` }) },
            )
          : null,
        rect(flow.left(start, length(row.value)), top(i), length(row.value), thickness, {
          rx: 2,
          fill: row.isOther ? otherFill(theme).color : theme.colors['series-1'],
          ...shapeOf(props, own),
        }),
        nameLines(names[i] ?? '', nameRoom, step).map((line, place, lines) =>
          svgText(
            flow.x(0),
            middle + (place - (lines.length - 1) / 2) * 14,
            line,
            muted,
            lines.join(' ') === row.name ? line : row.name,
          ),
        ),
        svgText(flow.x(size.width - shareRoom - 14), middle, values[i] ?? '', {
          'text-anchor': 'end',
          'font-weight': 600,
          ...muted,
        }),
        svgText(flow.x(size.width), middle, shares[i] ?? '', {
          'text-anchor': 'end',
          fill: theme.colors['text-muted'],
          ...muted,
        }),
        next && step >= 44
          ? svgText(
              flow.x(start + 6),
              top(i) + thickness + (step - thickness) / 2 + 4,
              `↓ ${share(next.value, row.value)}`,
              {
                'font-size': 11,
                fill: theme.colors['text-muted'],
                ...muted,
              },
            )
          : null,
      ];
    }),
  });
}

const nameLines = (name: string, room: number, height: number): readonly string[] =>
  height >= 30 ? wrap(name, room, fontSize, 2) : [cutMiddle(name, room, fontSize)];
