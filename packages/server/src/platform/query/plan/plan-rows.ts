import type { ChosenValue } from '@inlay/protocol/frame-messages';
import type { Scalar, Sort, ViewerCalendar } from '@inlay/protocol/query';
import { type Condition, columnsOf, type QueryColumn } from '../../rules/condition.ts';
import { inEnglish } from '../../rules/reason.ts';
import { type Literal, typedLiteral } from '../../rules/typed-literal.ts';
import { QueryError } from '../errors/query-error.ts';
import { UnknownFieldError } from '../errors/unknown-field-error.ts';
import { leavesOf } from '../model/formula.ts';
import type { Formula, Leaf } from '../model/formula-tree.ts';
import { type Model, queryColumn } from '../model/model.ts';
import type { Query } from './mark-filter.ts';
import { type Plan, planQuery } from './plan.ts';
import type { PlannedDimension } from './plan-dimensions.ts';
import { planSources, type UsedFormula } from './plan-sources.ts';

/** The rows behind a mark of a query's result. */
export interface RowsQuery {
  /** The query with all of its filters. */
  readonly query: Query;
  /** The columns to show. Those that the viewer has no access to are left out. */
  readonly columns: readonly string[];
  /** Values of dimensions by their name in the result. */
  readonly mark: Readonly<Record<string, ChosenValue>>;
  /** Measure of the mark by its name in the result. Defaults to the query's only measure. */
  readonly measure?: string | undefined;
  readonly sort?: Sort | undefined;
  /** Defaults to the most rows that pages show. */
  readonly limit?: number | undefined;
}

/** Rows instead of groups. It cannot run before `guardRows`. */
export interface RowsPlan {
  /** The query whose rows are shown, with the sources that they need. */
  readonly plan: Plan;
  /** Index in `plan.parts`: the rows of the current period or of the one it is compared with. */
  readonly part: number;
  /** Path of the dataset whose rows are shown; empty for that of the query. */
  readonly fact: string;
  readonly columns: readonly QueryColumn[];
  readonly marks: readonly PlannedMark[];
  /** A row is shown if the measure reads it, by one of these values; without any, every row is. */
  readonly reads: readonly ReadRows[];
  readonly sort?: { readonly column: QueryColumn; readonly direction: 'asc' | 'desc' };
  readonly limit: number;
}

export interface PlannedMark {
  readonly dimension: PlannedDimension;
  readonly operator: 'in' | 'not-in';
  readonly literals: readonly Literal[];
  /** Whether the values include the missing one. */
  readonly withNull: boolean;
}

interface ReadRows {
  readonly filter: Condition;
  /** Rows without a value there are not read. */
  readonly column?: QueryColumn;
}

/** The most rows that can be shown, page by page. */
const MAX_DRILL_ROWS = 10_000;

export function planRows(
  { query, columns, mark, measure, sort, limit = MAX_DRILL_ROWS }: RowsQuery,
  model: Model,
  calendar: ViewerCalendar,
  now: number,
): RowsPlan {
  const plan = planQuery(query, model, calendar, now);
  const formula = formulaOf(plan, measure);
  const leaves = formula === undefined ? [] : leavesOf(formula);
  const { part = 0, fact = '' } = leaves[0]?.value ?? {};
  // A formula may combine measures of several datasets: the rows are those of the first.
  const read = leaves.filter(({ value }) => value.part === part && (value.fact ?? '') === fact);
  const measured = formula === undefined ? [] : [{ name: measure ?? '', formula, path: '/measure' }];
  const filter = plan.parts[part]?.filter;
  const used = [...plan.dimensions.map(({ column }) => column), ...(filter ? columnsOf(filter) : [])];
  const shown = columns.flatMap((name) => {
    const column = queryColumn(model, name);
    return column && isReachable(model, column, measured, plan) ? [column] : [];
  });
  if (shown.length === 0) throw new UnknownFieldError('/columns', ({ data }) => data.noColumns);
  const places = [...used, ...shown].map((column) => ({ column, path: '' }));
  const sorted = sort && shown.find(({ name }) => name === sort.by);
  if (sort && !sorted) throw new QueryError('/sort/by', `${sort.by} is not a column of these rows`);
  return {
    plan: { ...plan, sources: planSources(model, places, measured, plan.parts) },
    part,
    fact,
    columns: shown,
    marks: Object.entries(mark).map(([name, value]) => planMark(plan, name, value)),
    reads: readsOf(read),
    ...(sort && sorted ? { sort: { column: sorted, direction: sort.direction } } : {}),
    limit,
  };
}

/** The formula of the measure that a mark shows. */
function formulaOf({ measures }: Plan, name: string | undefined): Formula | undefined {
  if (name === undefined) return measures.length === 1 ? measures[0]?.formula : undefined;
  const [, ofMeasure = '', previous] = /^(.*?)(:previous)?$/s.exec(name) ?? [];
  const exact = measures.find((measure) => measure.name === name);
  if (exact) return exact.formula;
  const compared = previous === undefined ? undefined : measures.find((each) => each.name === ofMeasure);
  if (compared?.previous) return compared.previous;
  throw new QueryError('/measure', `${name} is not a measure of this query`);
}

function readsOf(leaves: readonly Leaf[]): readonly ReadRows[] {
  const reads = leaves.map((leaf) => {
    const { filter, column } = leaf.value;
    const counts = leaf.kind === 'aggregate' && leaf.aggregate === 'count';
    return { filter, ...(counts && column !== undefined ? { column } : {}) };
  });
  return reads.some(({ filter, column }) => filter.kind === 'always' && column === undefined) ? [] : reads;
}

/** A column that has several values for one of the rows cannot be shown next to it. */
function isReachable(
  model: Model,
  column: QueryColumn,
  measured: readonly UsedFormula[],
  { parts }: Plan,
): boolean {
  try {
    planSources(model, [{ column, path: '' }], measured, parts);
    return true;
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

function planMark({ dimensions }: Plan, name: string, value: ChosenValue): PlannedMark {
  const path = `/mark/${name}`;
  const dimension = dimensions.find((each) => each.name === name);
  if (dimension === undefined) throw new QueryError(path, `${name} is not a dimension of this query`);
  const [operator, all] =
    value === null || typeof value !== 'object'
      ? (['in', [value]] as const)
      : 'in' in value
        ? (['in', value.in] as const)
        : (['not-in', value.notIn] as const);
  // Buckets are dates and instants, whatever the column stores.
  const { timeZone: _, ...bucket } = { ...dimension.column, type: dimension.type };
  const key = dimension.grain === undefined ? dimension.column : bucket;
  const literals = all
    .filter((each): each is Scalar => each !== null)
    .map((each) => {
      const typed = typedLiteral(key, each, 'filter');
      if (!typed.ok) throw new QueryError(path, inEnglish(typed.reason));
      return typed.literal;
    });
  return { dimension, operator, literals, withNull: all.includes(null) };
}

/** The columns that decide which rows are shown. */
export function readColumns({ reads }: RowsPlan): readonly QueryColumn[] {
  return reads.flatMap(({ filter, column }) => [
    ...columnsOf(filter),
    ...(column === undefined ? [] : [column]),
  ]);
}
