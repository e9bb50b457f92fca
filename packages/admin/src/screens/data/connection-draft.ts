import type { Connection, ConnectionField, Engine } from '@inlay/protocol/connection';
import type { Schemas } from '../../api/operations.ts';

/** A connection as its form holds it: text by field, and lists as lines. */
export interface ConnectionDraft {
  readonly name: string;
  /** A secret is empty while the saved one stays. */
  readonly values: Readonly<Record<string, string>>;
  readonly allowed: Readonly<Record<string, string>>;
}

export const holdsTemplate = (text: string | undefined): boolean => text?.includes('{{') ?? false;

/** Whether a field needs a list of the values that its template may become. */
export const needsList = ({ name, type, readsContext }: ConnectionField, draft: ConnectionDraft): boolean =>
  readsContext && type !== 'secret' && holdsTemplate(draft.values[name]);

export function draftOf({ fields }: Engine, connection: Connection | undefined): ConnectionDraft {
  const textOf = ({ name, default: preset }: ConnectionField) =>
    String((connection ? connection[name] : preset) ?? '');
  const linesOf = ({ name }: ConnectionField) => (connection?.allowed?.[name] ?? []).join('\n');
  return {
    name: connection?.name ?? '',
    values: Object.fromEntries(fields.map((field) => [field.name, textOf(field)])),
    allowed: Object.fromEntries(fields.map((field) => [field.name, linesOf(field)])),
  };
}

/** The request body that creates a connection. */
export function newConnection(engine: Engine, draft: ConnectionDraft): Schemas['NewConnection'] {
  const fields = Object.entries(fieldsOf(engine, draft)).filter(([, value]) => value !== null);
  const kind = engine.name as Schemas['NewConnection']['kind'];
  return { kind, name: draft.name, ...Object.fromEntries(fields), ...secretsOf(engine, draft) };
}

/** The request body that changes one: only what differs, so that a password need not be sent again for a new name. */
export function connectionChange(
  engine: Engine,
  was: Connection,
  draft: ConnectionDraft,
): Schemas['ConnectionChange'] {
  const fields = Object.entries(fieldsOf(engine, draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
  );
  return {
    ...(draft.name === was.name ? {} : { name: draft.name }),
    ...Object.fromEntries(fields),
    ...secretsOf(engine, draft),
  };
}

function fieldsOf({ fields }: Engine, draft: ConnectionDraft): Readonly<Record<string, unknown>> {
  const values = fields
    .filter(({ type }) => type !== 'secret')
    .map((field) => [field.name, toValue(field, draft.values[field.name] ?? '')] as const);
  const lists = fields
    .filter((field) => needsList(field, draft))
    .map(({ name }) => [name, splitLines(draft.allowed[name] ?? '')] as const);
  return {
    ...Object.fromEntries(values),
    allowed: lists.length === 0 ? null : Object.fromEntries(lists.filter(([, lines]) => lines.length > 0)),
  };
}

function secretsOf({ fields }: Engine, { values }: ConnectionDraft): Readonly<Record<string, string>> {
  const typed = fields.filter(({ name, type }) => type === 'secret' && values[name]);
  return Object.fromEntries(typed.map(({ name }) => [name, values[name] ?? '']));
}

function toValue({ type }: ConnectionField, text: string): string | number | null {
  const value = text.trim();
  if (value === '') return null;
  return type === 'integer' ? Number(value) : value;
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
