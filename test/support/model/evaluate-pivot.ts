import type { ColumnType } from '@inlay/protocol/result';
import { valueWithoutRows } from './evaluate-gaps.ts';
import type { ResolvedMeasure } from './evaluate-measure.ts';
import type { Dimension, ResultRow } from './evaluate-order.ts';
import type { ReferenceColumn, ReferenceRows } from './evaluate-query.ts';
import { compareInOrder, keyOf, type Value } from './value.ts';

interface PivotContext {
  readonly dimensions: readonly Dimension[];
  /** The dimension whose values become columns. */
  readonly pivot: Dimension;
  readonly measureColumns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly columns: readonly ResolvedMeasure[];
  readonly limit: number;
}

/** A row for each combination of the other dimensions, and a column for each value and measure. */
export function pivotRows(
  rows: readonly ResultRow[],
  { dimensions, pivot: across, measureColumns, columns, limit }: PivotContext,
): ReferenceRows {
  const pivot = dimensions.indexOf(across);
  const isDown = (_: unknown, index: number) => index !== pivot;
  const keyDown = ({ values, others }: ResultRow) =>
    keyOf([...values.filter(isDown), ...others.filter(isDown)]);
  const keyAcross = ({ values, others }: ResultRow) => keyOf([values[pivot] ?? null, others[pivot] === true]);
  const down = [...new Map(rows.map((row) => [keyDown(row), row])).values()];
  const shown = down.slice(0, limit);
  const kept = new Set(shown.map(keyDown));
  const headings = [
    ...new Map(rows.filter((row) => kept.has(keyDown(row))).map((row) => [keyAcross(row), row])).values(),
  ]
    .map((row) => ({
      key: keyAcross(row),
      value: row.values[pivot] ?? null,
      isOther: row.others[pivot] === true,
    }))
    .toSorted((a, b) => Number(a.isOther) - Number(b.isOther) || compareInOrder(a.value, b.value, 'asc'));
  const cell = (sample: ResultRow, heading: string, index: number): Value => {
    const found = rows.find((row) => keyDown(row) === keyDown(sample) && keyAcross(row) === heading);
    const measure = columns[index] as ResolvedMeasure;
    // What continues has no value where it was not computed.
    if (found === undefined) return measure.continued.length > 0 ? null : valueWithoutRows(measure);
    return found.measures[index] ?? null;
  };
  return {
    truncated: down.length > limit,
    columns: [
      ...dimensions.flatMap(({ name, type }, index): readonly ReferenceColumn[] =>
        index === pivot
          ? []
          : [
              {
                name,
                type,
                values: shown.map(({ values }) => values[index] ?? null),
                others: shown.flatMap(({ others }, row) => (others[index] === true ? [row] : [])),
              },
            ],
      ),
      ...headings.flatMap(({ key, value, isOther }) =>
        measureColumns.map(
          ({ name, type }, index): ReferenceColumn => ({
            name,
            type,
            values: shown.map((sample) => cell(sample, key, index)),
            others: [],
            heading: { value, isOther, type: across.type },
          }),
        ),
      ),
    ],
  };
}
