import type { Cell, ColumnType, QueryResult, ResultColumn, Subtotal } from '@inlay/protocol/result';
import type { ReferenceColumn, ReferenceResult, ReferenceRows } from './evaluate-query.ts';
import { Fraction } from './fraction.ts';
import { isSame, toValue, type Value } from './value.ts';

/** How a result differs from the reference, or nothing. Only doubles may differ, and only in their last digits. */
export function differenceOf(result: QueryResult, expected: ReferenceResult): string | undefined {
  const differences = [
    rowsDiffer(result, expected),
    expected.totals && totalsDiffer(result.totals ?? {}, expected.totals),
    ...expected.subtotals.map((subtotal, index) => {
      const difference = result.subtotals?.[index] && rowsDiffer(result.subtotals[index], subtotal);
      return result.subtotals?.[index] === undefined
        ? 'no subtotal'
        : difference && `subtotal ${index}: ${difference}`;
    }),
  ];
  if ((result.totals === undefined) !== (expected.totals === undefined)) differences.push('totals');
  return differences.find((difference) => difference !== undefined);
}

function totalsDiffer(
  totals: Readonly<Record<string, Cell>>,
  expected: readonly ReferenceColumn[],
): string | undefined {
  const names = Object.keys(totals);
  if (names.length !== expected.length) return `totals of ${names}`;
  const different = expected.find(({ values, type }, index) => {
    const cell = totals[names[index] ?? ''];
    return cell === undefined || !isEqual(cell, values[0] ?? null, type);
  });
  return (
    different && `total of ${different.name}: ${JSON.stringify(totals)} instead of ${different.values[0]}`
  );
}

function rowsDiffer(result: Subtotal, expected: ReferenceRows): string | undefined {
  const isNamed =
    result.columns.length === expected.columns.length &&
    expected.columns.every((column, index) => isColumn(result.columns[index] as ResultColumn, column));
  const names = (columns: readonly { readonly name: string; readonly type: ColumnType }[]) =>
    JSON.stringify(columns.map(({ name, type }) => [name, type]));
  if (!isNamed) return `columns ${names(result.columns)} instead of ${names(expected.columns)}`;
  const cells = (row: number) =>
    expected.columns.map((column, index) => {
      const { values, others = [] } = result.columns[index] as ResultColumn;
      return { cell: values[row], isOther: others.includes(row), column };
    });
  const isDifferent = (row: number) =>
    cells(row).some(
      ({ cell, isOther, column: { values, others, type } }) =>
        row >= values.length ||
        cell === undefined ||
        isOther !== others.includes(row) ||
        !isEqual(cell, values[row] ?? null, type),
    );
  const count = Math.max(result.rowCount, expected.columns[0]?.values.length ?? 0);
  const first = Array.from({ length: count }, (_, row) => row).find(isDifferent);
  if (first !== undefined)
    return `rows from ${first} of ${count}\n${table(result, first)}\ninstead of\n${table(expected, first)}`;
  return result.truncated === expected.truncated ? undefined : `truncated: ${result.truncated}`;
}

/** A column of a pivot has the value that it is for in its name. */
function isColumn({ name, type, pivot }: ResultColumn, { heading, ...expected }: ReferenceColumn): boolean {
  if (type !== expected.type || (pivot === undefined) !== (heading === undefined)) return false;
  if (pivot === undefined || heading === undefined) return name === expected.name;
  return (
    name === `${expected.name}:${heading.isOther ? 'others' : JSON.stringify(pivot.value)}` &&
    isSame(toValue(pivot.value, heading.type), heading.value) &&
    (pivot.others === true) === heading.isOther
  );
}

function isEqual(cell: Cell, value: Value, type: ColumnType): boolean {
  const found = toValue(cell, type);
  if (type !== 'number' || !(found instanceof Fraction) || !(value instanceof Fraction))
    return isSame(found, value);
  const [a, b] = [found.toNumber(), value.toNumber()];
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

/** Up to ten rows. */
function table(
  {
    columns,
  }: {
    readonly columns: readonly {
      readonly name: string;
      readonly values: readonly unknown[];
      readonly others?: readonly number[];
    }[];
  },
  first: number,
) {
  const count = Math.min(first + 10, columns[0]?.values.length ?? 0);
  const write = (cell: unknown) => (typeof cell === 'string' ? JSON.stringify(cell) : String(cell));
  const rows = Array.from({ length: Math.max(0, count - first) }, (_, index) =>
    columns.map(({ values, others = [] }) =>
      others.includes(first + index) ? 'others' : write(values[first + index]),
    ),
  );
  return [columns.map(({ name }) => name), ...rows].map((row) => `  ${row.join(' | ')}`).join('\n');
}
