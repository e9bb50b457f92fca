import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { ColumnType } from '@inlay/protocol/result';
import type { Aggregate, Formula } from './formula-tree.ts';
import { parseExpression } from './parse-expression.ts';
import { QueryError } from './query-error.ts';

export interface MeasureNames {
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  readonly measures: ReadonlyMap<string, Measure>;
}

/** Measures can refer to each other, so a few lines could expand into more SQL than fits into memory. */
const maxParts = 500;

/** Resolves a measure down to columns. `path` names the measure in the dataset for errors. */
export function formulaOf(measure: Measure, names: MeasureNames, path: string): Formula {
  let parts = 0;
  const count = () => {
    parts += 1;
    if (parts > maxParts)
      throw new QueryError(path, `measure ${measure.name} has more than ${maxParts} parts`);
  };

  function resolve(current: Measure, within: readonly string[]): Formula {
    count();
    if (within.includes(current.name)) {
      throw new QueryError(
        path,
        `measure ${current.name} depends on itself: ${[...within, current.name].join(' → ')}`,
      );
    }
    const measureNamed = (name: string, at: string): Formula => {
      const found = names.measures.get(name);
      if (found === undefined) throw new QueryError(at, `the measure ${name} does not exist`);
      const formula = resolve(found, [...within, current.name]);
      if (numeric.includes(formulaType(formula))) return formula;
      throw new QueryError(
        at,
        `measure ${name} is ${formulaType(formula)}, but formulas can only use numbers`,
      );
    };
    switch (current.kind) {
      case 'ratio':
        return {
          kind: 'arithmetic',
          operator: '/',
          left: measureNamed(current.numerator, `${path}/numerator`),
          right: measureNamed(current.denominator, `${path}/denominator`),
        };
      case 'expression':
        return parseExpression(current.expression, `${path}/expression`, {
          number: (value) => {
            count();
            return { kind: 'number', value };
          },
          measure: (name) => measureNamed(name, `${path}/expression`),
        });
      case 'count':
        if (current.column === undefined) return { kind: 'rows' };
        return aggregateOf('count', current.column, names, path);
      default:
        return aggregateOf(current.kind, current.column, names, path);
    }
  }
  return resolve(measure, []);
}

const numeric: readonly ColumnType[] = ['integer', 'decimal', 'number'];

function aggregateOf(aggregate: Aggregate, name: string, names: MeasureNames, path: string): Formula {
  const column = names.columns.get(name);
  if (column === undefined) throw new QueryError(`${path}/column`, `the column ${name} does not exist`);
  const isNumeric = numeric.includes(column.type);
  if (['sum', 'average', 'median'].includes(aggregate) && !isNumeric) {
    throw new QueryError(
      `${path}/column`,
      `${aggregate} requires a numeric column, but ${name} is ${column.type}`,
    );
  }
  const comparable = isNumeric || ['string', 'date', 'datetime'].includes(column.type);
  if (['min', 'max'].includes(aggregate) && !comparable) {
    throw new QueryError(
      `${path}/column`,
      `${aggregate} requires a column with an order, but ${name} is ${column.type}`,
    );
  }
  if (aggregate === 'distinct' && column.type === 'json') {
    throw new QueryError(`${path}/column`, `distinct cannot count the JSON column ${name}`);
  }
  return { kind: 'aggregate', aggregate, column };
}

/** The type of the cells that a formula gives. */
export function formulaType(formula: Formula): ColumnType {
  if (formula.kind === 'rows') return 'integer';
  if (formula.kind === 'number') return Number.isInteger(formula.value) ? 'integer' : 'decimal';
  if (formula.kind === 'arithmetic') {
    const types = [formulaType(formula.left), formulaType(formula.right)];
    if (formula.operator === '/' || types.includes('number')) return 'number';
    return types.includes('decimal') ? 'decimal' : 'integer';
  }
  switch (formula.aggregate) {
    case 'count':
    case 'distinct':
      return 'integer';
    case 'average':
    case 'median':
      return 'number';
    default:
      return formula.column.type;
  }
}

/** Whether no rows mean zero (`sum`, `count`, and sums of those) or no value. */
export function isZeroWhenEmpty(formula: Formula): boolean {
  if (formula.kind === 'rows') return true;
  if (formula.kind === 'aggregate') return ['sum', 'count', 'distinct'].includes(formula.aggregate);
  return (
    formula.kind === 'arithmetic' &&
    ['+', '-'].includes(formula.operator) &&
    isZeroWhenEmpty(formula.left) &&
    isZeroWhenEmpty(formula.right)
  );
}

export function aggregatesOf(formula: Formula): readonly Extract<Formula, { kind: 'aggregate' }>[] {
  if (formula.kind === 'aggregate') return [formula];
  return formula.kind === 'arithmetic' ? [...aggregatesOf(formula.left), ...aggregatesOf(formula.right)] : [];
}
