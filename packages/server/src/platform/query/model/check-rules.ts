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
import { closestName } from '../../closest-name.ts';
import { inEnglish } from '../../rules/reason.ts';
import { typedLiteral } from '../../rules/typed-literal.ts';
import { inexactness } from '../expression/computed-columns.ts';
import { splitTemplate } from '../text/bind-template.ts';
import {
  isToOne,
  leavesModel,
  MAX_RELATED,
  MAX_STEPS,
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
  // Only datasets without a circle have an end to count to.
  return problems.length > 0 ? problems : checkCount(model);
}

function checkRequired(
  { name, kind }: Relationship,
  check: RuleCheck,
  path: string,
): readonly FieldProblem[] {
  if (kind !== 'one-to-many') return checkFollow(name, check, path);
  return [{ path, problem: 'only a relationship to one row can be required' }];
}

/** The relationships that each row of a dataset has to have. */
function requiredOf({ relationships = [] }: Dataset): readonly string[] {
  return relationships.flatMap(({ name, required = false }) => (required ? [name] : []));
}

/** The datasets that row rules lead to or over, without those that followed rules lead to. */
export function datasetsInRules(model: Model): ReadonlySet<string> {
  const stepsOf = (rule: RowRule): Place['steps'] => {
    if ('and' in rule) return rule.and.flatMap(stepsOf);
    if ('or' in rule) return rule.or.flatMap(stepsOf);
    if ('follow' in rule) return placeAt(model, rule.follow)?.steps ?? [];
    return 'column' in rule ? (resolveColumn(model, rule.column)?.steps ?? []) : [];
  };
  const steps = placedRules(model.root).flatMap(({ rule }) => stepsOf(rule));
  return new Set(steps.map(({ dataset }) => dataset.id));
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
      : [{ path: at, problem: unknownName(model, rule.column, 'column') }];
  const inexact = inexactness(found.dataset, found.column.name);
  return [
    ...(inexact === undefined ? [] : [{ path: at, problem: inEnglish(inexact) }]),
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
      : [{ path, problem: unknownName(model, follow, 'relationship') }];
  const circle = circleTo(place.dataset);
  if (circle !== undefined)
    return [{ path, problem: `the rules follow each other in a circle: ${circle.join(' → ')}` }];
  return checkSteps(place, path);
}

/** Names the dataset where a path through relationships ends too early, and the closest name there. */
function unknownName(model: Model, name: string, kind: 'column' | 'relationship'): string {
  const names = name.split('.');
  const places = names.map((_, index) => placeAt(model, names.slice(0, index).join('.')));
  const { dataset, steps } = places.findLast((place) => place !== undefined) as Place;
  if (steps.length === 0 && kind === 'column') return `the dataset has no column ${name}`;
  if (steps.length === MAX_STEPS && names.length > MAX_STEPS + 1)
    return `${name} leads over more than ${MAX_STEPS} relationships`;
  const rest = names.slice(steps.length);
  const missing = kind === 'column' && rest.length === 1 ? 'column' : 'relationship';
  const [given = ''] = rest;
  const known = missing === 'column' ? dataset.columns : (dataset.relationships ?? []);
  const closest = closestName(
    given,
    known.map((each) => each.name),
  );
  const owner = steps.length === 0 ? 'the dataset' : dataset.id;
  const suggestion = closest === undefined ? '' : `. Did you mean “${closest}”?`;
  return `${owner} has no ${missing} ${given}${suggestion}`;
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
  for (const follow of new Set(follows)) {
    const next = placeAt({ ...model, root: dataset }, follow)?.dataset;
    const circle = next && circleFrom(next, model, path, checked);
    if (circle !== undefined) return circle;
  }
  checked.add(dataset.id);
  return undefined;
}

/** Rules that a query would deny because they look up too many related rows, with the rules that they follow. */
function checkCount(model: Model): readonly FieldProblem[] {
  if (relatedCount(model.root, model, new Map()) <= MAX_RELATED) return [];
  const field = model.root.rowRules?.length ? '/rowRules' : '/groupRules';
  const problem = `these rules and those they follow refer to related rows more than ${MAX_RELATED} times`;
  return [{ path: field, problem }];
}

function relatedCount(dataset: Dataset, model: Model, known: Map<string, number>): number {
  const counted = known.get(dataset.id);
  if (counted !== undefined) return counted;
  const own = { ...model, root: dataset };
  const countOf = (rule: RowRule): number => {
    if ('and' in rule) return sum(rule.and.map(countOf));
    if ('or' in rule) return sum(rule.or.map(countOf));
    if ('follow' in rule) return countFollowed(rule.follow);
    return 'column' in rule ? (resolveColumn(own, rule.column)?.steps.length ?? 0) : 0;
  };
  const countFollowed = (path: string): number => {
    const place = placeAt(own, path);
    return place === undefined ? 0 : place.steps.length + relatedCount(place.dataset, model, known);
  };
  const { rowRules = [], groupRules = [] } = dataset;
  // A viewer is in one of the groups at least.
  const count =
    sum(rowRules.map(countOf)) +
    Math.max(0, ...groupRules.map(({ rule }) => countOf(rule))) +
    sum(requiredOf(dataset).map(countFollowed));
  known.set(dataset.id, count);
  return count;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

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
  return typed.ok ? [] : [{ path, problem: inEnglish(typed.reason) }];
}

const emptyText = (path: string): FieldProblem => ({
  path,
  problem: 'empty text counts as missing, so this would deny access; use is-not-set',
});
