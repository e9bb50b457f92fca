import { formulaType, leavesOf, valuesOf } from '../model/formula.ts';
import type { Formula, Leaf, MeasuredValue } from '../model/formula-tree.ts';
import type { Plan } from '../plan/plan.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { type Scan, scansOf } from './scans-of.ts';

/** What aggregates read: columns `v0…` of the rows. */
export interface Aggregation {
  readonly values: MeasuredValues;
  readonly dialect: Dialect;
  /** The aggregates that `v0…` are, where the rows are groups already. */
  readonly grouped?: GroupedLeaves | undefined;
}

/** The distinct aggregates of a plan. */
export interface GroupedLeaves {
  readonly all: readonly Leaf[];
  indexOf(leaf: Leaf): number;
}

/** The distinct values that the rows of a plan carry, in the order of their first use. */
export interface MeasuredValues {
  /** The rows that have them. */
  readonly scans: readonly Scan[];
  readonly all: readonly MeasuredValue[];
  /** Undefined where every row counts. */
  indexOf(value: MeasuredValue): number | undefined;
}

/** A name this compiler gives: a prefix and a number. */
export function valueName(prefix: string, index: number): Sql {
  return trusted(`${prefix}${index}`);
}

export function aggregationOf(plan: Plan, dialect: Dialect): Aggregation {
  const formulas = [
    ...plan.measures.flatMap(({ formula, previous }) => (previous ? [formula, previous] : [formula])),
    ...plan.tops.map((top) => top.by),
    ...plan.having.map(({ formula }) => formula),
    ...plan.present,
  ];
  const leaves = formulas.flatMap(leavesOf);
  const { all: scans, isGrouped } = scansOf(plan, formulas, dialect);
  return {
    values: measuredValues(leaves, scans),
    dialect,
    ...(isGrouped ? { grouped: groupedLeaves(leaves) } : {}),
  };
}

function groupedLeaves(leaves: readonly Leaf[]): GroupedLeaves {
  const indexes = new Map<string, number>();
  const all = leaves.filter((leaf) => {
    const key = JSON.stringify(leaf);
    if (indexes.has(key)) return false;
    indexes.set(key, indexes.size);
    return true;
  });
  return { all, indexOf: (leaf) => indexes.get(JSON.stringify(leaf)) ?? 0 };
}

function measuredValues(leaves: readonly Leaf[], scans: readonly Scan[]): MeasuredValues {
  const used = leaves.flatMap(valuesOf);
  const isSingle = scans.length === 1 && scans[0]?.parts.length === 1;
  const everyRow = (value: MeasuredValue) =>
    isSingle && value.column === undefined && value.filter.kind === 'always';
  const keyOf = ({ part, fact, column, times, filter }: MeasuredValue) =>
    JSON.stringify([part, fact, column?.name, times?.name, filter]);
  const carried = used.filter((value) => !everyRow(value));
  const all = [...new Map(carried.map((value) => [keyOf(value), value])).values()];
  const indexes = new Map(all.map((value, index) => [keyOf(value), index]));
  return { scans, all, indexOf: (value) => indexes.get(keyOf(value)) };
}

/** What is no arithmetic: aggregates of rows, and comparisons of groups. */
export type Term = Leaf | Extract<Formula, { kind: 'total' | 'rank' | 'accumulated' }>;

/** The arithmetic of a measure over its terms. */
export function compileFormula(formula: Formula, dialect: Dialect, termOf: (term: Term) => Sql): Sql {
  const compiled = (part: Formula) => compileFormula(part, dialect, termOf);
  switch (formula.kind) {
    case 'number': {
      const digits = numberText(formula.value);
      return formulaType(formula) === 'decimal' && dialect.decimal
        ? dialect.decimal(digits)
        : trusted(digits);
    }
    case 'nothing':
      return dialect.nullOf(formula.type);
    case 'arithmetic': {
      if (formula.operator === '/')
        return sql`(${dialect.divide(compiled(formula.left), compiled(formula.right))})`;
      // ClickHouse does not add a decimal to a double.
      const isDouble = formulaType(formula) === 'number';
      const [left, right] = [formula.left, formula.right].map((side) =>
        isDouble && formulaType(side) !== 'number' ? dialect.double(compiled(side)) : compiled(side),
      );
      return sql`(${left as Sql} ${trusted(formula.operator)} ${right as Sql})`;
    }
    case 'difference': {
      const [left, right] = [compiled(formula.left), compiled(formula.right)];
      const zeros: Formula = {
        kind: 'arithmetic',
        operator: '-',
        left: { kind: 'or-zero', of: formula.left },
        right: { kind: 'or-zero', of: formula.right },
      };
      return sql`CASE WHEN ${left} IS NOT NULL OR ${right} IS NOT NULL THEN ${compiled(zeros)} END`;
    }
    case 'absolute':
      return sql`ABS(${compiled(formula.of)})`;
    case 'or-zero':
      return sql`COALESCE(${compiled(formula.of)}, 0)`;
    default:
      return termOf(formula);
  }
}

/** What a measure is sorted by: text by its bytes, whatever the collation of the column is. */
export function orderKey(formula: Formula, measure: Sql, dialect: Dialect): Sql {
  return formulaType(formula) === 'string' ? dialect.textKey(measure) : measure;
}

