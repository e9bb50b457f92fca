import { CONTEXT_FIELDS, type EmbedContext, type LossySection } from './embed-context.ts';
import { normalizePrivileges } from './permissions.ts';
import { isObject } from './strict-json.ts';

/** 3.5 KB: the compact JSON of `embed_context` in UTF-8. */
export const CONTEXT_LIMIT = 3584;

export interface LostEntry {
  readonly section: string;
  readonly key: string;
}

export interface FittedContext {
  readonly context: EmbedContext;
  readonly bytes: number;
  readonly lost: readonly LostEntry[];
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * Reads a valid context and cuts what is over the limit: whole entries, never a part of a value, from the end of
 * the fields nobody knows, then of attributes, secrets, groups and privileges. What is lost is named, so that
 * readers of the context can tell "was not sent" from "may have been lost".
 */
export function fitContext(raw: Raw): FittedContext {
  const bytes = jsonBytes(raw);
  if (bytes <= CONTEXT_LIMIT) return { context: readContext(raw), bytes, lost: [] };
  const { kept, lost } = cut(raw, bytes);
  return { context: readContext(kept), bytes, lost };
}

export function lossySections(lost: readonly LostEntry[]): LossySection[] {
  const known: readonly LossySection[] = ['attributes', 'secrets', 'groups', 'privileges'];
  return known.filter((section) => lost.some((entry) => entry.section === section));
}

/** Bytes that each field takes of the limit, its name included. */
export function bytesByField(raw: Raw): Record<string, number> {
  return Object.fromEntries(Object.entries(raw).map(([field, value]) => [field, entryBytes(field, value)]));
}

function cut(raw: Raw, bytes: number): { readonly kept: Raw; readonly lost: LostEntry[] } {
  const kept: Record<string, unknown> = { ...raw };
  const lost: LostEntry[] = [];
  let excess = bytes - CONTEXT_LIMIT;

  for (const field of Object.keys(raw).reverse()) {
    if (excess <= 0) break;
    if ((CONTEXT_FIELDS as readonly string[]).includes(field)) continue;
    delete kept[field];
    lost.push({ section: 'embed_context', key: field });
    excess -= entryBytes(field, raw[field]) + 1;
  }
  for (const section of ['attributes', 'secrets', 'groups', 'privileges'] as const) {
    const entries = entriesOf(raw[section]);
    while (excess > 0 && entries.length > 0) {
      const [key, value] = entries.pop() as [string, unknown];
      const isList = Array.isArray(raw[section]);
      lost.push({ section, key: isList ? String(value) : key });
      excess -= (isList ? jsonBytes(value) : entryBytes(key, value)) + (entries.length > 0 ? 1 : 0);
    }
    if (raw[section] != null) {
      kept[section] = Array.isArray(raw[section])
        ? entries.map(([, value]) => value)
        : Object.fromEntries(entries);
    }
  }
  return { kept, lost };
}

const entriesOf = (value: unknown): [string, unknown][] => (value == null ? [] : Object.entries(value));
const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const entryBytes = (key: string, value: unknown): number => jsonBytes(key) + 1 + jsonBytes(value);

const listIn = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);
const objectIn = (value: unknown) => (isObject(value) ? value : {});

/** `contextProblems` has checked the fields. */
function readContext(raw: Raw): EmbedContext {
  return {
    username: String(raw.username),
    workspace_id: String(raw.workspace_id),
    roles: [...new Set(listIn<'USER' | 'ADMIN'>(raw.roles))],
    privileges: normalizePrivileges(
      Object.fromEntries(entriesOf(raw.privileges).map(([app, names]) => [app, listIn(names)])),
    ),
    groups: listIn(raw.groups),
    attributes: objectIn(raw.attributes),
    secrets: objectIn(raw.secrets),
  };
}
