import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import type { ColumnCondition, Operand, OperandList, RowRule } from '@inlay/protocol/rule';
import { allOf, always, anyOf, type Condition, never } from './condition.ts';
import { type ContextReader, type ContextScalar, readPath } from './context-reading.ts';
import { evaluateContextCondition, type Finding } from './evaluate-visibility.ts';
import { type Literal, typedLiteral } from './typed-literal.ts';

/** The rows of a dataset that a viewer can see. `condition` is `never` if there are none. */
export interface BoundRowRule {
  readonly condition: Condition;
  /** Each condition of each rule, in order, with its outcome. */
  readonly findings: readonly Finding[];
}

type RuledDataset = Pick<Dataset, 'columns' | 'segmented' | 'rowRules' | 'groupRules'> & {
  /** Columns that only rules may use. */
  readonly ruleColumns?: readonly DatasetColumn[];
};

export function bindRowRules(dataset: RuledDataset, reader: ContextReader): BoundRowRule {
  const findings: Finding[] = [];
  const binder: Binder = {
    columns: new Map(
      [...dataset.columns, ...(dataset.ruleColumns ?? [])].map((column) => [column.name, column]),
    ),
    reader,
    report: (finding) => findings.push(finding),
  };
  const rowRules = dataset.rowRules ?? [];
  const groupRules = dataset.groupRules ?? [];
  if (rowRules.length === 0 && groupRules.length === 0) {
    if (dataset.segmented === false) return { condition: always, findings };
    return { condition: never, findings: [{ path: '/rowRules', outcome: 'unknown', reason: noRule }] };
  }
  const conditions = rowRules.map((rule, index) => bindRule(rule, `/rowRules/${index}`, binder));
  if (groupRules.length > 0) conditions.push(bindGroupRules(dataset, binder));
  return { condition: allOf(conditions), findings };
}

const noRule = 'the dataset is segmented and has no rule that grants rows';

interface Binder {
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  readonly reader: ContextReader;
  report(finding: Finding): void;
}

function bindGroupRules(dataset: RuledDataset, binder: Binder): Condition {
  const membership = binder.reader.groups();
  const groups = 'value' in membership && Array.isArray(membership.value) ? membership.value : [];
  const granted = (dataset.groupRules ?? []).flatMap(({ group, rule }, index) => {
    if (groups.includes(group)) return [bindRule(rule, `/groupRules/${index}/rule`, binder)];
    const certain = membership.kind === 'value' || membership.kind === 'missing';
    const reason = `the viewer is not in group ${group}, or the context was truncated there`;
    binder.report({ path: `/groupRules/${index}/group`, outcome: certain ? 'false' : 'unknown', reason });
    return [];
  });
  return anyOf(granted);
}

function bindRule(rule: RowRule, path: string, binder: Binder): Condition {
  if ('and' in rule) {
    const parts = rule.and.map((part, index) => bindRule(part, `${path}/and/${index}`, binder));
    return parts.length === 0 ? never : allOf(parts);
  }
  if ('or' in rule) return anyOf(rule.or.map((part, index) => bindRule(part, `${path}/or/${index}`, binder)));
  if ('all' in rule) return rule.all === true ? always : never;
  if ('context' in rule) {
    const finding = evaluateContextCondition(rule, binder.reader, path);
    binder.report(finding);
    return finding.outcome === 'true' ? always : never;
  }
  const bound = bindColumnCondition(rule, binder);
  if (typeof bound !== 'string') {
    binder.report({ path, outcome: 'true', reason: `${rule.column} ${rule.operator}: applied` });
    return bound;
  }
  binder.report({ path, outcome: 'unknown', reason: bound });
  return never;
}

/** The condition, or the reason why this viewer's context cannot fill it. */
function bindColumnCondition(rule: ColumnCondition, binder: Binder): Condition | string {
  const column = binder.columns.get(rule.column);
  if (column === undefined) return `the dataset has no column ${rule.column}`;
  switch (rule.operator) {
    case 'is-set':
    case 'is-not-set':
      return { kind: rule.operator, column };
    case 'in':
    case 'not-in': {
      const literals = listLiterals(column, rule.values, rule.operator === 'in', binder.reader);
      return typeof literals === 'string' ? literals : { kind: rule.operator, column, literals };
    }
    case 'between': {
      const from = literalOf(column, rule.from, binder.reader);
      const to = literalOf(column, rule.to, binder.reader);
      if (typeof from === 'string') return from;
      if (typeof to === 'string') return to;
      if (column.type === 'boolean') return unordered(column);
      return allOf([
        { kind: 'compare', column, operator: 'greater-or-equal', literal: from },
        { kind: 'compare', column, operator: 'less-or-equal', literal: to },
      ]);
    }
    default: {
      const literal = literalOf(column, rule.value, binder.reader);
      if (typeof literal === 'string') return literal;
      if (rule.operator === 'contains' && column.type !== 'string') return 'contains requires a text column';
      const ordering = !['equals', 'not-equals', 'contains'].includes(rule.operator);
      if (ordering && column.type === 'boolean') return unordered(column);
      return { kind: 'compare', column, operator: rule.operator, literal };
    }
  }
}

const unordered = (column: DatasetColumn) => `column ${column.name} is boolean, which has no order`;

function listLiterals(column: DatasetColumn, values: OperandList, positive: boolean, reader: ContextReader) {
  if (!('context' in values)) {
    return values.length === 0
      ? 'the list is empty'
      : all(values.map((value) => literalOf(column, value, reader)));
  }
  const reading = readPath(reader, values.context);
  // The remaining entries of a truncated list still grant access, but absence from the list proves nothing.
  if (reading.kind === 'value' || (reading.kind === 'partial' && positive)) {
    const items = [reading.value].flat() as readonly ContextScalar[];
    return all(items.map((item) => typed(column, item, values.context)));
  }
  return absence(values.context, reading.kind);
}

function literalOf(column: DatasetColumn, operand: Operand, reader: ContextReader): Literal | string {
  if (typeof operand !== 'object') return typed(column, operand, 'constant');
  const reading = readPath(reader, operand.context);
  if (reading.kind !== 'value') return absence(operand.context, reading.kind);
  if (typeof reading.value === 'object')
    return `${operand.context} is a list, but a single value is required`;
  return typed(column, reading.value, operand.context);
}

function typed(column: DatasetColumn, value: ContextScalar, origin: string): Literal | string {
  if (value === '') return `${origin} is empty`;
  const result = typedLiteral(column, value, origin);
  return result.ok ? result.literal : `${origin}: ${result.reason}`;
}

function all(literals: readonly (Literal | string)[]): readonly Literal[] | string {
  const failed = literals.find((literal) => typeof literal === 'string');
  return failed ?? (literals as readonly Literal[]);
}

function absence(path: string, kind: 'missing' | 'unknown' | 'partial'): string {
  return kind === 'missing'
    ? `${path} is missing or empty`
    : `${path} is unknown because the context was truncated there or has an unsupported structure`;
}
