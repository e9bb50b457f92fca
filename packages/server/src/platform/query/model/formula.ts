import type { ColumnType } from '@inlay/protocol/result';
import { columnsOf, type QueryColumn } from '../../rules/condition.ts';
import type { Formula, Frame, Leaf, MeasuredValue } from './formula-tree.ts';

export const NUMERIC: readonly ColumnType[] = ['integer', 'decimal', 'number'];

/** The type of the cells that a formula gives. */
export function formulaType(formula: Formula): ColumnType {
  switch (formula.kind) {
    case 'aggregate':
      if (formula.aggregate === 'count' || formula.aggregate === 'distinct') return 'integer';
      return formula.aggregate === 'average' || formula.value.times !== undefined
        ? 'number'
        : (formula.value.column?.type ?? 'integer');
    case 'percentile':
      return 'number';
    case 'first':
    case 'last':
      return formula.value.column?.type ?? 'integer';
    case 'number':
      return Number.isInteger(formula.value) ? 'integer' : 'decimal';
    case 'nothing':
      return formula.type;
    case 'difference':
    case 'arithmetic': {
      const types = [formulaType(formula.left), formulaType(formula.right)];
      if ((formula.kind === 'arithmetic' && formula.operator === '/') || types.includes('number'))
        return 'number';
      return types.includes('decimal') ? 'decimal' : 'integer';
    }
    case 'rank':
      return 'integer';
    default:
      return formulaType(formula.of);
  }
}

/** Whether no rows mean zero (`sum`, `count`, and sums of those) or no value. */
export function isZeroWhenEmpty(formula: Formula): boolean {
  if (formula.kind === 'aggregate') return ['sum', 'count', 'distinct'].includes(formula.aggregate);
  if (formula.kind === 'accumulated' || formula.kind === 'absolute') return isZeroWhenEmpty(formula.of);
  if (formula.kind === 'or-zero' || formula.kind === 'difference') return true;
  if (formula.kind !== 'arithmetic') return false;
  return (
    ['+', '-'].includes(formula.operator) && isZeroWhenEmpty(formula.left) && isZeroWhenEmpty(formula.right)
  );
}

/** Whether the values of groups add up to the value of all of them. Accumulated ones do so at each bucket. */
export function isAdditive(formula: Formula): boolean {
  switch (formula.kind) {
    case 'aggregate':
      return formula.aggregate === 'sum' || formula.aggregate === 'count';
    case 'accumulated':
    case 'or-zero':
      return isAdditive(formula.of);
    case 'arithmetic': {
      const { operator, left, right } = formula;
      if (operator === '+' || operator === '-') return isAdditive(left) && isAdditive(right);
      if (operator === '*' && left.kind === 'number') return isAdditive(right);
      // All groups are divided by the same number.
      const isSame = right.kind === 'number' || (right.kind === 'total' && right.within.length === 0);
      return isSame && isAdditive(left);
    }
    default:
      return false;
  }
}

function operandsOf(formula: Formula): readonly Formula[] {
  if (formula.kind === 'nothing') return [];
  if ('left' in formula) return [formula.left, formula.right];
  return 'of' in formula ? [formula.of] : [];
}

export function leavesOf(formula: Formula): readonly Leaf[] {
  if (isLeaf(formula)) return [formula];
  return operandsOf(formula).flatMap(leavesOf);
}

/** The leaves of a measure, also if it has no value. */
export function namedLeaves(formula: Formula): readonly Leaf[] {
  if (isLeaf(formula)) return [formula];
  const operands = formula.kind === 'nothing' && formula.of ? [formula.of] : operandsOf(formula);
  return operands.flatMap(namedLeaves);
}

export function isLeaf(formula: Formula): formula is Leaf {
  return ['aggregate', 'percentile', 'first', 'last'].includes(formula.kind);
}

export function valuesOf(leaf: Leaf): readonly MeasuredValue[] {
  return 'by' in leaf ? [leaf.value, leaf.by] : [leaf.value];
}

/** Whether a formula compares a group with others, or only aggregates its own rows. */
export function comparesGroups(formula: Formula): boolean {
  if (['total', 'rank', 'accumulated'].includes(formula.kind)) return true;
  return operandsOf(formula).some(comparesGroups);
}

export function framesOf(formula: Formula): readonly Frame[] {
  if (formula.kind === 'accumulated') return [formula.frame];
  return operandsOf(formula).flatMap(framesOf);
}

/**
 * The formula for a bucket without rows: what adds up buckets goes on there, sums and counts of the bucket itself are
 * zero, and nothing else has a value.
 */
export function formulaInGaps(formula: Formula): Formula {
  switch (formula.kind) {
    case 'number':
    case 'nothing':
    case 'accumulated':
      return formula;
    case 'arithmetic':
    case 'difference':
      return { ...formula, left: formulaInGaps(formula.left), right: formulaInGaps(formula.right) };
    case 'absolute':
    case 'or-zero':
      return { ...formula, of: formulaInGaps(formula.of) };
    default:
      return isZeroWhenEmpty(formula)
        ? { kind: 'number', value: 0 }
        : { kind: 'nothing', type: formulaType(formula) };
  }
}

/** Whether a formula divides by rows outside of its group. */
export function readsTotals(formula: Formula): boolean {
  return formula.kind === 'total' || operandsOf(formula).some(readsTotals);
}

/** The columns that a value reads. */
export function columnsOfValue({ column, times, filter }: MeasuredValue): readonly QueryColumn[] {
  return [
    ...(column === undefined ? [] : [column]),
    ...(times === undefined ? [] : [times]),
    ...columnsOf(filter),
  ];
}

/** What a formula gives over no rows at all, as engines do: counts are zero, and nothing else has a value. */
export function valueOfNoRows(formula: Formula): number | null {
  switch (formula.kind) {
    case 'aggregate':
      return formula.aggregate === 'count' || formula.aggregate === 'distinct' ? 0 : null;
    case 'number':
      return formula.value;
    case 'accumulated':
      return valueOfNoRows(formula.of);
    case 'or-zero':
      return valueOfNoRows(formula.of) ?? 0;
    case 'absolute': {
      const value = valueOfNoRows(formula.of);
      return value === null ? null : Math.abs(value);
    }
    case 'difference': {
      const [left, right] = [valueOfNoRows(formula.left), valueOfNoRows(formula.right)];
      return left === null && right === null ? null : (left ?? 0) - (right ?? 0);
    }
    case 'arithmetic': {
      const [left, right] = [valueOfNoRows(formula.left), valueOfNoRows(formula.right)];
      return left === null || right === null ? null : operations[formula.operator](left, right);
    }
    default:
      return null;
  }
}

const operations = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => (right === 0 ? null : left / right),
};

export const divide = (left: Formula, right: Formula): Formula => ({
  kind: 'arithmetic',
  operator: '/',
  left,
  right,
});
