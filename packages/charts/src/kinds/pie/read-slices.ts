import { memberKey } from '@inlay/protocol/member-key';
import type { ChartProps } from '../../chart-props.ts';
import type { Ranking } from '../../data/read-ranking.ts';
import { assignFills } from '../../theme/assign-fills.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import { otherFill } from '../../theme/other-fill.ts';
import { maxSlices } from './max-slices.ts';

export interface Slice {
  readonly name: string;
  readonly value: number;
  readonly fill: SeriesFill;
  /** The rows of the result that it represents. */
  readonly rows: readonly number[];
}

export interface Slices {
  readonly slices: readonly Slice[];
  /** The number of values above zero that have no slice. */
  readonly left: number;
  readonly negatives: boolean;
}

/** Slices by size, small ones merged into `Other`; left out if they do not add up. */
export function readSlices(
  props: ChartProps,
  { dimension, rows: parts }: Ranking,
  room: number,
  adds: boolean,
): Slices {
  const { locale, theme } = props;
  const most = Math.max(2, Math.min(maxSlices, room));
  const other = locale.messages.other;
  const positive = parts.filter((part) => part.value > 0).sort((a, b) => b.value - a.value);
  const named = positive.filter(({ isOther }) => !isOther);
  const kept = named.slice(0, adds && named.length > most ? most - 1 : most);
  const rest = adds
    ? positive.filter((part) => !kept.includes(part))
    : positive.filter(({ isOther }) => isOther).slice(0, 1);
  const fills = assignFills(
    props,
    kept.map(({ name, row }) => ({ name, member: dimension && memberKey(dimension.values[row]) })),
  );
  const slices = kept.map(
    ({ name, value, row }, index): Slice => ({ name, value, fill: fills[index] as SeriesFill, rows: [row] }),
  );
  const negatives = parts.some((part) => part.value < 0);
  const left = positive.length - kept.length - rest.length;
  if (rest.length === 0) return { slices, left, negatives };
  const value = rest.reduce((sum, part) => sum + part.value, 0);
  const rows = [...new Set(rest.map(({ row }) => row))];
  const folded = { name: other, value, fill: otherFill(theme), rows };
  return { slices: [...slices, folded], left, negatives };
}
