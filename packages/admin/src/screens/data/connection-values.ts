import type { Connection, ConnectionField, ConnectionValues, Engine } from '@inlay/protocol/connection';
import { canonical } from '@inlay/ui/form/canonical';
import type { Schemas } from '../../api/operations.ts';

export const hasTemplate = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

/** Whether a field needs a list of the values that its template may resolve to. */
export const needsList = (
  { name, type, readsContext }: ConnectionField,
  values: Readonly<Record<string, unknown>>,
): boolean => readsContext && type !== 'secret' && hasTemplate(values[name]);

export function valuesOf({ fields }: Engine, connection: Connection | undefined): ConnectionValues {
  const readable = fields.filter(({ type }) => type !== 'secret');
  return {
    name: connection?.name ?? '',
    ...(connection?.allowed && { allowed: connection.allowed }),
    ...Object.fromEntries(
      readable.map(({ name, default: preset, required }) => [
        name,
        connection?.[name] ?? preset ?? (required ? '' : null),
      ]),
    ),
  };
}

/** The request body that creates a connection. */
export function newConnection(engine: Engine, values: ConnectionValues): Schemas['NewConnection'] {
  const { name, ...fields } = { ...trimmed(engine, values), allowed: allowedOf(engine, values) };
  const kind = engine.name as Schemas['NewConnection']['kind'];
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return { kind, name, ...Object.fromEntries(given) };
}

/** The request body that changes one. Lists of fields without a template are removed. */
export function connectionChange(
  engine: Engine,
  { allowed: was }: Connection,
  values: ConnectionValues,
  changes: Partial<ConnectionValues>,
): Schemas['ConnectionChange'] {
  const { allowed: _, ...fields } = trimmed(engine, changes);
  const allowed = allowedOf(engine, values);
  return { ...fields, ...(canonical(allowed) !== canonical(was) && { allowed }) };
}

/** Spaces around a host or user are typing mistakes; in a secret they count. */
function trimmed<V extends object>({ fields }: Engine, values: V): V {
  const isText = (name: string) => fields.some((field) => field.name === name && field.type === 'text');
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isText(name) ? value.trim() : value,
    ]),
  ) as V;
}

function allowedOf(
  { fields }: Engine,
  values: ConnectionValues,
): Readonly<Record<string, readonly string[]>> | null {
  const lists = fields.filter((field) => needsList(field, values));
  if (lists.length === 0) return null;
  const filled = lists.map(({ name }) => [name, values.allowed?.[name] ?? []] as const);
  return Object.fromEntries(filled.filter(([, list]) => list.length > 0));
}
