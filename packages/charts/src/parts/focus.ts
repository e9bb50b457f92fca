import { memberKey } from '@inlay/protocol/member-key';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { dimensionsOf } from '../data/adds-up.ts';
import { describeHighlight, describeZoom } from '../data/describe-focus.ts';
import type { Series } from '../data/read-series.ts';
import { selectMembers } from '../data/select-members.ts';
import { zoomResult } from '../data/zoom-result.ts';
import { isOthers } from '../format/format-cell.ts';
import { slotsOf } from '../theme/assign-fills.ts';
import type { Emphasis } from './emphasis.ts';
import { barPath, steadyBarPath } from './path-data.ts';
import type { Attributes } from './svg.ts';

/** The opacity of what is not highlighted. */
export const dimmed = 0.25;

/** The tile as its focus shows it: the members in its zoom, and marks that are highlighted or dimmed. */
export function withFocus<Props extends ChartProps>(props: Props): Props {
  const { tile, locale } = props;
  if (!tile.focus) return props;
  const zoomed = zoomResult(props.result, tile.focus.zoom, locale);
  const result = zoomed?.result ?? props.result;
  return {
    ...props,
    result,
    emphasis: { has: highlightIn(props, result), keyOf: keysIn(result) },
    // Members keep the colors that they have among all.
    ...(zoomed && { whole: { result: props.result, rows: zoomed.rows }, slots: slotsOf(props) }),
  };
}

/** The chart of all members, whose shares, ranks and totals those in a zoom keep. */
export function unzoomed<Props extends ChartProps>({ whole, ...props }: Props): Omit<Props, 'whole'> {
  return whole ? { ...props, result: whole.result } : props;
}

/** Undefined if no row is highlighted. */
function highlightIn({ tile, locale }: ChartProps, result: QueryResult): Emphasis['has'] {
  const selections = (tile.focus?.highlight ?? []).flatMap(
    (selection) => selectMembers(selection, result, locale) ?? [],
  );
  if (selections.length === 0) return undefined;
  const inRow = new Uint8Array(result.rowCount);
  const inColumn = new Set<string>();
  for (const selection of selections)
    if ('pivoted' in selection)
      for (const column of selection.pivoted.filter(selection.hasColumn)) inColumn.add(column.name);
    else for (let row = 0; row < inRow.length; row += 1) if (selection.hasRow(row)) inRow[row] = 1;
  if (inColumn.size === 0 && !inRow.includes(1)) return undefined;
  return (row, column) => inRow[row] === 1 || (column !== undefined && inColumn.has(column.name));
}

function keysIn(result: QueryResult): Emphasis['keyOf'] {
  const dimensions = dimensionsOf(result);
  return (rows) => joinKeys(dimensions.map((column) => memberOf(column, rows)));
}

/** The value that rows have in common. */
function memberOf(column: ResultColumn, rows: readonly number[]): string {
  const [first = -1] = rows;
  const isSame = rows.every((row) => column.values[row] === column.values[first]);
  return !isSame || isOthers(column, first) ? '*' : memberKey(column.values[first]);
}

/** The identity of what no rows identify. */
export const keyIn = ({ emphasis }: Pick<ChartProps, 'emphasis'>, key: string): string =>
  emphasis?.panel === undefined ? key : `${joinKeys([emphasis.panel])}|${key}`;

/** Several keys as one. */
export const joinKeys = (keys: readonly string[]): string =>
  keys.map((key) => key.replaceAll(/[\\|]/g, String.raw`\$&`)).join('|');

/** The emphasis of a panel, whose rows are others than those of its tile. */
export function emphasisOfPanel(
  { emphasis }: Pick<ChartProps, 'emphasis'>,
  by: ResultColumn,
  rows: readonly number[],
): Pick<ChartProps, 'emphasis'> {
  if (!emphasis) return {};
  const { has, keyOf } = emphasis;
  const panel = memberOf(
    by,
    rows.filter((row) => row >= 0),
  );
  const rowAt = (row: number) => rows[row] ?? -1;
  return {
    emphasis: {
      has: has && ((row, column) => has(rowAt(row), column)),
      keyOf: (own) => (own.length === 0 ? panel : keyOf(own.map(rowAt).filter((row) => row >= 0))),
      panel,
    },
  };
}

/** What a shape shows. */
export interface Shown {
  readonly rows: readonly number[];
  /** Of the value, if a row has several. */
  readonly column?: ResultColumn | undefined;
  /** Which of several shapes of the same rows. */
  readonly part?: string | undefined;
  /** Of the shape if nothing is dimmed. */
  readonly opacity?: number | undefined;
}

