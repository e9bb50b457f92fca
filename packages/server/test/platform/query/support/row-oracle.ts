import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import type { ColumnCondition, ContextCondition, Operand, RowRule } from '@inlay/protocol/rule';
import type { ReadableContext } from '../../../../src/platform/rules/context-reading.ts';
import { type OrderRow, orders } from './orders.ts';

/**
 * Row rules once more, as plainly as JavaScript can say them and sharing no code with the product: a row is seen or
 * it is not. What the compiled SQL answers must be exactly the rows for which this says true.
 */
export interface Viewer {
  readonly context: ReadableContext;
  readonly lost: readonly ('attributes' | 'groups')[];
}

export function isVisible(row: OrderRow, dataset: Dataset, viewer: Viewer): boolean {
  const rules = dataset.rowRules ?? [];
  const groupRules = dataset.groupRules ?? [];
  if (rules.length + groupRules.length === 0) return dataset.segmented === false;
  const groups = viewer.context.groups ?? [];
  const mine = groupRules.filter((rule) => groups.includes(rule.group));
  return (
    rules.every((rule) => grants(rule, row, viewer)) &&
    (groupRules.length === 0 || mine.some(({ rule }) => grants(rule, row, viewer)))
  );
}

function grants(rule: RowRule, row: OrderRow, viewer: Viewer): boolean {
  if ('and' in rule) return rule.and.every((part) => grants(part, row, viewer));
  if ('or' in rule) return rule.or.some((part) => grants(part, row, viewer));
  if ('all' in rule) return true;
  if ('follow' in rule) throw new Error('The orders here are related to nothing.');
  return 'context' in rule ? contextGrants(rule, viewer) : columnGrants(rule, row, viewer);
}

type Key = string | number | bigint;
interface Found {
  readonly values: readonly unknown[];
  readonly isList: boolean;
  readonly complete: boolean;
}

/** Undefined: nothing there that could grant. */
function find(path: string, { context, lost }: Viewer): Found | 'missing' | undefined {
  let value: unknown;
  if (path === 'username') value = context.username;
  else if (path === 'workspaceId') value = context.workspaceId;
  else if (path === 'roles') value = context.roles;
  else if (path === 'groups') {
    value = context.groups;
    if (lost.includes('groups'))
      return context.groups?.length ? { values: context.groups, isList: true, complete: false } : undefined;
  } else {
    const key = path.replace('attributes.', '');
    const own = Object.getOwnPropertyDescriptor(context.attributes ?? {}, key);
    if (own === undefined) return lost.includes('attributes') ? undefined : 'missing';
    value = own.value;
  }
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return 'missing';
  const values = Array.isArray(value) ? value : [value];
  if (values.some((item) => item === null || item === '' || typeof item === 'object' || item === undefined))
    return undefined;
  return { values, isList: Array.isArray(value), complete: true };
}

function columnGrants(rule: ColumnCondition, row: OrderRow, viewer: Viewer): boolean {
  const index = orders.columns.findIndex((column) => column.name === rule.column);
  const column = orders.columns[index];
  if (column === undefined) return false;
  const raw = row[index] ?? null;
  if (rule.operator === 'is-set') return raw !== null && raw !== '';
  if (rule.operator === 'is-not-set') return raw === null || raw === '';
  if (raw === null) return false;
  const cell = column.timeZone === undefined ? keyOf(column, raw, true) : String(raw);
  if (cell === undefined) throw new Error(`The fixture's own ${column.name} does not fit its column.`);
  const one = (operand: Operand): Key | undefined => {
    if (typeof operand !== 'object') return operand === '' ? undefined : keyOf(column, operand, true);
    const found = find(operand.context, viewer);
    return found === undefined || found === 'missing' || found.isList || !found.complete
      ? undefined
      : keyOf(column, found.values[0], false);
  };
  if (rule.operator === 'in' || rule.operator === 'not-in') {
    let keys: readonly (Key | undefined)[];
    if ('context' in rule.values) {
      const found = find(rule.values.context, viewer);
      if (found === undefined || found === 'missing') return false;
      if (!found.complete && rule.operator === 'not-in') return false;
      keys = found.values.map((value) => keyOf(column, value, false));
    } else keys = rule.values.map(one);
    if (keys.includes(undefined)) return false;
    return keys.includes(cell) === (rule.operator === 'in');
  }
  if (rule.operator === 'between') {
    const [from, to] = [one(rule.from), one(rule.to)];
    if (from === undefined || to === undefined || column.type === 'boolean') return false;
    return sign(cell, from) >= 0 && sign(cell, to) <= 0;
  }
  if (!('value' in rule)) return false;
  const key = one(rule.value);
  if (key === undefined) return false;
  if (rule.operator === 'equals') return cell === key;
  if (rule.operator === 'not-equals') return cell !== key;
  if (rule.operator === 'contains') return column.type === 'string' && String(cell).includes(String(key));
  if (column.type === 'boolean') return false;
  const order = sign(cell, key);
  if (rule.operator === 'less') return order < 0;
  if (rule.operator === 'less-or-equal') return order <= 0;
  return rule.operator === 'greater' ? order > 0 : order >= 0;
}

