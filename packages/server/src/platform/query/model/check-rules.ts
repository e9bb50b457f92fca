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
import { isToOne, leavesModel, type Model, type Place, placeAt, resolveColumn } from './model.ts';

/**
 * Mistakes in the row rules of a dataset, and in the relationships that it requires. Related datasets are only checked
 * where the model has them.
 */
export function checkRules(model: Model): readonly FieldProblem[] {
  const { relationships = [] } = model.root;
  return [
    ...placedRules(model.root).flatMap(({ rule, path }) => checkRule(rule, model, path)),
    ...relationships.flatMap((relationship, index) =>
      relationship.required ? checkRequired(relationship, model, `/relationships/${index}/required`) : [],
    ),
  ];
}

function checkRequired({ name, kind }: Relationship, model: Model, path: string): readonly FieldProblem[] {
  if (kind !== 'one-to-many') return checkFollow(name, model, path);
  return [{ path, problem: 'only a relationship to one row can be required' }];
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

function checkRule(rule: RowRule, model: Model, path: string): readonly FieldProblem[] {
  if ('and' in rule) return rule.and.flatMap((part, index) => checkRule(part, model, `${path}/and/${index}`));
  if ('or' in rule) return rule.or.flatMap((part, index) => checkRule(part, model, `${path}/or/${index}`));
  if ('all' in rule) return [];
  if ('follow' in rule) return checkFollow(rule.follow, model, `${path}/follow`);
  if ('context' in rule) return checkContext(rule, path);
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

function checkFollow(follow: string, model: Model, path: string): readonly FieldProblem[] {
  const place = placeAt(model, follow);
  if (place === undefined)
    return leavesModel(model, `${follow}.`)
      ? []
      : [{ path, problem: `the dataset has no relationship ${follow}` }];
  const circle = circleFrom(place.dataset, model, [model.root.id]);
  if (circle !== undefined)
    return [{ path, problem: `the rules follow each other in a circle: ${circle.join(' → ')}` }];
  return checkSteps(place, path);
}

/** Datasets whose rules follow each other, from the first to one that occurs twice. */
function circleFrom(
  dataset: Dataset,
  model: Model,
  followed: readonly string[],
): readonly string[] | undefined {
  const path = [...followed, dataset.id];
  if (followed.includes(dataset.id)) return path;
  const { relationships = [] } = dataset;
  const follows = [
    ...placedRules(dataset).flatMap(({ rule }) => followsOf(rule)),
    ...relationships.flatMap(({ name, required = false }) => (required ? [name] : [])),
  ];
  for (const follow of follows) {
    const next = placeAt({ ...model, root: dataset }, follow)?.dataset;
    const circle = next && circleFrom(next, model, path);
    if (circle !== undefined) return circle;
  }
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
