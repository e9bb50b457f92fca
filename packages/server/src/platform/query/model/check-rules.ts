import type { Dataset, DatasetColumn, Relationship } from '@inlay/protocol/dataset';
import type { Scalar } from '@inlay/protocol/query';
import type {
  ColumnCondition,
  ContextCondition,
  Operand,
  RowRule,
  VisibilityRule,
} from '@inlay/protocol/rule';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { typedLiteral } from '../../rules/typed-literal.ts';
import { splitTemplate } from '../text/bind-template.ts';
import {
  isToOne,
  leavesModel,
  MAX_RELATED,
  type Model,
  type Place,
  placeAt,
  resolveColumn,
} from './model.ts';

/**
 * Mistakes in the row rules of a dataset, and in the relationships that it requires. Related datasets are only checked
 * where the model has them.
 */
export function checkRules(model: Model): readonly FieldProblem[] {
  const { relationships = [] } = model.root;
  const circles = new Map<string, readonly string[] | undefined>();
  const circleTo = (dataset: Dataset) =>
    circles.getOrInsertComputed(dataset.id, () => circleFrom(dataset, model, [model.root.id], new Set()));
  const check = { model, circleTo };
  const problems = [
    ...placedRules(model.root).flatMap(({ rule, path }) => checkRule(rule, check, path)),
    ...relationships.flatMap((relationship, index) =>
      relationship.required ? checkRequired(relationship, check, `/relationships/${index}/required`) : [],
    ),
  ];
  if (problems.length > 0 || countRelated(model.root, model, new Map()) <= MAX_RELATED) return problems;
  const problem = `the rules, with those that they follow, refer to related rows more than ${MAX_RELATED} times`;
  return [{ path: '/rowRules', problem }];
}

function checkRequired(
  { name, kind }: Relationship,
  check: RuleCheck,
  path: string,
): readonly FieldProblem[] {
  if (kind !== 'one-to-many') return checkFollow(name, check, path);
  return [{ path, problem: 'only a relationship to one row can be required' }];
}

