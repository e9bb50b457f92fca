import type { ConnectionDefinition, ListedField } from '@inlay/protocol/connection';
import type { ConnectionConfig, Credential } from '../../platform/engines/connection-config.ts';
import { fillConnectionTemplate, pathsIn } from './connection-template.ts';

/** Why a viewer cannot use a connection. It names fields and paths, never a value. */
export interface ConnectionDenial {
  readonly denied: string;
}

/** Reads `secrets.x` or `attributes.x` of one viewer; undefined unless it is a single value. */
export type ReadContextValue = (path: string) => string | undefined;

/** The connection as one viewer may open it: placeholders filled, each result inside the administrator's list. */
export function resolveConnection(
  definition: ConnectionDefinition,
  password: string | null,
  filesFolder: string,
  read: ReadContextValue,
): ConnectionConfig | ConnectionDenial {
  const { kind } = definition;
  if (kind === 'duckdb') return { engine: kind, folder: filesFolder };
  const host = resolveField(definition, 'host', read);
  const database = resolveField(definition, 'database', read);
  const user = resolveField(definition, 'user', read);
  const filled = fillConnectionTemplate(password ?? '', read);
  for (const field of [host, database, user]) if ('denied' in field) return field;
  if ('missing' in filled) return denied('password', `${filled.missing} is missing in the user context`);
  const text = (field: Resolved) => ('text' in field ? field.text : '');
  return {
    engine: kind,
    host: text(host),
    ...(definition.port === undefined ? {} : { port: definition.port }),
    database: text(database),
    user: text(user),
    password: credential(filled.text),
    tls: definition.tls ?? 'verified',
    ...(definition.certificateAuthority === undefined
      ? {}
      : { certificateAuthority: definition.certificateAuthority }),
  };
}

/** Every path of the context that a connection reads. */
export function contextPathsOf(
  { host = '', database = '', user = '' }: ConnectionDefinition,
  password: string | null,
): readonly string[] {
  return [...new Set([host, database, user, password ?? ''].flatMap(pathsIn))].sort();
}

type Resolved = { readonly text: string } | ConnectionDenial;

function resolveField(
  definition: ConnectionDefinition,
  field: ListedField,
  read: ReadContextValue,
): Resolved {
  const template = definition[field] ?? '';
  const filled = fillConnectionTemplate(template, read);
  if ('missing' in filled) return denied(field, `${filled.missing} is missing in the user context`);
  if (pathsIn(template).length === 0) return filled;
  const allowed = definition.allowed?.[field] ?? [];
  return allowed.includes(filled.text) ? filled : denied(field, 'the value is not one of those allowed');
}

const denied = (field: string, reason: string): ConnectionDenial => ({ denied: `${field}: ${reason}` });

function credential(text: string): Credential {
  return { reveal: () => text };
}
