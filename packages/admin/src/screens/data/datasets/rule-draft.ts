import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Scalar } from '@inlay/protocol/query';
import type { ColumnCondition, ContextCondition, ContextPath, RowRule } from '@inlay/protocol/rule';
import { listOf } from '../../../parts/context-draft.ts';

export type Condition = ColumnCondition | ContextCondition;
export type Operator = Condition['operator'];

const numeric = ['integer', 'decimal', 'number'];

/** The operators for a column of this type. */
export function operatorsFor(column: DatasetColumn | undefined): readonly Operator[] {
  if (column?.type === 'json') return ['is-set', 'is-not-set'];
  const all: readonly Operator[] = ['in', 'equals', 'not-in', 'not-equals', 'is-set', 'is-not-set'];
  if (column?.type === 'boolean') return ['equals', 'not-equals', 'is-set', 'is-not-set'];
  const ordered: readonly Operator[] = ['less', 'less-or-equal', 'greater', 'greater-or-equal', 'between'];
  const isText = column === undefined || column.type === 'string';
  return [...all, ...(isText ? (['contains'] as const) : []), ...ordered];
}

/** The usual condition: a text column compared with the viewer's attribute of that name. */
export function newCondition(columns: readonly DatasetColumn[]): ColumnCondition {
  const column = columns.find(({ type }) => type === 'string') ?? columns[0];
  const name = column?.name ?? '';
  return { column: name, operator: 'in', values: { context: `attributes.${name}` } };
}

/** The same condition with another operator. Keeps the values that fit. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const subject = 'column' in condition ? { column: condition.column } : { context: condition.context };
  const typed =
    'values' in condition
      ? 'context' in condition.values
        ? condition.values
        : condition.values[0]
      : 'value' in condition
        ? condition.value
        : 'from' in condition
          ? condition.from
          : undefined;
  const value = typed ?? '';
  if (operator === 'is-set' || operator === 'is-not-set') return { ...subject, operator } as Condition;
  if (operator === 'between') return { ...subject, operator, from: value, to: value } as Condition;
  if (operator === 'in' || operator === 'not-in') {
    const values = typeof value === 'object' ? value : value === '' ? [] : [value];
    return { ...subject, operator, values } as Condition;
  }
  return { ...subject, operator, value } as Condition;
}

/** The same condition on another column or value of the viewer. */
export function withSubject(
  condition: Condition,
  subject: string,
  columns: readonly DatasetColumn[],
): Condition {
  if (subject.startsWith('viewer:')) {
    const context = subject.slice('viewer:'.length) as ContextPath;
    return { context, operator: 'in', values: [] };
  }
  const column = columns.find(({ name }) => name === subject);
  const allowed = operatorsFor(column);
  const moved = { ...withOperator(condition, condition.operator), column: subject } as ColumnCondition;
  const { context: _, ...rest } = moved as ColumnCondition & { context?: unknown };
  return allowed.includes(rest.operator)
    ? (rest as Condition)
    : withOperator(rest as Condition, allowed[0] ?? 'is-set');
}

/** Text as a value of the column. Text that is not a number is sent as it is; the server reports it. */
export function scalarOf(text: string, column: DatasetColumn | undefined): Scalar {
  if (column?.type === 'boolean') return text === 'true';
  if (column && numeric.includes(column.type) && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  return text;
}

export const scalarsOf = (text: string, column: DatasetColumn | undefined): readonly Scalar[] =>
  listOf(text).map((part) => scalarOf(part, column));

/** A list with one of its items replaced, or removed. */
export function replaceAt<T>(parts: readonly T[], at: number, part: T | undefined): readonly T[] {
  return parts.flatMap((each, index) => (index === at ? (part === undefined ? [] : [part]) : [each]));
}

export type Group = Extract<RowRule, { readonly and: unknown } | { readonly or: unknown }>;

export const isGroup = (rule: RowRule): rule is Group => 'and' in rule || 'or' in rule;
