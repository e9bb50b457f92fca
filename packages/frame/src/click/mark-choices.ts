import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import { fromRanges } from '@inlay/charts/parts/row-ranges';
import type { ChosenValue } from '@inlay/protocol/frame-messages';
import { MAX_FILTER_TEXT } from '@inlay/protocol/max-filter-text';
import { MAX_FILTER_VALUES } from '@inlay/protocol/max-filter-values';
import type { Cell } from '@inlay/protocol/result';

/** The value of one dimension that a mark stands for. */
export interface MarkChoice {
  readonly name: string;
  readonly label: string;
  readonly grain?: MarkRows['dimension']['grain'];
  readonly value: ChosenValue;
}

/** What selects exactly these result rows, by dimension, from the data in the chart; undefined if no filters do. */
export function markChoices(
  { dimension, columns, rows: known, partial }: MarkRows,
  rows: readonly number[],
): readonly MarkChoice[] | undefined {
  const all = fromRanges(known ?? [[0, (columns[0]?.values.length ?? 0) - 1]]);
  const placeOf = new Map(all.map((row, place) => [row, place]));
  const inMark = new Set(rows.filter((row) => placeOf.has(row)));
  const chosen = columns.flatMap(({ name, role, values, ...column }) => {
    if (role !== 'dimension') return [];
    const { label = name, grain, others } = name === dimension.name ? dimension : column;
    const beyondTop = new Set(others);
    const cellOf = (row: number): Cell | undefined =>
      beyondTop.has(row) ? undefined : (values[placeOf.get(row) ?? -1] ?? null);
    const own = new Set([...inMark].map(cellOf));
    const isListed = !own.has(undefined) && own.size <= MAX_FILTER_VALUES;
    // Rows beyond the top values are selected by not having one of those.
    const rest = isListed || partial ? [] : [...new Set(all.map(cellOf))].filter((cell) => !own.has(cell));
    const cells = (isListed ? [...own] : rest).filter((cell) => cell !== undefined);
    const [first] = cells;
    // A group of very many rows, as that of a box plot, is selected by the value of the group alone.
    if (first === undefined || cells.length > MAX_FILTER_VALUES || cells.some(isLong)) return [];
    const value = isListed ? (cells.length === 1 ? first : { in: cells }) : { notIn: cells };
    const choice = { name, label, value, ...(grain !== undefined && { grain }) };
    return [{ choice, matches: (row: number) => own.has(cellOf(row)) }];
  });
  const isExact =
    chosen.some(({ choice }) => choice.name === dimension.name) &&
    !all.some((row) => !inMark.has(row) && chosen.every(({ matches }) => matches(row)));
  return isExact ? chosen.map(({ choice }) => choice) : undefined;
}

/** Longer texts are cut in the chart, and no filter takes them. */
const isLong = (cell: Cell) => typeof cell === 'string' && cell.length > MAX_FILTER_TEXT;
