import type { Attribute } from './attribute.ts';
import type { Filter, Operator } from './parse-filter.ts';
import { isObject } from './read-resource.ts';
import { invalidFilter } from './scim-error.ts';

/** Whether a value of a multi-valued attribute matches the filter of a PATCH path. */
export function matchesFilter(filter: Filter, value: unknown, attribute: Attribute): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, value, attribute));
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, value, attribute));
    case 'not':
      return !matchesFilter(filter.part, value, attribute);
    case 'present':
      return valueAt(value, filter.path, attribute) !== undefined;
    case 'compare':
      return compares(valueAt(value, filter.path, attribute), filter.operator, filter.value);
    case 'within':
      throw invalidFilter('A filter of values cannot contain another one.');
  }
}

function valueAt(value: unknown, path: string, { name, subAttributes = [] }: Attribute): unknown {
  const sub = subAttributes.find((each) => each.name.toLowerCase() === path.toLowerCase());
  if (!sub) throw invalidFilter(`${name} has no sub-attribute ${path}.`);
  return isObject(value) ? value[sub.name] : undefined;
}

function compares(actual: unknown, operator: Operator, expected: string | number | boolean | null): boolean {
  const [left, right] = [fold(actual), fold(expected)];
  if (operator === 'eq') return left === right;
  if (operator === 'ne') return left !== right;
  if (left === '' || right === '') return false;
  if (operator === 'co') return left.includes(right);
  if (operator === 'sw') return left.startsWith(right);
  if (operator === 'ew') return left.endsWith(right);
  throw invalidFilter(`The operator ${operator} does not apply to these values.`);
}

/** Case-insensitive, and a flag is equal to its text: Entra ID writes `primary eq "True"`. */
const fold = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).toLowerCase();
