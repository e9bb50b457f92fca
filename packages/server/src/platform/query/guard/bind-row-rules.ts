import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import type { ColumnCondition, ContextPath, Operand, OperandList, RowRule } from '@inlay/protocol/rule';
import { allOf, always, anyOf, type Condition, never } from '../../rules/condition.ts';
import { type ContextReader, type ContextScalar, readPath } from '../../rules/context-reading.ts';
import { evaluateContextCondition, type Finding } from '../../rules/evaluate-visibility.ts';
import type { Reason } from '../../rules/reason.ts';
import { type Literal, typedLiteral } from '../../rules/typed-literal.ts';
import { writeDenials } from '../../rules/write-finding.ts';
import { inexactness } from '../expression/computed-columns.ts';
import { isToOne, MAX_RELATED, type Model, placeAt, resolveColumn, type Step } from '../model/model.ts';
import type { BoundTemplate } from '../text/bind-template.ts';

/** The rows of a dataset that a viewer can see. `condition` is `never` if there are none. */
export interface BoundRowRule {
  readonly condition: Condition;
  /** Each condition of each rule, in order, with its outcome. */
  readonly findings: readonly Finding[];
}

/** The SQL of a related dataset with this viewer's values; undefined for tables and files. */
export type TemplateOf = (dataset: Dataset) => BoundTemplate | undefined;

/** `model` has every column of the datasets: rules may use those that the viewer has no access to. */
export function bindRowRules(model: Model, reader: ContextReader, templateOf: TemplateOf): BoundRowRule {
  return bindWithin(model, { reader, templateOf, followed: [], related: { count: 0 } });
}

interface Bindings {
  readonly reader: ContextReader;
  readonly templateOf: TemplateOf;
  /** The datasets whose rules led here. */
  readonly followed: readonly string[];
  /** Counts for the rules and all that they follow. */
  readonly related: { count: number };
}

function bindWithin(model: Model, bindings: Bindings): BoundRowRule {
  const findings: Finding[] = [];
  const binder: Binder = { ...bindings, model, report: (finding) => findings.push(finding) };
  const condition = allOf([bindRules(binder), ...bindRequired(binder)]);
  return { condition, findings };
}

function bindRules(binder: Binder): Condition {
  const { rowRules = [], groupRules = [], segmented } = binder.model.root;
  if (rowRules.length === 0 && groupRules.length === 0) {
    if (segmented === false) return always;
    binder.report({ path: '/rowRules', outcome: 'unknown', reason: ({ rules }) => rules.noRule });
    return never;
  }
  const conditions = rowRules.map((rule, index) => bindRule(rule, `/rowRules/${index}`, binder));
  if (groupRules.length > 0) conditions.push(bindGroupRules(binder.model.root, binder));
  return allOf(conditions);
}

/** Rows follow each relationship that is required, in every query, so that a measure is the same with and without it. */
function bindRequired(binder: Binder): readonly Condition[] {
  const { relationships = [] } = binder.model.root;
  return relationships.flatMap(({ name, required = false }, index) =>
    required ? [bindNamed(name, { path: `/relationships/${index}`, applied: 'requires' }, binder)] : [],
  );
}

interface Binder extends Bindings {
  readonly model: Model;
  report(finding: Finding): void;
}

