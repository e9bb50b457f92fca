import type { Variables } from '@inlay/protocol/frame-messages';
import { memberKey } from '@inlay/protocol/member-key';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { ValueFormat } from '@inlay/protocol/parse-narrative';
import type { Scalar } from '@inlay/protocol/query';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { toNumber } from '../data/read-columns.ts';
import { isOthers } from './format-cell.ts';

/** A value of a result, with the column that says how it is written. */
export interface ReadValue {
  readonly cell: Cell;
  readonly column: ResultColumn;
}

/** The value that an author chose from the result of a tile; undefined if the result does not have it. */
export function readValue(
  source: ValueSource,
  result: QueryResult,
  variables: Variables = {},
): ReadValue | undefined {
  const { show, row } = source;
  const column = result.columns.find(({ name }) => name === source.column);
  if (!column) return undefined;
  if (show === 'count') return computed(column, membersOf(result).length, 'number');
  if (result.rowCount === 0) return undefined;
  if (row === 'total' && !source.where && show === undefined)
    return { column, cell: result.totals?.[column.name] ?? null };
  const found = rowOf(source, result, variables);
  if (found === undefined) return undefined;
  const cell = column.values[found] ?? null;
  if (show === undefined) return { column, cell };
  if (show === 'rank') return computed(column, rankOf(found, source, result), 'number');
  const [part, total] = [toNumber(cell), toNumber(result.totals?.[column.name])];
  return computed(column, part === null || !total ? null : part / total, 'percent');
}

/** A variable of the host page; undefined if the page does not set it. */
export function readVariable(
  variables: Variables,
  name: string,
  format?: ValueFormat | undefined,
): ReadValue | undefined {
  const cell = variableValue(variables, name);
  if (cell === undefined) return undefined;
  const type = typeof cell === 'number' ? 'number' : format === 'date' ? 'date' : 'string';
  return { cell, column: { name, label: name, type, role: 'dimension', values: [cell] } };
}

function variableValue(variables: Variables, name: string): Scalar | undefined {
  const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return given === null || given === '' ? undefined : given;
}

/** A value that no column of the result has. */
function computed({ name, label }: ResultColumn, cell: number | null, kind: 'number' | 'percent'): ReadValue {
  const type = kind === 'number' ? 'integer' : 'number';
  return { cell, column: { name, label, type, role: 'measure', format: { kind }, values: [cell] } };
}

/** The rows of single members: `Other` is none of those that are compared. */
const membersOf = ({ columns, rowCount }: QueryResult): readonly number[] =>
  Array.from({ length: rowCount }, (_, row) => row).filter(
    (row) => !columns.some((column) => isOthers(column, row)),
  );

function rowOf(source: ValueSource, result: QueryResult, variables: Variables): number | undefined {
  const { row = 'first', where } = source;
  const { columns, rowCount } = result;
  if (where) {
    const value = filled(where.value, variables);
    const cells = columns.find(({ name }) => name === where.column)?.values;
    const found = value === undefined ? -1 : (cells?.map(memberKey).indexOf(memberKey(value)) ?? -1);
    return found < 0 ? undefined : found;
  }
  if (row === 'total') return undefined;
  if (row === 'first' || row === 'last') return row === 'first' ? 0 : rowCount - 1;
  const sizes = sizesOf(source, result);
  const sign = row === 'highest' ? 1 : -1;
  // The first of equals wins.
  return membersOf(result).reduce<number | undefined>((best, each) => {
    const size = sizes(each);
    const least = best === undefined ? null : sizes(best);
    return size !== null && (least === null || sign * size > sign * least) ? each : best;
  }, undefined);
}

/** The numbers that decide which row is the highest: those of `by`, the value itself, or the first measure. */
function sizesOf({ by, column }: ValueSource, { columns }: QueryResult): (row: number) => number | null {
  const measures = columns.filter(({ role }) => role === 'measure');
  const named = (name: string | undefined) => measures.find((measure) => measure.name === name);
  const measure = by === undefined ? (named(column) ?? measures[0]) : named(by);
  return (row) => toNumber(measure?.values[row]);
}

/** Rows with the same value share a rank. */
function rankOf(row: number, source: ValueSource, result: QueryResult): number | null {
  const sizes = sizesOf(source, result);
  const members = membersOf(result);
  const own = sizes(row);
  if (own === null || !members.includes(row)) return null;
  return 1 + members.filter((each) => (sizes(each) ?? own) > own).length;
}

const variable = /^\{\{\s*variables\.([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}$/;

/** The value, or that of a variable of the host page: undefined if the page does not set it. */
function filled(value: Scalar, variables: Variables): Scalar | undefined {
  const name = typeof value === 'string' ? variable.exec(value)?.[1] : undefined;
  return name === undefined ? value : variableValue(variables, name);
}
