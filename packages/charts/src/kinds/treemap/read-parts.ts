import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../../chart-props.ts';
import { columnFormat, readColumns } from '../../data/read-columns.ts';
import { rankingAddsUp, readRanking } from '../../data/read-ranking.ts';
import { formatRow } from '../../format/format-cell.ts';
import { assignFills } from '../../theme/assign-fills.ts';
import { type SeriesFill, tokenFill } from '../../theme/create-theme.ts';

export interface Part {
  readonly name: string;
  readonly value: number;
  /** The rows of the result that it represents. */
  readonly rows: readonly number[];
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
}

const maxGroups = 60;
const maxParts = 60;

/**
 * Parts of a whole, largest first. Parts with a share below `least` are merged into `Other`, or left out if they do not add
 * up.
 */
export function readParts(props: ChartProps, least: number): Parts | undefined {
  const { result, tile, locale, theme } = props;
  const ranking = readRanking(props);
  if (!ranking) return undefined;
  const { series } = readColumns(result, tile.options);
  const { measure, format } = ranking;
  const positive = ranking.rows.filter(({ value }) => value > 0);
  const total = positive.reduce((sum, { value }) => sum + value, 0);
  const adds = rankingAddsUp(props, ranking);
  let left = 0;
  const fold = (parts: readonly Part[], most: number) => {
    const folded = foldSmall(parts, { least: least * total, most, other: locale.messages.other });
    if (adds || folded.length === parts.length) return folded;
    const kept = parts.slice(0, Math.max(1, folded.length - 1));
    left += parts.length - kept.length;
    return kept;
  };
  const named = fold(
    gathered(positive, ({ name }) => name),
    maxGroups,
  );
  const fills = assignFills(
    theme,
    named.filter(({ name }) => name !== locale.messages.other).map(({ name }) => name),
    { explicit: tile.options?.colors, categories: props.categories },
  );
  const values = new Map(positive.map(({ row, value }) => [row, value]));
  const partsOf = ({ rows }: Part) => {
    if (!series) return [];
    const seriesFormat = columnFormat(series, tile.options);
    const own = rows.map((row) => ({ row, value: values.get(row) as number }));
    return fold(
      gathered(own, ({ row }) => formatRow(row, series, seriesFormat, locale)),
      maxParts,
    );
  };
  const groups = named.map((part, index) => ({
    ...part,
    fill: fills[index] ?? tokenFill(theme, 'neutral'),
    parts: partsOf(part),
  }));
  return {
    dimension: series ?? ranking.dimension,
    split: series && ranking.dimension,
    measure,
    format,
    total,
    groups,
    adds,
    left,
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

function foldSmall(
  parts: readonly Part[],
  { least, most, other }: { readonly least: number; readonly most: number; readonly other: string },
): readonly Part[] {
  const named = parts.filter(({ name }) => name !== other);
  const count = Math.min(most, named.filter(({ value }) => value >= least).length);
  const kept = named.slice(0, count);
  const rest = [...named.slice(count), ...parts.filter(({ name }) => name === other)];
  // A single small part keeps its name.
  if (rest.length <= 1) return [...kept, ...rest];
  const value = rest.reduce((sum, part) => sum + part.value, 0);
  return [...kept, { name: other, value, rows: rest.flatMap(({ rows }) => rows) }];
}
