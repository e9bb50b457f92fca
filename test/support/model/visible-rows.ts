import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ColumnCondition, ContextCondition, Operand, RowRule } from '@inlay/protocol/rule';
import { resolveField } from './resolve-field.ts';
import type { TableName } from './shop.ts';
import { datasetOf, type Path, pathNamed, type ShopModel, type Step } from './shop-model.ts';
import { compareValues, isNumeric, isSame, type Row, toValue, type Value } from './value.ts';

/** The viewer as the customer's server signs them. Nothing is truncated and no attribute is malformed here: `isolation.test.ts` covers that. */
export interface Viewer {
  readonly username: string;
  readonly workspace_id: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}
type Scalar = string | number | boolean;
type Attribute = Scalar | readonly Scalar[];

/** All rows of all datasets, and who looks at them. */
export interface RuledWorld {
  readonly model: ShopModel;
  readonly rows: ReadonlyMap<TableName, readonly Row[]>;
  readonly viewer: Viewer;
}

/** The rows of a dataset that a viewer can see. */
export function visibleRows(world: RuledWorld, table: TableName): readonly Row[] {
  const required = datasetOf(world.model, table).relationships.filter((step) => step.required);
  return required.reduce(
    (rows, step) => {
      const visible = visibleRows(world, step.to);
      return rows.filter((row) => visible.some((other) => belong(step, row, other)));
    },
    grantedRows(world, table),
  );
}

function grantedRows(world: RuledWorld, table: TableName): readonly Row[] {
  const { model, viewer } = world;
  const { rowRules, groupRules, segmented } = datasetOf(model, table);
  const rows = world.rows.get(table) ?? [];
  if (rowRules.length + groupRules.length === 0) return segmented === false ? rows : [];
  const own = groupRules.filter(({ group }) => viewer.groups.includes(group));
  const isGranted = (row: Row) => (rule: RowRule) => grants(rule, row, table, world);
  return rows.filter(
    (row) =>
      rowRules.every(isGranted(row)) &&
      (groupRules.length === 0 || own.some(({ rule }) => isGranted(row)(rule))),
  );
}

/** Whether two rows have the same key. */
export function belong(step: Step, own: Row, other: Row): boolean {
  return step.columns.every((pair) => {
    const [left, right] = [own[pair.own] ?? null, other[pair.other] ?? null];
    return left !== null && right !== null && isSame(left, right);
  });
}

/** The rows that a row leads to, visible or not. */
function relatedRows(path: Path, row: Row, { rows }: RuledWorld): readonly Row[] {
  return path.reduce<readonly Row[]>(
    (owners, step) =>
      (rows.get(step.to) ?? []).filter((other) => owners.some((own) => belong(step, own, other))),
    [row],
  );
}

function grants(rule: RowRule, row: Row, table: TableName, world: RuledWorld): boolean {
  const { model, viewer } = world;
  if ('and' in rule) return rule.and.every((part) => grants(part, row, table, world));
  if ('or' in rule) return rule.or.some((part) => grants(part, row, table, world));
  if ('all' in rule) return true;
  if ('context' in rule) return contextGrants(rule, viewer) === true;
  if ('follow' in rule) {
    const path = pathNamed(model, table, rule.follow);
    const visible = visibleRows(world, path.at(-1)?.to ?? table);
    return relatedRows(path, row, world).some((related) => visible.includes(related));
  }
  const { path, table: reached, name } = resolveField(model, table, rule.column, 'columns');
  const { columns } = datasetOf(model, reached);
  return relatedRows(path, row, world).some((related) =>
    columnGrants({ ...rule, column: name }, related, columns, viewer),
  );
}

