import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Scalar } from '@inlay/protocol/query';
import type { ColumnCondition, ContextCondition, ContextPath, Operand } from '@inlay/protocol/rule';

/** One comparison of a column, or of a value of the viewer. */
export type Condition = ColumnCondition | ContextCondition;
export type Operator = Condition['operator'];
type Subject = { readonly column: string } | { readonly context: ContextPath };

/** How the values of a condition are typed and sent: one of another type never matches. */
export type ValueType = 'string' | 'number' | 'boolean';

const LIST_OPERATORS = ['contains', 'in', 'not-in', 'is-set', 'is-not-set'] as const;
export type ListOperator = (typeof LIST_OPERATORS)[number];

/** Whether the value of the viewer is a list: a viewer is in several groups and has several roles. */
export const isOfList = (condition: Condition): boolean =>
  !('column' in condition) && (condition.context === 'groups' || condition.context === 'roles');

/** The usual condition: a text column compared with the viewer's attribute of that name, or the viewer's groups. */
export function newCondition(columns: readonly DatasetColumn[] = [], constants = false): Condition {
  const column = columns.find(({ type }) => type === 'string') ?? columns[0];
  if (!column) return { context: 'groups', operator: 'contains', value: '' };
  if (constants) return { column: column.name, operator: 'in', values: [] };
  return { column: column.name, operator: 'in', values: { context: attributeFor(column.name) } };
}

/** Of a text it requires one of the values, and of a list any of them. */
export const newNamedCondition = (name: string): ContextCondition => ({
  context: `attributes.${name}`,
  operator: 'in',
  values: [],
});

/** The attribute that a column is probably compared with: `customer` for `invoice.account.customer`. */
export const attributeFor = (column: string) =>
  `attributes.${column.slice(column.lastIndexOf('.') + 1)}` as const;

/** The operators that fit the subject of a condition. Keeps the current one, which a file may have set. */
export function operatorsFor(
  condition: Condition,
  columns: readonly DatasetColumn[] = [],
): readonly Operator[] {
  const fitting = fittingOperators(condition, columns);
  return fitting.includes(condition.operator) ? fitting : [...fitting, condition.operator];
}

function fittingOperators(condition: Condition, columns: readonly DatasetColumn[]): readonly Operator[] {
  if (isOfList(condition)) return LIST_OPERATORS;
  const type = columnOf(condition, columns)?.type;
  if (type === 'json') return ['is-set', 'is-not-set'];
  if (type === 'boolean') return ['equals', 'not-equals', 'is-set', 'is-not-set'];
  const all: readonly Operator[] = ['in', 'equals', 'not-in', 'not-equals', 'is-set', 'is-not-set'];
  const isText = type === undefined || type === 'string';
  return [
    ...all,
    ...(isText ? (['contains'] as const) : []),
    ...(['less', 'less-or-equal', 'greater', 'greater-or-equal', 'between'] as const),
  ];
}

export const columnOf = (
  condition: Condition,
  columns: readonly DatasetColumn[] = [],
): DatasetColumn | undefined =>
  'column' in condition ? columns.find(({ name }) => name === condition.column) : undefined;

/** The values and fields of the viewer that a condition compares with. */
export function operandsOf(condition: Condition): readonly Operand[] {
  if ('value' in condition) return [condition.value];
  if ('from' in condition) return [condition.from, condition.to];
  if (!('values' in condition)) return [];
  return 'context' in condition.values ? [condition.values] : condition.values;
}

export const withOperands = (condition: Condition, operands: readonly Operand[]): Condition =>
  build(subjectOf(condition), condition.operator, operands);

/** The same condition with another operator. Keeps the values that fit. */
export const withOperator = (condition: Condition, operator: Operator): Condition =>
  build(subjectOf(condition), operator, operandsOf(condition));

/** The same condition about another column or value of the viewer. Keeps the operator and the values that fit. */
export function withSubject(
  condition: Condition,
  subject: Subject,
  columns: readonly DatasetColumn[] = [],
): Condition {
  const moved = build(subject, condition.operator, operandsOf(condition));
  const [from, to] = [isOfList(condition), isOfList(moved)];
  const same = from === to ? undefined : ({ contains: 'equals', equals: 'contains' } as const);
  const operator = same?.[condition.operator as keyof typeof same] ?? condition.operator;
  const fitting = fittingOperators(moved, columns);
  // A value of the viewer is compared with constants only.
  const operands = operandsOf(moved).flatMap((operand): readonly Operand[] => {
    if (typeof operand !== 'object') return [operand];
    if (!('column' in subject)) return [];
    const isProposed = 'column' in condition && operand.context === attributeFor(condition.column);
    return [isProposed ? { context: attributeFor(subject.column) } : operand];
  });
  return withType(
    build(subject, fitting.includes(operator) ? operator : (fitting[0] ?? 'is-set'), operands),
    typeOf(moved, columns),
  );
}

function build(subject: Subject, operator: Operator, operands: readonly Operand[]): Condition {
  const [first = '', second = first] = operands;
  switch (operator) {
    case 'is-set':
    case 'is-not-set':
      return { ...subject, operator };
    case 'between':
      return { ...subject, operator, from: first, to: second } as Condition;
    case 'in':
    case 'not-in': {
      const isViewer = operands.length === 1 && typeof first === 'object';
      const values = isViewer ? first : operands.filter((operand) => operand !== '');
      return { ...subject, operator, values } as Condition;
    }
    default:
      return { ...subject, operator, value: first } as Condition;
  }
}

const subjectOf = (condition: Condition): Subject =>
  'column' in condition ? { column: condition.column } : { context: condition.context };

const NUMERIC = ['integer', 'decimal', 'number'];

/** The type of the values of a condition. For attributes, it is the type of those that are there. */
export function typeOf(condition: Condition, columns: readonly DatasetColumn[] = []): ValueType {
  const column = columnOf(condition, columns);
  if (column)
    return column.type === 'boolean' ? 'boolean' : NUMERIC.includes(column.type) ? 'number' : 'string';
  const type = typeof operandsOf(condition)[0];
  return type === 'number' || type === 'boolean' ? type : 'string';
}

/** Typed text as a value. Text that is not a number stays text; the server reports it. */
export function scalarOf(text: string, type: ValueType): Scalar {
  if (type === 'boolean') return text === 'true';
  return type === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

/** The condition with all its constants as that type. */
export const withType = (condition: Condition, type: ValueType): Condition =>
  withOperands(
    condition,
    operandsOf(condition).map((operand) =>
      typeof operand === 'object' ? operand : scalarOf(String(operand), type),
    ),
  );
