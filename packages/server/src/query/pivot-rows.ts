import type { Cell } from '@inlay/protocol/result';
import { compareText } from '../rules/evaluate-visibility.ts';
import type { Plan } from './plan.ts';
import type { WorkingColumn } from './to-result.ts';

interface Heading {
  readonly value: Cell;
  readonly others: boolean;
}

/** Long rows into wide ones: each value of the pivoted dimension becomes a column for each measure. */
export function pivotRows(
  columns: readonly WorkingColumn[],
  plan: Plan,
  pivot: number,
): readonly WorkingColumn[] {
  const source = columns[pivot];
  if (source === undefined) return columns;
  const keys = columns.slice(0, plan.dimensions.length).filter((_, index) => index !== pivot);
  const measures = columns.slice(plan.dimensions.length);
  const headings = headingsOf(source);

  const rowOf = new Map<string, number>();
  const firsts: number[] = [];
  const cells = new Map<string, number>();
  source.values.forEach((value, row) => {
    const key = JSON.stringify(keys.map((column) => [column.values[row], column.isOthers?.[row]]));
    const target = rowOf.get(key) ?? firsts.length;
    if (target === firsts.length) {
      rowOf.set(key, target);
      firsts.push(row);
    }
    cells.set(cellKey(target, { value, others: source.isOthers?.[row] === true }), row);
  });

  const kept = keys.map((column) => ({
    ...column,
    values: firsts.map((row) => column.values[row] ?? null),
    ...(column.isOthers === undefined
      ? {}
      : { isOthers: firsts.map((row) => column.isOthers?.[row] === true) }),
  }));
  const several = measures.filter((measure) => measure.comparisonOf === undefined).length > 1;
  const made = headings.flatMap((heading) =>
    measures.map((measure): WorkingColumn => {
      const label = heading.others ? 'others' : String(heading.value ?? '');
      return {
        ...measure,
        name: `${measure.name}:${heading.others ? 'others' : JSON.stringify(heading.value)}`,
        label: several ? `${label} · ${measure.label}` : label,
        ...(measure.comparisonOf === undefined
          ? {}
          : {
              comparisonOf: `${measure.comparisonOf}:${heading.others ? 'others' : JSON.stringify(heading.value)}`,
            }),
        pivot: {
          dimension: source.name,
          value: heading.value,
          measure: measure.comparisonOf ?? measure.name,
          ...(heading.others ? { others: true } : {}),
        },
        values: firsts.map((_, target) => {
          const row = cells.get(cellKey(target, heading));
          return row === undefined ? (measure.whenEmpty ?? null) : (measure.values[row] ?? null);
        }),
      };
    }),
  );
  return [...kept, ...made];
}

const cellKey = (row: number, heading: Heading) => JSON.stringify([row, heading.value, heading.others]);

/** In the order of the values, those without a value and the others last. */
function headingsOf(column: WorkingColumn): readonly Heading[] {
  const headings = new Map<string, Heading>();
  column.values.forEach((value, row) => {
    const heading = { value, others: column.isOthers?.[row] === true };
    headings.set(JSON.stringify(heading), heading);
  });
  return [...headings.values()].toSorted(
    (left, right) => rank(left) - rank(right) || compareCells(left.value, right.value),
  );
}

const rank = (heading: Heading) => (heading.others ? 2 : heading.value === null ? 1 : 0);

function compareCells(left: Cell, right: Cell): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareText(String(left), String(right));
}