export function compileLeaf(leaf: Leaf, aggregation: Aggregation): Sql {
  const { grouped, dialect } = aggregation;
  const value = grouped
    ? aggregateAgain(leaf, valueName('v', grouped.indexOf(leaf)), dialect)
    : aggregateRows(leaf, aggregation);
  return formulaType(leaf) === 'string' ? dialect.fromTextKey(value) : value;
}

/** The aggregate of groups; what does not follow from several has only one. */
function aggregateAgain(leaf: Leaf, value: Sql, dialect: Dialect): Sql {
  if (leaf.kind !== 'aggregate') return dialect.max(value);
  switch (leaf.aggregate) {
    case 'sum':
      return dialect.sum(value, formulaType(leaf));
    case 'count':
      return sql`COALESCE(${dialect.sum(value, 'integer')}, 0)`;
    case 'distinct':
      return sql`COALESCE(${dialect.max(value)}, 0)`;
    case 'min':
      return dialect.min(value);
    default:
      return dialect.max(value);
  }
}

/** The aggregate of rows; of text, its key. */
export function aggregateRows(leaf: Leaf, { values, dialect }: Aggregation): Sql {
  const index = values.indexOf(leaf.value);
  if (index === undefined) return sql`COUNT(*)`;
  const value = valueName('v', index);
  const type = leaf.value.times === undefined ? (leaf.value.column?.type ?? 'integer') : 'number';
  if (leaf.kind === 'percentile') {
    if (dialect.percentile !== undefined) return dialect.percentile(value, numberText(leaf.fraction));
    return numberedPercentile(value, index, leaf.fraction);
  }
  if (leaf.kind !== 'aggregate') {
    const by = valueName('v', values.indexOf(leaf.by) ?? 0);
    const place = placeName(leaf, values);
    return dialect.min(sql`CASE WHEN ${place} = 1 AND ${by} IS NOT NULL THEN ${value} END`);
  }
  switch (leaf.aggregate) {
    case 'sum':
      return dialect.sum(value, type);
    case 'average':
      return dialect.average(value);
    case 'count':
      return sql`COUNT(${value})`;
    case 'distinct':
      return sql`COUNT(DISTINCT ${value})`;
    case 'min':
      return dialect.min(value);
    case 'max':
      return dialect.max(value);
  }
}

/** From the two rows around the place of the percentile, by how near it is to them. */
function numberedPercentile(value: Sql, index: number, fraction: number): Sql {
  const [row, count] = [valueName('r', index), valueName('n', index)];
  const place = sql`${trusted(numberText(fraction))} * (${count} - 1)`;
  const number = sql`CAST(${value} AS DOUBLE)`;
  const beyond = sql`(${place} - FLOOR(${place}))`;
  return sql`SUM(CASE ${row} WHEN FLOOR(${place}) + 1 THEN ${number} * (1 - ${beyond}) WHEN FLOOR(${place}) + 2 THEN ${number} * ${beyond} END)`;
}

const placeName = (leaf: Extract<Leaf, { by: MeasuredValue }>, values: MeasuredValues): Sql =>
  trusted(`${leaf.kind}_${values.indexOf(leaf.value)}_${values.indexOf(leaf.by)}`);

/**
 * What the aggregates select from. Rows are numbered within each group first for the first and the last, and for
 * percentiles where the engine has no aggregate for them.
 */
export function numberRows(
  from: Sql,
  groups: readonly Sql[],
  leaves: readonly Leaf[],
  { values, dialect }: Aggregation,
): Sql {
  const partition = groups.length === 0 ? sql`` : sql`PARTITION BY ${join(groups, ', ')}`;
  const over = (order: Sql) =>
    groups.length === 0 ? sql`(ORDER BY ${order})` : sql`(${partition} ORDER BY ${order})`;
  const numbered = leaves.flatMap((leaf): readonly Sql[] => {
    const index = values.indexOf(leaf.value);
    if (index === undefined || leaf.kind === 'aggregate') return [];
    const value = valueName('v', index);
    if (leaf.kind === 'percentile') {
      if (dialect.percentile !== undefined) return [];
      return [
        sql`ROW_NUMBER() OVER ${over(sql`${value} IS NULL, ${value}`)} AS ${valueName('r', index)}`,
        sql`COUNT(${value}) OVER (${partition}) AS ${valueName('n', index)}`,
      ];
    }
    const by = valueName('v', values.indexOf(leaf.by) ?? 0);
    const missing = sql`CASE WHEN ${by} IS NULL OR ${value} IS NULL THEN 1 ELSE 0 END`;
    const direction = trusted(leaf.kind === 'first' ? 'ASC' : 'DESC');
    const order = sql`${missing}, ${by} ${direction}, ${value} ${direction}`;
    return [sql`ROW_NUMBER() OVER ${over(order)} AS ${placeName(leaf, values)}`];
  });
  if (numbered.length === 0) return from;
  const unique = [...new Map(numbered.map((column) => [JSON.stringify(column), column])).values()];
  return sql`(SELECT ${from}.*, ${join(unique, ', ')} FROM ${from}) AS numbered`;
}

/** Digits and a point: `parseArithmetic` lets no longer numbers through. */
function numberText(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : value.toFixed(12).replace(/0+$/, '');
}