/** The attributes of a shape of some rows: how strong it is and, in a story, what identifies it between drawings. */
export function shapeOf({ emphasis }: Pick<ChartProps, 'emphasis'>, shown: Shown): Attributes {
  const { rows, column, part = '', opacity } = shown;
  if (!emphasis) return { opacity };
  return {
    opacity: isDimmed({ emphasis }, rows, column) ? dimmed * (opacity ?? 1) : opacity,
    'data-key': `${joinKeys([part, column?.name ?? ''])}|${emphasis.keyOf(rows)}`,
  };
}

/** Whether others are highlighted instead. */
export const isDimmed = (
  { emphasis }: Pick<ChartProps, 'emphasis'>,
  rows: readonly number[],
  column?: ResultColumn,
): boolean => emphasis?.has !== undefined && !rows.some((row) => emphasis.has?.(row, column));

/** Whether a mark stands out among others. */
export const isHighlighted = (
  { emphasis }: Pick<ChartProps, 'emphasis'>,
  rows: readonly number[],
  column?: ResultColumn,
): boolean => emphasis?.has !== undefined && rows.some((row) => emphasis.has?.(row, column));

/** The color of a label of a mark, if it is not the usual one. */
export const labelOf = (
  props: Pick<ChartProps, 'emphasis' | 'theme'>,
  rows: readonly number[],
  column?: ResultColumn,
): Attributes => (isDimmed(props, rows, column) ? mutedLabel(props.theme) : {});

/** What the focus shows, for screen readers. */
export function focusSentences({ tile, result, whole, locale }: ChartProps): readonly string[] {
  if (!tile.focus) return [];
  return [
    describeZoom({ tile, result: whole?.result ?? result, locale }),
    describeHighlight({ tile, result, locale }),
  ].filter((sentence) => sentence !== undefined);
}

/** The caption of a table. */
export const captionOf = (props: ChartProps): string => {
  const sentences = focusSentences(props);
  return sentences.length === 0 ? props.tile.title : `${props.tile.title}. ${sentences.join(' ')}`;
};

export const highlightedClass = 'inlay-highlighted';

/** The attributes of a row of a table. */
export function rowShape({ emphasis }: Pick<ChartProps, 'emphasis'>, rows: readonly number[]): Attributes {
  if (!emphasis) return {};
  return {
    'data-key': emphasis.keyOf(rows),
    class: isHighlighted({ emphasis }, rows) ? highlightedClass : undefined,
  };
}

/** Bars of a story have the same commands in all sizes. */
export const barShape = ({ emphasis }: Pick<ChartProps, 'emphasis'>): typeof barPath =>
  emphasis ? steadyBarPath : barPath;

/** How the line or area of a series is drawn. */
export interface SeriesShape {
  readonly opacity: number | undefined;
  readonly key: string | undefined;
  /** If only a part of it is highlighted: whether that includes a category. */
  readonly isLit: ((index: number) => boolean) | undefined;
}

export function seriesShape({ emphasis }: Pick<ChartProps, 'emphasis'>, series: Series): SeriesShape {
  if (!emphasis) return { opacity: undefined, key: undefined, isLit: undefined };
  const { column, rows, values, member, isOther, fade, places } = series;
  const own = isOther ? '*' : (member ?? '');
  const overlaid = fade !== undefined || places ? [series.name] : [];
  const key = keyIn({ emphasis }, joinKeys([column.name, own, ...overlaid]));
  const lit = values.map((_, index) => isHighlighted({ emphasis }, rows(index), column));
  const isPart = lit.includes(true) && values.some((value, index) => value !== null && !lit[index]);
  return {
    key,
    opacity: emphasis.has && (isPart || !lit.includes(true)) ? dimmed : undefined,
    isLit: isPart ? (index) => lit[index] === true : undefined,
  };
}

/** The color of a label of a whole series, if it is not the usual one. */
export function seriesLabel(props: Pick<ChartProps, 'emphasis' | 'theme'>, series: Series): Attributes {
  const { opacity, isLit } = seriesShape(props, series);
  return opacity === undefined || isLit ? {} : mutedLabel(props.theme);
}

const mutedLabel = ({ colors }: ChartProps['theme']): Attributes => ({ fill: colors['text-muted'] });

/** The attributes of a part of a series, whose opacity is this if it is not dimmed. */
export const partOf = ({ key, opacity }: SeriesShape, part: string, own?: number): Attributes => ({
  opacity: opacity === undefined ? own : opacity * (own ?? 1),
  'data-key': key === undefined ? undefined : `${part}|${key}`,
});

/** The pieces of a line that are highlighted. */
export const litRuns = (
  runs: readonly (readonly number[])[],
  isLit: (index: number) => boolean,
): readonly (readonly number[])[] =>
  runs.flatMap((run) => {
    const pieces: number[][] = [];
    for (const [place, index] of run.entries()) {
      const before = run[place - 1];
      if (!isLit(index)) continue;
      if (before !== undefined && isLit(before)) pieces.at(-1)?.push(index);
      else pieces.push([index]);
    }
    return pieces;
  });