/** One comparable form for each column, or undefined for a value of another type. */
function keyOf(column: DatasetColumn, value: unknown, authored: boolean): Key | undefined {
  switch (column.type) {
    case 'string':
      return typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : undefined;
    case 'integer': {
      if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
      const digits = authored && typeof value === 'string' && /^(0|-?[1-9]\d*)$/.test(value);
      if (!digits) return undefined;
      return BigInt.asIntN(64, BigInt(value)) === BigInt(value) ? BigInt(value) : undefined;
    }
    case 'decimal': {
      const text = typeof value === 'number' || (authored && typeof value === 'string') ? String(value) : '';
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
        return undefined;
      return /^-?\d{1,25}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
    }
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
      return authored || isExact(value) ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && dayExists(value)
        ? value
        : undefined;
    default:
      return typeof value === 'string' ? timeKey(column, value) : undefined;
  }
}

const dayExists = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** Instants as milliseconds; the wall clock of a zone as its text, which is also how the fixture stores it. */
function timeKey(column: DatasetColumn, text: string): Key | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text);
  return column.timeZone === undefined
    ? time
    : new Date(time).toLocaleString('sv-SE', { timeZone: column.timeZone });
}

function sign(left: Key, right: Key): number {
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

function contextGrants(rule: ContextCondition, viewer: Viewer): boolean {
  const found = find(rule.context, viewer);
  if (rule.operator === 'is-set') return found !== undefined && found !== 'missing';
  if (rule.operator === 'is-not-set') return found === 'missing';
  if (found === undefined || found === 'missing') return false;
  const [value] = found.values;
  const same = (constant: unknown) =>
    constant !== '' && found.values.some((item) => item === constant && isExact(item));
  if (rule.operator === 'contains') return found.isList && same(rule.value);
  if (rule.operator === 'in') return rule.values.some(same);
  const comparable = (constant: unknown) =>
    constant !== '' &&
    found.values.every((item) => typeof item === typeof constant && isExact(item) && isExact(constant));
  if (rule.operator === 'not-in')
    return found.complete && rule.values.every((constant) => comparable(constant) && !same(constant));
  if (found.isList) return false;
  const compared = (constant: unknown, holds: (order: number) => boolean) =>
    comparable(constant) && typeof value !== 'boolean' && holds(sign(value as Key, constant as Key));
  switch (rule.operator) {
    case 'equals':
      return same(rule.value);
    case 'not-equals':
      return comparable(rule.value) && !same(rule.value);
    case 'between':
      return compared(rule.from, (order) => order >= 0) && compared(rule.to, (order) => order <= 0);
    case 'less':
      return compared(rule.value, (order) => order < 0);
    case 'less-or-equal':
      return compared(rule.value, (order) => order <= 0);
    case 'greater':
      return compared(rule.value, (order) => order > 0);
    case 'greater-or-equal':
      return compared(rule.value, (order) => order >= 0);
  }
}

const isExact = (value: unknown) =>
  typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value);
