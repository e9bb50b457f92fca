import type { Connection, ConnectionKind, ListedField } from '@inlay/protocol/connection';

/** A connection as its form holds it: text, and lists as lines. */
export interface ConnectionDraft {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  /** Empty while the saved one stays. */
  readonly password: string;
  readonly tls: Connection['tls'];
  readonly certificateAuthority: string;
  readonly allowed: Readonly<Record<ListedField, string>>;
}

export const holdsTemplate = (text: string): boolean => text.includes('{{');

export function draftOf(connection: Connection | undefined): ConnectionDraft {
  const lines = (field: ListedField) => (connection?.allowed?.[field] ?? []).join('\n');
  return {
    name: connection?.name ?? '',
    host: connection?.host ?? '',
    port: connection?.port?.toString() ?? '',
    database: connection?.database ?? '',
    user: connection?.user ?? '',
    password: '',
    tls: connection?.tls ?? 'verified',
    certificateAuthority: connection?.certificateAuthority ?? '',
    allowed: { host: lines('host'), database: lines('database'), user: lines('user') },
  };
}

/** What is sent to make a connection. */
export function newConnection(kind: ConnectionKind, draft: ConnectionDraft): object {
  const { name, password } = draft;
  const fields = Object.entries(fieldsOf(draft)).filter(([, value]) => value !== null);
  const given = kind === 'duckdb' ? {} : Object.fromEntries(fields);
  return { kind, name, ...given, ...(password === '' ? {} : { password }) };
}

/** What is sent to change one: only what differs, so that a password need not be sent again for a new name. */
export function connectionChange(was: Connection, draft: ConnectionDraft): object {
  const fields = Object.entries(fieldsOf(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field as 'host']),
  );
  return {
    ...(draft.name === was.name ? {} : { name: draft.name }),
    ...Object.fromEntries(fields),
    ...(draft.password === '' ? {} : { password: draft.password }),
  };
}

// The protocol's own list would bring its schemas with it.
const LISTED_FIELDS = ['host', 'database', 'user'] as const satisfies readonly ListedField[];

function fieldsOf(draft: ConnectionDraft) {
  const lists = LISTED_FIELDS.filter((field) => holdsTemplate(draft[field])).map(
    (field) => [field, linesOf(draft.allowed[field])] as const,
  );
  return {
    host: draft.host.trim() || null,
    port: draft.port === '' ? null : Number(draft.port),
    database: draft.database.trim() || null,
    user: draft.user.trim() || null,
    tls: draft.tls,
    certificateAuthority: draft.certificateAuthority.trim() || null,
    allowed: lists.length === 0 ? null : Object.fromEntries(lists.filter(([, lines]) => lines.length > 0)),
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
