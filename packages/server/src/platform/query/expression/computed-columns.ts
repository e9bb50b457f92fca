import type { Dataset } from '@inlay/protocol/dataset';
import type { ViewerCalendar } from '@inlay/protocol/query';
import type { Reason } from '../../rules/reason.ts';
import { QueryError } from '../errors/query-error.ts';
import { evaluateExpression, type Row } from './evaluate-expression.ts';
import { ExpressionError } from './expression-error.ts';
import { type TypedExpression, typeExpression } from './type-expression.ts';

type Columns = Pick<Dataset, 'columns'>;

/** By the columns of one definition of a dataset, which never changes. */
const known = new WeakMap<Dataset['columns'], Map<string, TypedExpression>>();

/** The checked expression of a computed column; undefined for a column of the source. */
export function computedColumn({ columns }: Columns, name: string): TypedExpression | undefined {
  const checked = known.get(columns) ?? new Map<string, TypedExpression>();
  known.set(columns, checked);
  const found = checked.get(name);
  if (found !== undefined) return found;
  const index = columns.findIndex((column) => column.name === name);
  const text = columns[index]?.expression;
  if (text === undefined) return undefined;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const expression = withPath(`/columns/${index}/expression`, () => typeExpression(text, byName, name));
  checked.set(name, expression);
  return expression;
}

function withPath<T>(path: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof ExpressionError) throw new QueryError(path, error.message);
    throw error;
  }
}

/**
 * Why a rule, mask or key cannot use a column: it is computed from numbers that engines round differently (ADR 317).
 * Undefined if it can, and for a mistake in the expression, which is reported where it is.
 */
export function inexactness(dataset: Columns, name: string): Reason | undefined {
  const expression = attemptComputed(dataset, name);
  if (expression === undefined || expression.isExact) return undefined;
  return ({ rules }) => rules.inexact({ column: name });
}

function attemptComputed(dataset: Columns, name: string): TypedExpression | undefined {
  try {
    return computedColumn(dataset, name);
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

/** A row of the source with the values of the exact computed columns, as a viewer with this calendar gets them. */
export function withComputedColumns(dataset: Columns, row: Row, calendar: ViewerCalendar): Row {
  const computed = dataset.columns.flatMap(({ name }) => {
    const expression = computedColumn(dataset, name);
    return expression?.isExact !== true ? [] : [[name, evaluateExpression(expression, row, calendar)]];
  });
  return { ...row, ...Object.fromEntries(computed) };
}
