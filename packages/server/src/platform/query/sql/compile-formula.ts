import type { DatasetColumn } from '@inlay/protocol/dataset';
import { aggregatesOf } from '../formula.ts';
import type { Formula } from '../formula-tree.ts';
import type { Dialect } from './dialect.ts';
import { join, sql, trusted } from './fragment.ts';
import type { Sql } from './sql.ts';

/** What aggregates read: columns `v0…` of the rows, and whether the rows hold two periods. */
export interface Aggregation {
  readonly columns: readonly DatasetColumn[];
  readonly dialect: Dialect;
  readonly compared: boolean;
}

/** A name this compiler gives: a prefix and a number. */
export function valueName(prefix: string, index: number): Sql {
  return trusted(`${prefix}${index}`);
}

/** A measure over a group; `period` 0 is the current one, 1 the one it is compared with. */
export function compileFormula(formula: Formula, aggregation: Aggregation, period: 0 | 1): Sql {
  const { dialect, compared } = aggregation;
  const within = trusted(`period = ${period}`);
  switch (formula.kind) {
    case 'rows':
      return compared ? sql`COUNT(CASE WHEN ${within} THEN 1 END)` : sql`COUNT(*)`;
    case 'number':
      return trusted(numberText(formula.value));
    case 'arithmetic': {
      const left = compileFormula(formula.left, aggregation, period);
      const right = compileFormula(formula.right, aggregation, period);
      if (formula.operator === '/') return sql`(${dialect.divide(left, right)})`;
      return sql`(${left} ${trusted(formula.operator)} ${right})`;
    }
    case 'aggregate': {
      const index = columnIndex(formula.column, aggregation);
      const value = compared
        ? sql`CASE WHEN ${within} THEN ${valueName('v', index)} END`
        : valueName('v', index);
      return compileAggregate(formula, value, index, dialect);
    }
  }
}

function compileAggregate(
  formula: Extract<Formula, { kind: 'aggregate' }>,
  value: Sql,
  index: number,
  dialect: Dialect,
): Sql {
  const asText = (key: Sql) => (formula.column.type === 'string' ? dialect.fromTextKey(key) : key);
  switch (formula.aggregate) {
    case 'sum':
      return dialect.sum(value, formula.column.type);
    case 'average':
      return dialect.average(value);
    case 'count':
      return sql`COUNT(${value})`;
    case 'distinct':
      return sql`COUNT(DISTINCT ${value})`;
    case 'min':
      return asText(dialect.min(value));
    case 'max':
      return asText(dialect.max(value));
    case 'median': {
      if (dialect.median !== undefined) return dialect.median(value);
      const [rank, count] = [valueName('r', index), valueName('n', index)];
      const middle = sql`${rank} IN (FLOOR((${count} + 1) / 2), FLOOR((${count} + 2) / 2))`;
      return dialect.average(sql`CASE WHEN ${middle} THEN ${value} END`);
    }
  }
}

/**
 * What the aggregates select from. An engine without a median gets its rows numbered within each group first: the
 * one or two in the middle are then averaged.
 */
export function numberForMedians(
  from: Sql,
  groups: readonly Sql[],
  formulas: readonly Formula[],
  aggregation: Aggregation,
): Sql {
  const medians = formulas.flatMap(aggregatesOf).filter((formula) => formula.aggregate === 'median');
  if (aggregation.dialect.median !== undefined || medians.length === 0) return from;
  const indexes = new Set(medians.map((formula) => columnIndex(formula.column, aggregation)));
  const partition = [...groups, ...(aggregation.compared ? [trusted('period')] : [])];
  const by = partition.length === 0 ? sql`` : sql`PARTITION BY ${join(partition, ', ')}`;
  const numbered = [...indexes].flatMap((index) => {
    const value = valueName('v', index);
    const space = trusted(partition.length === 0 ? '' : ' ');
    return [
      sql`ROW_NUMBER() OVER (${by}${space}ORDER BY ${value} IS NULL, ${value}) AS ${valueName('r', index)}`,
      sql`COUNT(${value}) OVER (${by}) AS ${valueName('n', index)}`,
    ];
  });
  return sql`(SELECT ${from}.*, ${join(numbered, ', ')} FROM ${from}) AS numbered`;
}

function columnIndex(column: DatasetColumn, aggregation: Aggregation): number {
  return aggregation.columns.findIndex((candidate) => candidate.name === column.name);
}

/** Digits and a point: `parseExpression` lets no longer numbers through. */
function numberText(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : value.toFixed(12).replace(/0+$/, '');
}
