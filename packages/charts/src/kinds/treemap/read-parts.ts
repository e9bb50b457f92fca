import type { Format } from '@inlay/protocol/format';
import { memberKey } from '@inlay/protocol/member-key';
import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../../chart-props.ts';
import { columnFormat, readColumns, toNumber } from '../../data/read-columns.ts';
import { rankingAddsUp, readRanking } from '../../data/read-ranking.ts';
import { formatRow } from '../../format/format-cell.ts';
import { assignFills } from '../../theme/assign-fills.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import { quietFill } from '../../theme/other-fill.ts';

export interface Part {
  readonly name: string;
  readonly value: number;
  /** The rows of the result that it represents. */
  readonly rows: readonly number[];
  /** Everything that has no part of its own. */
  readonly isOther?: boolean;
}

export interface Group extends Part {
  readonly fill: SeriesFill;
  /** Of a second dimension; none if there is only one. */
  readonly parts: readonly Part[];
}

export interface Parts {
  /** The dimension of the smallest parts. */
  readonly dimension: ResultColumn | undefined;
  /** The dimension of the groups; none if there is only one. */
  readonly split: ResultColumn | undefined;
  readonly measure: ResultColumn;
  readonly format: Format | undefined;
  readonly groups: readonly Group[];
  readonly total: number;
  readonly negatives: boolean;
  /** Whether the parts add up, so that they have shares. */
  readonly adds: boolean;
  /** The number of parts that were left out because they are too small and do not add up. */
  readonly left: number;
  /** The number of parts that `Other` combines; 0 if it is a row of the result, whose parts nobody counted. */
  readonly combined: number;
}

const maxParts = 60;
/** The area that a name needs, in square pixels, and a group with a name above its parts. */
const namedArea = 2200;
const headedArea = 2400;
/** Smaller parts could not be distinguished or tapped. */
const leastArea = 320;

/**
 * Parts of a whole, largest first, and `Other` last. Parts without room for a name are merged into it, because gray boxes
 * without names say nothing; but not if it would become the larger half, which would hide how the whole is divided. Parts
 * that do not add up are left out if they are too small to tap.
 */
export function readParts(props: ChartProps, area: number): Parts | undefined {
  const { result, tile, locale, theme } = props;
  const ranking = readRanking(props);
  if (!ranking) return undefined;
  const { series } = readColumns(result, tile.options);
  const { measure, format } = ranking;
  const positive = ranking.rows.filter(({ value }) => value > 0);
  const total = positive.reduce((sum, { value }) => sum + value, 0);
  const adds = rankingAddsUp(props, ranking);
  const { other } = locale.messages;
  let left = 0;
  const fold = (parts: readonly Part[], named: number) => {
    const foldAt = (pixels: number) => foldSmall(parts, { least: (pixels / area) * total, other });
    const coarse = foldAt(named);
    if (adds && !hidesMost(parts, coarse, other)) return coarse;
    const folded = foldAt(leastArea);
    if (adds || folded.length === parts.length) return folded;
    const kept = parts.slice(0, Math.max(1, folded.length - 1));
    left += parts.length - kept.length;
    return kept;
  };
  const all = gathered(positive, ({ name }) => name);
  const named = fold(all, series ? headedArea : namedArea);
  const fills = assignFills(
    props,
    named
      .filter(({ isOther }) => !isOther)
      .map(({ name, rows: [row = 0] }) => ({
        name,
        member: ranking.dimension && memberKey(ranking.dimension.values[row]),
      })),
  );
  const partsOf = ({ rows, isOther }: Part) => {
    if (!series || isOther) return [];
    const seriesFormat = columnFormat(series, tile.options);
    const own = gathered(
      rows.map((row) => ({ row, value: toNumber(measure.values[row]) ?? 0 })),
      ({ row }) => formatRow(row, series, seriesFormat, locale),
    );
    const parts = fold(own, namedArea);
    // Parts too small to distinguish leave their group as one box, with its name.
    return adds && hidesMost(own, parts, other) ? [] : parts;
  };
  const groups = named.map((part, index) => ({
    ...part,
    fill: fills[index] ?? quietFill(theme),
    parts: partsOf(part),
  }));
  const hasOthers = all.some(({ name }) => name === other);
  return {
    dimension: series ?? ranking.dimension,
    split: series && ranking.dimension,
    measure,
    format,
    total,
    groups,
    adds,
    left,
    combined: named.at(-1)?.isOther && !hasOthers ? all.length - named.length + 1 : 0,
    negatives: ranking.rows.some(({ value }) => value < 0),
  };
}

/** Merges rows of the same name, largest first. */
function gathered<Row extends { readonly row: number; readonly value: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): readonly Part[] {
  const parts = new Map<string, { name: string; value: number; rows: number[] }>();
  for (const each of rows) {
    const name = nameOf(each);
    const part = parts.get(name);
    if (part) {
      part.value += each.value;
      part.rows.push(each.row);
    } else parts.set(name, { name, value: each.value, rows: [each.row] });
  }
  return [...parts.values()].sort((a, b) => b.value - a.value);
}

/** Merges parts, which are sorted by size, into `Other`. */
function foldSmall(
  parts: readonly Part[],
  { least, other }: { readonly least: number; readonly other: string },
): readonly Part[] {
  const given = parts.find(({ name }) => name === other);
  const named = given ? parts.filter((part) => part !== given) : parts;
  const small = named.findIndex(({ value }) => value < least);
  const count = Math.min(maxParts, small < 0 ? named.length : small);
  const kept = named.slice(0, count);
  const rest = [...named.slice(count), ...(given ? [given] : [])];
  const [only] = rest;
  if (!only) return kept;
  // A single small part keeps its name.
  if (rest.length === 1) return [...kept, only.name === other ? { ...only, isOther: true } : only];
  const value = rest.reduce((sum, part) => sum + part.value, 0);
  return [...kept, { name: other, value, rows: rest.flatMap(({ rows }) => rows), isOther: true }];
}

/** Whether more than half of what had names is now in `Other`. */
function hidesMost(before: readonly Part[], after: readonly Part[], other: string): boolean {
  const named = (parts: readonly Part[]) =>
    parts.reduce((sum, { name, value }) => (name === other ? sum : sum + value), 0);
  return named(after) < named(before) / 2;
}
