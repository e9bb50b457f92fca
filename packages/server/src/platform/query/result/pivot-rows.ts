import { memberKey } from '@inlay/protocol/member-key';
import type { Cell } from '@inlay/protocol/result';
import { compareText } from '../../rules/evaluate-visibility.ts';
import type { Plan } from '../plan/plan.ts';
import { rowKey } from './row-key.ts';
import type { WorkingColumn } from './working-column.ts';

interface Heading {
  readonly value: Cell;
  readonly others: boolean;
  readonly key: string;
}

/** A wide result has a cell for every row and column, whether there was a value or not. */
const maxCells = 1_000_000;

export interface Pivoted {
  readonly columns: readonly WorkingColumn[];
  /** True if there were more rows than the limit. */
  readonly isCut: boolean;
}

/** Converts long rows to wide ones: each value of the pivoted dimension becomes one column per measure. */
export function pivotRows(columns: readonly WorkingColumn[], plan: Plan, pivot: number): Pivoted {
  const source = columns[pivot];
  if (source === undefined) return { columns, isCut: false };
  const keys = columns.slice(0, plan.dimensions.length).filter((_, index) => index !== pivot);
  const measures = columns.slice(plan.dimensions.length);
  const headings = headingsOf(source);

  const maxRows = Math.min(plan.limit, Math.ceil(maxCells / Math.max(1, headings.length * measures.length)));
  const placeOf = new Map(headings.map(({ key }, place) => [key, place]));
  const rowOf = new Map<string, number>();
  const firsts: number[] = [];
  /** By target row and then by heading. */
  const cells: number[] = [];
  /** Columns of rows that are shown; how many more the engine returned depends on the limit. */
  const shown = new Set<number>();
  let isCut = false;
  source.values.forEach((_, row) => {
    const key = rowKey(keys, row);
    const target = rowOf.get(key) ?? firsts.length;
    if (target === maxRows) {
      isCut = true;
      return;
    }
    if (target === firsts.length) {
      rowOf.set(key, target);
      firsts.push(row);
    }
    const place = placeOf.get(rowKey([source], row)) as number;
    cells[target * headings.length + place] = row;
    shown.add(place);
  });

  const kept = keys.map((column) => ({
    ...column,
    values: firsts.map((row) => column.values[row] ?? null),
    ...(column.isOthers === undefined
      ? {}
      : { isOthers: firsts.map((row) => column.isOthers?.[row] === true) }),
  }));
  const several = measures.filter((measure) => measure.comparisonOf === undefined).length > 1;
  const made = headings.flatMap((heading, place) =>
    (shown.has(place) ? measures : []).map((measure): WorkingColumn => {
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
          ...(several ? { measureLabel: measure.label } : {}),
          type: source.type,
          ...(source.format === undefined ? {} : { format: source.format }),
          ...(source.grain === undefined ? {} : { grain: source.grain }),
          ...colorOf(source, heading),
          ...(heading.others ? { others: true } : {}),
        },
        values: firsts.map((_, target) => {
          const row = cells[target * headings.length + place];
          if (row !== undefined) return measure.values[row] ?? null;
          // Zero would be wrong for a running total, which this cell has no value of.
          return measure.axis === undefined ? (measure.whenEmpty ?? null) : null;
        }),
      };
    }),
  );
  return { columns: [...kept, ...made], isCut };
}

/** In the order of the values; missing values and "Other" are last. */
function headingsOf(column: WorkingColumn): readonly Heading[] {
  const headings = new Map<string, Heading>();
  column.values.forEach((value, row) => {
    const key = rowKey([column], row);
    if (!headings.has(key)) headings.set(key, { value, others: column.isOthers?.[row] === true, key });
  });
  return [...headings.values()].toSorted(
    (left, right) => rank(left) - rank(right) || compareCells(left.value, right.value),
  );
}

function colorOf({ colors = [] }: WorkingColumn, { value, others }: Heading): { readonly color?: string } {
  const found = colors.find((each) => memberKey(each.value) === memberKey(value));
  return found && !others ? { color: found.color } : {};
}

const rank = (heading: Heading) => (heading.others ? 2 : heading.value === null ? 1 : 0);

function compareCells(left: Cell, right: Cell): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareText(String(left), String(right));
}