function columnGrants(
  rule: ColumnCondition,
  row: Row,
  columns: readonly DatasetColumn[],
  viewer: Viewer,
): boolean {
  const type = columns.find(({ name }) => name === rule.column)?.type;
  const cell = row[rule.column] ?? null;
  if (rule.operator === 'is-set') return isSet(cell);
  if (rule.operator === 'is-not-set') return !isSet(cell);
  if (type === undefined || cell === null) return false;
  const operand = (given: Operand): Value => {
    if (typeof given !== 'object') return typedOperand(given, type, true);
    const found = valueAt(given.context, viewer);
    return found === undefined || typeof found === 'object' ? null : typedOperand(found, type, false);
  };
  switch (rule.operator) {
    case 'in':
    case 'not-in': {
      const listed = listOf(rule.values, viewer, operand, type);
      if (listed.length === 0 || listed.includes(null)) return false;
      return listed.some((value) => isSame(value, cell)) === (rule.operator === 'in');
    }
    case 'between': {
      const [from, to] = [operand(rule.from), operand(rule.to)];
      return from !== null && to !== null && type !== 'boolean' && isBetween(cell, from, to);
    }
    default: {
      const value = 'value' in rule ? operand(rule.value) : null;
      return value !== null && compares(rule.operator, cell, value);
    }
  }
}

function listOf(
  values: readonly Operand[] | { readonly context: string },
  viewer: Viewer,
  operand: (given: Operand) => Value,
  type: DatasetColumn['type'],
): readonly Value[] {
  if (!('context' in values)) return values.map(operand);
  const found = valueAt(values.context, viewer);
  if (found === undefined) return [];
  return (typeof found === 'object' ? found : [found]).map((item) => typedOperand(item, type, false));
}

export const isSet = (cell: Value) => cell !== null && cell !== '';

export const isBetween = (cell: Value, from: Value, to: Value) =>
  compareValues(cell, from) >= 0 && compareValues(cell, to) <= 0;

/** Of two values of one type, neither of them missing. */
export function compares(operator: string, cell: Value, value: Value): boolean {
  const order = compareValues(cell, value);
  switch (operator) {
    case 'equals':
      return isSame(cell, value);
    case 'not-equals':
      return !isSame(cell, value);
    case 'contains':
      return String(cell).includes(String(value));
    case 'starts-with':
      return String(cell).startsWith(String(value));
    case 'less':
      return order < 0;
    case 'less-or-equal':
      return order <= 0;
    case 'greater':
      return order > 0;
    case 'greater-or-equal':
      return order >= 0;
    default:
      throw new Error(`no such operator: ${operator}`);
  }
}

/** A value of the column's type, or nothing where the types differ. Authors may write numbers as text. */
export function typedOperand(given: Scalar, type: DatasetColumn['type'], authored: boolean): Value {
  if (given === '') return null;
  if (typeof given === 'boolean') return type === 'boolean' ? given : null;
  if (isNumeric(type)) {
    const isText = typeof given === 'string';
    if (isText && (!authored || type === 'number')) return null;
    if (type === 'integer' && !/^-?\d+$/.test(String(given))) return null;
    return toValue(given, type);
  }
  if (typeof given === 'number' || type === 'boolean') return null;
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(given) ? given : null;
  if (type === 'datetime') return /T.*Z$/.test(given) ? toValue(given, type) : null;
  return given;
}

function valueAt(path: string, viewer: Viewer): Attribute | undefined {
  if (path === 'username') return viewer.username;
  if (path === 'groups' || path === 'roles') return viewer[path].length === 0 ? undefined : viewer[path];
  const value = viewer.attributes[path.replace('attributes.', '')];
  return value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** Only what the generated rules use. Undefined where nobody can say. */
export function contextGrants(rule: ContextCondition, viewer: Viewer): boolean | undefined {
  const found = valueAt(rule.context, viewer);
  if (rule.operator === 'is-set') return found !== undefined;
  if (rule.operator === 'is-not-set') return found === undefined;
  if (found === undefined) return undefined;
  if (rule.operator === 'contains') return Array.isArray(found) ? found.includes(rule.value) : undefined;
  if (rule.operator === 'equals')
    return typeof found === typeof rule.value ? found === rule.value : undefined;
  throw new Error(`The reference does not know ${rule.operator} on a context.`);
}
