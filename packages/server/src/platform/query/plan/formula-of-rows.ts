import type { Measure } from '@inlay/protocol/dataset';
import { allOf, type Condition, type QueryColumn } from '../../rules/condition.ts';
import { QueryError } from '../errors/query-error.ts';
import { divide, NUMERIC } from '../model/formula.ts';
import type {
  Aggregate,
  AggregateFormula,
  Formula,
  Frame,
  Leaf,
  MeasuredValue,
} from '../model/formula-tree.ts';
import { planConditions } from './plan-conditions.ts';
import type { Resolving } from './resolving.ts';

type OfRows = Extract<
  Measure,
  {
    kind: Aggregate | 'median' | 'percentile' | 'first' | 'last' | 'weighted-average';
  }
>;

/** A measure that aggregates rows, in each bucket or over several. */
export function formulaOfRows(measure: OfRows, resolving: Resolving): Formula {
  const { path } = resolving;
  const columnAt = (field: 'column' | 'by' | 'weight', name: string) =>
    resolving.columnNamed(name, `${path}/${field}`);
  const leaf = (formula: Leaf) =>
    resolving.rows.frame === undefined
      ? formula
      : accumulate(formula, resolving.rows.frame, measure.name, path);
  switch (measure.kind) {
    case 'first':
    case 'last': {
      const [column, by] = [columnAt('column', measure.column), columnAt('by', measure.by)];
      checkOrder(measure.kind, column, `${path}/column`);
      checkOrder(measure.kind, by, `${path}/by`);
      const filter = conditionsOf(measure, resolving);
      const [value, place] = [measuredValue(resolving, filter, column), measuredValue(resolving, filter, by)];
      return leaf({ kind: measure.kind, value, by: place });
    }
    case 'weighted-average': {
      const [column, weight] = [columnAt('column', measure.column), columnAt('weight', measure.weight)];
      checkAggregate('average', column, `${path}/column`);
      checkAggregate('average', weight, `${path}/weight`);
      const filter = conditionsOf(measure, resolving);
      const weighted = { ...measuredValue(resolving, filter, column), times: weight };
      // Only rows that have both count.
      const weights = measuredValue(resolving, allOf([filter, { kind: 'is-set', column }]), weight);
      return divide(
        leaf({ kind: 'aggregate', aggregate: 'sum', value: weighted }),
        leaf({ kind: 'aggregate', aggregate: 'sum', value: weights }),
      );
    }
    default: {
      const column = measure.column === undefined ? undefined : columnAt('column', measure.column);
      if (column !== undefined) checkAggregate(measure.kind, column, `${path}/column`);
      const value = measuredValue(resolving, conditionsOf(measure, resolving), column);
      if (measure.kind === 'percentile')
        return leaf({ kind: 'percentile', fraction: measure.percentile / 100, value });
      if (measure.kind === 'median') return leaf({ kind: 'percentile', fraction: 0.5, value });
      return leaf({ kind: 'aggregate', aggregate: measure.kind, value });
    }
  }
}

/** The filters of the measure itself. */
function conditionsOf(measure: OfRows, { scope, path, columnNamed }: Resolving): Condition {
  if (measure.filters === undefined && measure.anyOf === undefined) return allOf([]);
  return allOf(planConditions(measure, { ...scope, columnNamed }, path).map(({ condition }) => condition));
}

function measuredValue({ scope, rows }: Resolving, filter: Condition, column?: QueryColumn): MeasuredValue {
  return {
    part: scope.parts.indexOf(rows.days),
    ...(scope.fact === undefined ? {} : { fact: scope.fact }),
    ...(column === undefined ? {} : { column }),
    filter,
  };
}

/** A measure over all rows of the buckets. Sums and counts add up, and ratios are divided once both sides have. */
function accumulate(formula: Leaf, frame: Frame, name: string, path: string): Formula {
  if (formula.kind !== 'aggregate' || formula.aggregate === 'distinct') {
    const kind = formula.kind === 'aggregate' ? 'distinct count' : formula.kind;
    throw new QueryError(path, `${name} is a ${kind}, whose values cannot be added up over time`);
  }
  const over = (aggregate: Aggregate): Formula => {
    const of: AggregateFormula = { ...formula, aggregate };
    return { kind: 'accumulated', of, frame };
  };
  if (formula.aggregate === 'average') return divide(over('sum'), over('count'));
  const accumulated = over(formula.aggregate);
  const isSum = formula.aggregate === 'sum' || formula.aggregate === 'count';
  return frame.kind === 'moving' && isSum
    ? divide(accumulated, { kind: 'number', value: frame.buckets })
    : accumulated;
}

function checkAggregate(kind: Aggregate | 'median' | 'percentile', column: QueryColumn, path: string): void {
  if (kind === 'min' || kind === 'max') checkOrder(kind, column, path);
  if (['sum', 'average', 'median', 'percentile'].includes(kind) && !NUMERIC.includes(column.type)) {
    throw new QueryError(path, `${kind} requires a numeric column, but ${column.name} is ${column.type}`);
  }
  if (kind === 'distinct' && column.type === 'json') {
    throw new QueryError(path, `distinct cannot count the JSON column ${column.name}`);
  }
}

function checkOrder(kind: string, column: QueryColumn, path: string): void {
  if (NUMERIC.includes(column.type) || ['string', 'date', 'datetime'].includes(column.type)) return;
  throw new QueryError(path, `${kind} requires a column with an order, but ${column.name} is ${column.type}`);
}