function bindGroupRules({ groupRules = [] }: Dataset, binder: Binder): Condition {
  const membership = binder.reader.groups();
  const groups = 'value' in membership && Array.isArray(membership.value) ? membership.value : [];
  const granted = groupRules.flatMap(({ group, rule }, index) => {
    if (groups.includes(group)) return [bindRule(rule, `/groupRules/${index}/rule`, binder)];
    const certain = membership.kind === 'value' || membership.kind === 'missing';
    const reason: Reason = ({ rules }) => rules.notInGroup({ group });
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
  if ('follow' in rule) return bindNamed(rule.follow, { path, applied: 'follows' }, binder);
  const bound = bindPlaced(rule, binder);
  const missing = contextsOf(rule).find((each) => readPath(binder.reader, each).kind === 'missing');
  const more = typeof bound !== 'function' || missing === undefined ? {} : { missing };
  const { column, operator } = rule;
  const applied: Reason = ({ rules }) => rules.applied({ column, operator });
  return reported(bound, { path, applied, more }, binder);
}

/** A relationship that rows follow, by a rule or because it is required. */
function bindNamed(
  name: string,
  { path, applied: how }: { readonly path: string; readonly applied: 'follows' | 'requires' },
  binder: Binder,
): Condition {
  const { bound, followed } = bindFollowed(name, binder);
  const applied: Reason = ({ rules }) => rules[how]({ relationship: name });
  return reported(bound, { path, applied, more: followed.length === 0 ? {} : { followed } }, binder);
}

/** The values of the context that a condition compares its column with. */
function contextsOf(rule: ColumnCondition): readonly ContextPath[] {
  const range = 'from' in rule ? [rule.from, rule.to] : [];
  const operands = 'value' in rule ? [rule.value] : 'values' in rule ? [rule.values].flat() : range;
  return operands.flatMap((operand) => (typeof operand === 'object' ? [operand.context] : []));
}

interface Reported {
  readonly path: string;
  /** The finding where the rule can be applied. */
  readonly applied: Reason;
  readonly more: Pick<Finding, 'followed' | 'missing'>;
}

type Followed = NonNullable<Finding['followed']>;

function reported(bound: Condition | Reason, { path, applied, more }: Reported, binder: Binder): Condition {
  const isDenied = typeof bound === 'function';
  binder.report({
    path,
    outcome: isDenied ? 'unknown' : 'true',
    reason: isDenied ? bound : applied,
    ...more,
  });
  return isDenied ? never : bound;
}

/** The rows whose related row the viewer sees, or the reason why there are none; and what the rules there do. */
function bindFollowed(
  path: string,
  binder: Binder,
): { readonly bound: Condition | Reason; readonly followed: Followed } {
  const place = placeAt(binder.model, path);
  if (place === undefined)
    return { bound: ({ rules }) => rules.noDataset({ relationship: path }), followed: [] };
  const { dataset, steps } = place;
  const before = [...binder.followed, binder.model.root.id];
  if (before.includes(dataset.id)) {
    const datasets = [...before, dataset.id].join(' → ');
    return { bound: ({ rules }) => rules.circular({ datasets }), followed: [] };
  }
  const refused = refuseSteps(steps, binder);
  if (refused !== undefined) return { bound: refused, followed: [] };
  const rows = bindWithin({ ...binder.model, root: dataset }, { ...binder, followed: before });
  const followed = followedFindings(path, dataset.id, rows);
  if (rows.condition.kind !== 'never') {
    const related = relate(steps, rows.condition, binder);
    const isOneStep = typeof related !== 'function' && related.kind === 'related' && steps.length === 1;
    return { bound: isOneStep ? { ...related, follows: path } : related, followed };
  }
  const bound: Reason = (t) => {
    const reasons = [...new Set(writeDenials(rows.findings, t))].join('; ');
    return t.rules.noRowsOf({ relationship: path, reasons });
  };
  return { bound, followed };
}

function followedFindings(path: string, datasetId: string, { condition, findings }: BoundRowRule): Followed {
  const rows = condition.kind === 'always' ? 'all' : condition.kind === 'never' ? 'none' : 'some';
  const rules = findings.map(({ followed: _, ...finding }) => finding);
  const further = findings.flatMap(({ followed = [] }) => followed);
  return [
    { path, datasetId, rows, rules },
    ...further.map((each) => ({ ...each, path: `${path}.${each.path}` })),
  ];
}

/** A condition on a column of the dataset, or of one that its relationships reach. */
function bindPlaced(rule: ColumnCondition, binder: Binder): Condition | Reason {
  const found = resolveColumn(binder.model, rule.column);
  if (found === undefined) return ({ data }) => data.noColumn({ column: rule.column });
  const refused = refuseSteps(found.steps, binder);
  if (refused !== undefined) return refused;
  const inexact = inexactness(found.dataset, found.column.name);
  if (inexact !== undefined) return inexact;
  const bound = bindColumnCondition(rule, found.column, binder.reader);
  return typeof bound === 'function' ? bound : relate(found.steps, bound, binder);
}

/** Counts the steps before anything is bound behind them: rules that follow rules could multiply without end. */
function refuseSteps(steps: readonly Step[], { related }: Binder): Reason | undefined {
  const many = steps.find((step) => !isToOne(step));
  if (many !== undefined) return ({ rules }) => rules.several({ relationship: many.relationship.name });
  related.count += steps.length;
  return related.count > MAX_RELATED && steps.length > 0
    ? ({ rules }) => rules.tooMany({ count: String(MAX_RELATED) })
    : undefined;
}

/** The rows that lead to rows with a condition, step by step. A row without a related row is not among them. */
function relate(steps: readonly Step[], rows: Condition, binder: Binder): Condition | Reason {
  return steps.reduceRight<Condition | Reason>((inner, step, index) => {
    if (typeof inner === 'function') return inner;
    const own = steps[index - 1]?.dataset ?? binder.model.root;
    const on = keysOf(own, step);
    if (typeof on === 'function') return on;
    const template = binder.templateOf(step.dataset);
    const [denial] = template?.denials ?? [];
    if (denial !== undefined) return denial.reason;
    const isEnforced = step.relationship.enforced ?? false;
    return { kind: 'related', dataset: step.dataset, template, on, isEnforced, rows: inner };
  }, rows);
}

function keysOf(
  own: Dataset,
  { dataset, relationship }: Step,
): readonly { readonly own: DatasetColumn; readonly other: DatasetColumn }[] | Reason {
  const on = relationship.columns.map((pair) => ({
    own: own.columns.find(({ name }) => name === pair.own),
    other: dataset.columns.find(({ name }) => name === pair.other),
  }));
  const [inexact] = relationship.columns.flatMap((pair) =>
    [inexactness(own, pair.own), inexactness(dataset, pair.other)].filter((reason) => reason !== undefined),
  );
  if (inexact !== undefined) return inexact;
  const isUsable = (pair: (typeof on)[number]): pair is { own: DatasetColumn; other: DatasetColumn } =>
    pair.own !== undefined && pair.own.type !== 'json' && pair.own.type === pair.other?.type;
  return on.every(isUsable) ? on : ({ rules }) => rules.keys({ relationship: relationship.name });
}

/** The condition, or the reason why this viewer's context cannot fill it. */
function bindColumnCondition(
  rule: ColumnCondition,
  column: DatasetColumn,
  reader: ContextReader,
): Condition | Reason {
  switch (rule.operator) {
    case 'is-set':
    case 'is-not-set':
      return { kind: rule.operator, column };
    case 'in':
    case 'not-in': {
      const literals = listLiterals(column, rule.values, rule.operator === 'in', reader);
      return typeof literals === 'function' ? literals : { kind: rule.operator, column, literals };
    }
    case 'between': {
      const from = literalOf(column, rule.from, reader);
      const to = literalOf(column, rule.to, reader);
      if (typeof from === 'function') return from;
      if (typeof to === 'function') return to;
      if (column.type === 'boolean') return unordered(column);
      return allOf([
        { kind: 'compare', column, operator: 'greater-or-equal', literal: from },
        { kind: 'compare', column, operator: 'less-or-equal', literal: to },
      ]);
    }
    default: {
      const literal = literalOf(column, rule.value, reader);
      if (typeof literal === 'function') return literal;
      if (rule.operator === 'contains' && column.type !== 'string') return ({ rules }) => rules.needsText;
      const ordering = !['equals', 'not-equals', 'contains'].includes(rule.operator);
      if (ordering && column.type === 'boolean') return unordered(column);
      return { kind: 'compare', column, operator: rule.operator, literal };
    }
  }
}

const unordered =
  (column: DatasetColumn): Reason =>
  ({ rules }) =>
    rules.unordered({ column: column.name });

function listLiterals(
  column: DatasetColumn,
  values: OperandList,
  positive: boolean,
  reader: ContextReader,
): readonly Literal[] | Reason {
  if (!('context' in values)) {
    return values.length === 0
      ? ({ rules }) => rules.emptyList
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

function literalOf(column: DatasetColumn, operand: Operand, reader: ContextReader): Literal | Reason {
  if (typeof operand !== 'object') return typed(column, operand, 'constant');
  const reading = readPath(reader, operand.context);
  if (reading.kind !== 'value') return absence(operand.context, reading.kind);
  if (typeof reading.value === 'object') return ({ rules }) => rules.list({ value: operand.context });
  return typed(column, reading.value, operand.context);
}

function typed(column: DatasetColumn, value: ContextScalar, origin: string): Literal | Reason {
  if (value === '') return ({ rules }) => rules.empty({ value: origin });
  const result = typedLiteral(column, value, origin);
  return result.ok ? result.literal : (t) => `${origin}: ${result.reason(t)}`;
}

function all(literals: readonly (Literal | Reason)[]): readonly Literal[] | Reason {
  const failed = literals.find((literal) => typeof literal === 'function');
  return failed ?? (literals as readonly Literal[]);
}

function absence(path: string, kind: 'missing' | 'unknown' | 'partial'): Reason {
  return ({ rules }) => rules[kind === 'missing' ? 'missing' : 'unknown']({ value: path });
}
