import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { byRank, type RankedRow, type Ranking, readRanking } from '../../data/read-ranking.ts';
import { headline } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { cutMiddle } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { type Extent, extentOf, project } from '../../layout/value-axis.ts';
import { changeOf } from '../../parts/change.ts';
import { chartFrame, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { labelOf, shapeOf, unzoomed } from '../../parts/focus.ts';
import { rowMarks } from '../../parts/marks.ts';
import { shownNotes } from '../../parts/notes.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { g, rect, svgText } from '../../parts/svg.ts';
import { toneOf } from '../../parts/thresholds.ts';
import { otherFill } from '../../theme/other-fill.ts';

const leastRow = 32;
const mostRow = 46;
/** Below this width, the name gets its own line above the value. */
const leastName = 110;
const ownLine = 18;

/** A tiny value is still visible, and zero is a hairline. */
const leastLength = (value: number) => (value === 0 ? 1 : 2);

/** A ranking: rank, name, value, change, and a thin bar. */
export function leaderboardChart(props: ChartProps): VNode {
  const ranking = readRanking(props);
  if (!ranking) return unfitState(props);
  const { size, theme, locale, tile } = props;
  const flow = mirror(locale, size.width);
  const all = tile.query.sort ? ranking.rows : ranking.rows.toSorted(byRank);
  const rankOf = ranksOf(props);
  const columns = columnsOf(props, ranking, all.slice(0, Math.ceil(size.height / leastRow)));
  const above = columns.nameRoom < leastName && columns.nameRoom < columns.longestName ? ownLine : 0;
  const leastHeight = leastRow + above;
  const fits = Math.floor(size.height / leastHeight);
  const rows =
    all.length > fits ? all.slice(0, Math.max(1, Math.floor((size.height - noteHeight) / leastHeight))) : all;
  const notes = shownNotes(props, rows.length, all.length);
  const height = Math.min(mostRow + above, (size.height - noteRoom(props, notes)) / Math.max(1, rows.length));
  // One zero line for all rows, so that the direction of a bar is its sign.
  const scale = extentOf([[0], rows.map((row) => row.value)]) as Extent;
  const { values, changes, changeTexts, rankRoom, changeRoom } = columns;
  const nameRoom = above > 0 ? size.width - rankRoom : columns.nameRoom;
  const track = size.width - rankRoom;
  const zero = project(scale, rankRoom, size.width)(0);
  return chartFrame(props, {
    summary: [
      headline(props),
      ...rows.slice(0, 3).map((row, i) =>
        locale.messages.summary.single({
          name: row.isOther ? row.name : `${rankOf(row, i)}. ${row.name}`,
          value: values[i] ?? '',
        }),
      ),
    ].join(' '),
    notes,
    series: [[ranking.measure.label, theme.colors.accent]],
    ...rowMarks(
      rows.map(({ name, value, row }, i) => {
        const text = formatFull(value, ranking.format, locale);
        const items = [{ series: 0, y: (i + 0.5) * height, text, rows: [row] }];
        return { label: name, x: flow.x(rankRoom), items };
      }),
      ranking.dimension,
      { top: (i) => i * height, width: size.width, height },
    ),
    body: rows.map((row, i) => {
      const y = i * height + (height + above) / 2;
      const tone = toneOf(row.value, tile.options?.thresholds, ranking.measure.name);
      const change = changes[i];
      const muted = labelOf(props, [row.row]);
      const length = Math.max(
        leastLength(row.value),
        (Math.abs(row.value) / (scale.max - scale.min || 1)) * track,
      );
      const start = row.value < 0 ? zero - length : Math.min(zero, size.width - length);
      return g(
        { 'font-size': 13 },
        row.isOther
          ? null
          : svgText(flow.x(0), y + 1 - above, formatFull(rankOf(row, i), undefined, locale), {
              fill: theme.colors['text-muted'],
              'font-size': 12,
              ...muted,
            }),
        svgText(
          flow.x(rankRoom),
          y + 1 - above,
          cutMiddle(shortName(props, row.name), nameRoom, 13),
          muted,
          row.name,
        ),
        svgText(flow.x(above > 0 ? rankRoom : size.width - changeRoom), y + 1, values[i] ?? '', {
          'text-anchor': above > 0 ? 'start' : 'end',
          'font-weight': 600,
          ...muted,
        }),
        change
          ? svgText(flow.x(size.width), y + 1, changeTexts[i] ?? '', {
              'text-anchor': 'end',
              fill: change.color,
              'font-size': 12,
              ...muted,
            })
          : null,
        rect(flow.left(rankRoom, track), y + 7, track, 4, { rx: 2, fill: theme.colors.track }),
        rect(flow.left(start, length), y + 7, length, 4, {
          rx: 2,
          fill: row.isOther
            ? otherFill(theme).color
            : theme.colors[tone ?? (row.value < 0 ? 'bad' : 'accent')],
          ...shapeOf(props, { rows: [row.row], part: ranking.dimension ? '' : row.name }),
        }),
        scale.min < 0 ? rect(flow.x(zero) - 0.5, y + 5, 1, 8, { fill: theme.colors.axis }) : null,
      );
    }),
  });
}

/** A zoom leaves ranks as they are. */
function ranksOf(props: ChartProps): (row: RankedRow, index: number) => number {
  const { tile, whole } = props;
  const all = whole && readRanking(unzoomed(props))?.rows;
  if (!whole || !all) return (_, index) => index + 1;
  const ordered = tile.query.sort ? all : all.toSorted(byRank);
  const ranks = new Map(ordered.map(({ row }, index) => [row, index + 1]));
  return ({ row }, index) => ranks.get(whole.rows[row] ?? -1) ?? index + 1;
}

function columnsOf(props: ChartProps, ranking: Ranking, rows: readonly RankedRow[]) {
  const { size, locale } = props;
  const values = rows.map((row) => formatShort(row.value, ranking.format, locale));
  const changes = rows.map((row) => changeOf(props, row.value, row.before, ranking.format));
  const changeTexts = changes.map((change) => (change ? `${change.arrow} ${change.text}` : ''));
  const lastRank = props.whole?.result.rowCount ?? rows.length;
  const rankRoom = textWidth(formatFull(lastRank, undefined, locale), 12) + 12;
  const valueRoom = Math.max(...values.map((value) => textWidth(value, 13, true)));
  const changeRoom =
    Math.max(...changeTexts.map((text) => textWidth(text, 12))) + (changes.some(Boolean) ? 14 : 0);
  return {
    values,
    changes,
    changeTexts,
    rankRoom,
    changeRoom,
    nameRoom: size.width - rankRoom - valueRoom - changeRoom - 12,
    longestName: Math.max(...rows.map((row) => textWidth(shortName(props, row.name), 13))),
  };
}
