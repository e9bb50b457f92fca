import type {
  ConnectionConfig,
  ConnectionValue,
  Credential,
} from '../../platform/engines/connection-config.ts';
import type { ConnectionField } from '../../platform/engines/connection-field.ts';
import { engineNamed } from '../../platform/engines/engines.ts';
import type { Reason } from '../../platform/rules/reason.ts';
import { type ConnectionDefinition, LISTED_FIELDS } from './connection-schemas.ts';
import { fillConnectionTemplate, pathsIn } from './connection-template.ts';

/** Why a viewer cannot use a connection. Contains field names and paths, never values. */
export interface ConnectionDenial {
  readonly denied: Reason;
}

export const isDenial = (resolved: ConnectionConfig | ConnectionDenial): resolved is ConnectionDenial =>
  typeof resolved.denied === 'function';

/** Reads `secrets.x` or `attributes.x` of one viewer; undefined unless it is a single value. */
export type ReadContextValue = (path: string) => string | undefined;

/** Resolves a connection for one viewer: fills placeholders and checks the results against the allowed values. */
export function resolveConnection(
  definition: ConnectionDefinition,
  password: string | null,
  read: ReadContextValue,
): ConnectionConfig | ConnectionDenial {
  const values: [string, ConnectionValue][] = [];
  for (const [name, field] of Object.entries(engineNamed(definition.kind).fields)) {
    const resolved =
      name === 'password'
        ? resolvePassword(password ?? '', read)
        : field.readsContext
          ? resolveField(definition, name, read)
          : { value: plainValue(definition[name], field) };
    if ('denied' in resolved) return resolved;
    values.push([name, resolved.value]);
  }
  return { engine: definition.kind, ...Object.fromEntries(values) };
}

/** All context paths that a connection uses. */
export function contextPathsOf(definition: ConnectionDefinition, password: string | null): readonly string[] {
  const texts = [...LISTED_FIELDS.map((name) => String(definition[name] ?? '')), password ?? ''];
  return [...new Set(texts.flatMap(pathsIn))].sort();
}

type Resolved = { readonly value: ConnectionValue } | ConnectionDenial;

function resolveField(definition: ConnectionDefinition, name: string, read: ReadContextValue): Resolved {
  const template = String(definition[name] ?? '');
  const filled = fillConnectionTemplate(template, read);
  if ('missing' in filled) return missing(name, filled.missing);
  if (pathsIn(template).length === 0) return { value: filled.text };
  const allowed = definition.allowed?.[name] ?? [];
  return allowed.includes(filled.text)
    ? { value: filled.text }
    : { denied: ({ connection }) => connection.notAllowed({ field: name }) };
}

function resolvePassword(template: string, read: ReadContextValue): Resolved {
  const filled = fillConnectionTemplate(template, read);
  return 'missing' in filled ? missing('password', filled.missing) : { value: credential(filled.text) };
}

/** Stored values were validated when they were saved. */
function plainValue(stored: unknown, field: ConnectionField): ConnectionValue {
  return typeof stored === 'string' || typeof stored === 'number' ? stored : field.default;
}

const missing = (field: string, value: string): ConnectionDenial => ({
  denied: ({ connection }) => connection.missing({ field, value }),
});

function credential(text: string): Credential {
  return { reveal: () => text };
}
