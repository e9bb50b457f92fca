import { type RawBuilder, sql } from 'kysely';
import type { ResourceDefinition } from './attribute.ts';
import type { Filter, Operator } from './parse-filter.ts';
import { resolvePath } from './resolve-path.ts';
import { invalidFilter } from './scim-error.ts';

type Value = string | number | boolean | null;

/** How an attribute is found in the store. */
export interface FilterColumn {
  /** Undefined where the operator or the type of the value does not apply. */
  readonly compare: (operator: Operator, value: Value) => RawBuilder<boolean> | undefined;
  readonly isPresent: RawBuilder<boolean>;
}

/** By path, in lower case: `name.givenname`. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

/**
 * A filter as a condition. Names choose a column of the table and values are parameters, so no text of the client becomes
 * SQL.
 */
export function compileFilter(
  filter: Filter,
  columns: FilterColumns,
  definition: ResourceDefinition,
  prefix = '',
): RawBuilder<boolean> {
  const compiled = (part: Filter) => compileFilter(part, columns, definition, prefix);
  switch (filter.kind) {
    case 'and':
      return sql<boolean>`(${sql.join(filter.parts.map(compiled), sql` and `)})`;
    case 'or':
      return sql<boolean>`(${sql.join(filter.parts.map(compiled), sql` or `)})`;
    case 'not':
      return negated(compiled(filter.part));
    case 'within':
      if (prefix !== '') throw invalidFilter('A filter of values cannot contain another one.');
      return compileFilter(filter.filter, columns, definition, `${pathOf(definition, filter.path)}.`);
    case 'present':
      return columnAt(columns, definition, prefix, filter.path).isPresent;
    case 'compare':
      return comparison(filter, columnAt(columns, definition, prefix, filter.path));
  }
}

function comparison(
  { path, operator, value }: Extract<Filter, { readonly kind: 'compare' }>,
  column: FilterColumn,
): RawBuilder<boolean> {
  // RFC 7643 §2.5: null is the same as no value.
  if (value === null && operator === 'eq') return negated(column.isPresent);
  if (value === null && operator === 'ne') return column.isPresent;
  const positive = value === null ? undefined : column.compare(operator === 'ne' ? 'eq' : operator, value);
  if (!positive)
    throw invalidFilter(`The operator ${operator} does not apply to ${path.slice(0, 200)} with this value.`);
  return operator === 'ne' ? negated(positive) : positive;
}

/** An unassigned value is not equal to any, which SQL does not know. */
const negated = (condition: RawBuilder<boolean>) => sql<boolean>`(not coalesce(${condition}, false))`;

function columnAt(
  columns: FilterColumns,
  definition: ResourceDefinition,
  prefix: string,
  path: string,
): FilterColumn {
  const name = prefix === '' ? pathOf(definition, path) : `${prefix}${path.toLowerCase()}`;
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column) return column;
  const known = Object.keys(columns).join(', ');
  throw invalidFilter(`${definition.name}s cannot be filtered by ${path.slice(0, 200)}, only by ${known}.`);
}

function pathOf(definition: ResourceDefinition, path: string): string {
  const resolved = resolvePath(definition, path);
  const isOfExtension =
    resolved.kind === 'extension' || (resolved.kind === 'attribute' && resolved.extension);
  const prefix = `${definition.core.id.toLowerCase()}:`;
  const name = path.toLowerCase();
  return !isOfExtension && name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
