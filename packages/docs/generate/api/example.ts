import { nameOf, type Schema } from './api-description.ts';

type Schemas = Readonly<Record<string, Schema>>;

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2026-11-16T09:30:00.000Z',
  date: '2026-11-16',
  uri: 'https://example.com',
  email: 'ann@example.com',
};

const NAMES: Readonly<Record<string, unknown>> = {
  id: 'orders',
  username: 'ann@example.com',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  password: 'at least 8 characters',
  workspaceId: 'main',
  appId: 'sales',
  datasetId: 'orders',
  connectionId: 'files',
  title: 'Revenue by month',
  name: 'Orders',
  page: 1,
  limit: 50,
  total: 1,
  lastPage: 1,
  token: 'inl_…',
  column: 'region',
  measure: 'revenue',
};

/** A value that fits a schema. Requests show what they must have; responses show everything, three levels deep. */
export function exampleOf(schemas: Schemas, schema: Schema, kind: 'request' | 'response'): unknown {
  const make = (each: Schema, name: string, depth: number): unknown => {
    const reference = nameOf(each);
    const resolved: Schema = reference === undefined ? each : { ...schemas[reference], ...each };
    const [type] = [resolved.type].flat();
    // Before the examples of schemas, which know an identifier but not of what.
    if (name in NAMES && typeof NAMES[name] === (type === 'integer' ? 'number' : type)) return NAMES[name];
    const given = resolved.example ?? resolved.examples?.[0] ?? resolved.const;
    if (given !== undefined) return given;
    const values = resolved.enum;
    if (values) return values[0];
    const variants = resolved.anyOf ?? resolved.oneOf;
    if (variants?.[0]) return make(variants[0], name, depth);
    if (resolved.allOf)
      return Object.assign({}, ...resolved.allOf.map((part) => make(part, name, depth) as object));
    if (resolved.properties) {
      if (depth > 2) return {};
      const required = resolved.required ?? [];
      const all = Object.entries(resolved.properties);
      const wanted =
        kind === 'response'
          ? all
          : required.length > 0
            ? all.filter(([key]) => required.includes(key))
            : all.slice(0, 2);
      return Object.fromEntries(wanted.map(([key, value]) => [key, make(value, key, depth + 1)]));
    }
    if (resolved.items) return depth > 2 ? [] : [make(resolved.items, name.replace(/s$/, ''), depth + 1)];
    if (type === 'array') return [];
    if (type === 'object') return {};
    if (resolved.default !== undefined) return resolved.default;
    if (type === 'integer' || type === 'number') return Math.max(1, resolved.minimum ?? 1);
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    if (type === 'string') return TEXTS[resolved.format ?? ''] ?? 'text';
    return {};
  };
  return make(schema, '', 0);
}