/** How many steps to related rows the rules of a dataset take, for the members of one group. */
function countRelated(root: Dataset, model: Model, known: Map<string, number>): number {
  const found = known.get(root.id);
  if (found !== undefined) return found;
  // Rules that lead back here are refused as a circle.
  known.set(root.id, 0);
  const from = { ...model, root };
  const countIn = (rule: RowRule): number => {
    if ('and' in rule) return sum(rule.and.map(countIn));
    if ('or' in rule) return sum(rule.or.map(countIn));
    if ('column' in rule) return resolveColumn(from, rule.column)?.steps.length ?? 0;
    return 'follow' in rule ? countFollowed(rule.follow) : 0;
  };
  const countFollowed = (path: string): number => {
    const place = placeAt(from, path);
    return place === undefined ? 0 : place.steps.length + countRelated(place.dataset, model, known);
  };
  const { rowRules = [], groupRules = [] } = root;
  const count =
    sum(rowRules.map(countIn)) +
    Math.max(0, ...groupRules.map(({ rule }) => countIn(rule))) +
    sum(requiredOf(root).map(countFollowed));
  known.set(root.id, count);
  return count;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** The relationships that each row of a dataset has to have. */
function requiredOf({ relationships = [] }: Dataset): readonly string[] {
  return relationships.flatMap(({ name, required = false }) => (required ? [name] : []));
}

interface PlacedRule {
  readonly rule: RowRule;
  readonly path: string;
}

function placedRules({
  rowRules = [],
  groupRules = [],
}: Pick<Dataset, 'rowRules' | 'groupRules'>): readonly PlacedRule[] {
  return [
    ...rowRules.map((rule, index) => ({ rule, path: `/rowRules/${index}` })),
    ...groupRules.map(({ rule }, index) => ({ rule, path: `/groupRules/${index}/rule` })),
  ];
}

interface RuleCheck {
  readonly model: Model;
  /** The circle that the rules are in which follow each other from a dataset on, if they are. */
  circleTo(dataset: Dataset): readonly string[] | undefined;
}

function checkRule(rule: RowRule, check: RuleCheck, path: string): readonly FieldProblem[] {
  if ('and' in rule) return rule.and.flatMap((part, index) => checkRule(part, check, `${path}/and/${index}`));
  if ('or' in rule) return rule.or.flatMap((part, index) => checkRule(part, check, `${path}/or/${index}`));
  if ('all' in rule) return [];
  if ('follow' in rule) return checkFollow(rule.follow, check, `${path}/follow`);
  if ('context' in rule) return checkContext(rule, path);
  const { model } = check;
  const found = resolveColumn(model, rule.column);
  const at = `${path}/column`;
  if (found === undefined)
    return leavesModel(model, rule.column)
      ? []
      : [{ path: at, problem: `the dataset has no column ${rule.column}` }];
  return [
    ...checkSteps(found, at),
    ...checkOperator(rule, found.column, path),
    ...operandsOf(rule, path).flatMap((item) => checkOperand(item, found.column)),
  ];
}

function checkFollow(follow: string, { model, circleTo }: RuleCheck, path: string): readonly FieldProblem[] {
  const place = placeAt(model, follow);
  if (place === undefined)
    return leavesModel(model, `${follow}.`)
      ? []
      : [{ path, problem: `the dataset has no relationship ${follow}` }];
  const circle = circleTo(place.dataset);
  if (circle !== undefined)
    return [{ path, problem: `the rules follow each other in a circle: ${circle.join(' → ')}` }];
  return checkSteps(place, path);
}

/** Datasets whose rules follow each other, from the first to one that occurs twice. */
function circleFrom(
  dataset: Dataset,
  model: Model,
  followed: readonly string[],
  checked: Set<string>,
): readonly string[] | undefined {
  const path = [...followed, dataset.id];
  if (followed.includes(dataset.id)) return path;
  if (checked.has(dataset.id)) return undefined;
  const follows = [...placedRules(dataset).flatMap(({ rule }) => followsOf(rule)), ...requiredOf(dataset)];
  for (const follow of follows) {
    const next = placeAt({ ...model, root: dataset }, follow)?.dataset;
    const circle = next && circleFrom(next, model, path, checked);
    if (circle !== undefined) return circle;
  }
  checked.add(dataset.id);
  return undefined;
}

function followsOf(rule: RowRule): readonly string[] {
  if ('and' in rule) return rule.and.flatMap(followsOf);
  if ('or' in rule) return rule.or.flatMap(followsOf);
  return 'follow' in rule ? [rule.follow] : [];
}

/** Related rows that decide about a row: there is one at most, and the viewer's page has no influence on it. */
function checkSteps({ steps }: Pick<Place, 'steps'>, path: string): readonly FieldProblem[] {
  const many = steps.find((step) => !isToOne(step));
  if (many !== undefined)
    return [
      { path, problem: `a row has several rows of ${many.relationship.name}, so a rule cannot use them` },
    ];
  const varying = steps.find(({ dataset: { source } }) => source.kind === 'sql' && usesVariables(source.sql));
  if (varying === undefined) return [];
  const problem = `the SQL of dataset ${varying.dataset.id} uses variables, which viewers can change; rules cannot use its rows`;
  return [{ path, problem }];
}

const usesVariables = (text: string) =>
  splitTemplate(text).some((part) => typeof part !== 'string' && part.path.startsWith('variables.'));

/** Mistakes in a rule on the viewer's context only. */
export function checkContextRule(rule: VisibilityRule, path: string): readonly FieldProblem[] {
  if ('and' in rule) return rule.and.flatMap((part, index) => checkContextRule(part, `${path}/and/${index}`));
  if ('or' in rule) return rule.or.flatMap((part, index) => checkContextRule(part, `${path}/or/${index}`));
  return checkContext(rule, path);
}

function checkContext(rule: ContextCondition, path: string): readonly FieldProblem[] {
  return operandsOf(rule, path).flatMap((item) => (item.operand === '' ? [emptyText(item.path)] : []));
}

function checkOperator(rule: ColumnCondition, column: DatasetColumn, path: string): readonly FieldProblem[] {
  const at = `${path}/operator`;
  if (rule.operator === 'is-set' || rule.operator === 'is-not-set') return [];
  if (column.type === 'json')
    return [{ path: at, problem: 'JSON can only be tested with is-set and is-not-set' }];
  if (rule.operator === 'contains' && column.type !== 'string') {
    return [{ path: at, problem: `contains requires a text column, but ${column.name} is ${column.type}` }];
  }
  const ordered = ['less', 'less-or-equal', 'greater', 'greater-or-equal', 'between'].includes(rule.operator);
  return ordered && column.type === 'boolean' ? [{ path: at, problem: 'boolean values have no order' }] : [];
}

interface PlacedOperand {
  readonly operand: Operand;
  readonly path: string;
}

function operandsOf(rule: ColumnCondition | ContextCondition, path: string): readonly PlacedOperand[] {
  switch (rule.operator) {
    case 'is-set':
    case 'is-not-set':
      return [];
    case 'between':
      return [
        { operand: rule.from, path: `${path}/from` },
        { operand: rule.to, path: `${path}/to` },
      ];
    case 'in':
    case 'not-in':
      return 'context' in rule.values
        ? []
        : rule.values.map((operand, index) => ({ operand, path: `${path}/values/${index}` }));
    default:
      return [{ operand: rule.value, path: `${path}/value` }];
  }
}

function checkOperand({ operand, path }: PlacedOperand, column: DatasetColumn): readonly FieldProblem[] {
  if (typeof operand === 'object' || column.type === 'json') return [];
  const constant: Scalar = operand;
  if (constant === '') return [emptyText(path)];
  const typed = typedLiteral(column, constant, 'constant');
  return typed.ok ? [] : [{ path, problem: typed.reason }];
}

const emptyText = (path: string): FieldProblem => ({
  path,
  problem: 'empty text counts as missing, so this would deny access; use is-not-set',
});
