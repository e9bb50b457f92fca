import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Vault } from '../vault/vault.ts';
import { normalizePrivileges, type PrivilegeName } from './permissions.ts';
import { isDeeperThan, isObject, maxLevels } from './strict-json.ts';

/** The signed user context: known fields only, with normalized privileges. */
export interface EmbedContext {
  readonly username: string;
  readonly workspace_id: string;
  readonly roles: readonly ('USER' | 'ADMIN')[];
  readonly privileges: Readonly<Record<string, readonly PrivilegeName[]>>;
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

export type LossySection = 'attributes' | 'secrets' | 'groups' | 'privileges';

/** In the order of reports. */
export const CONTEXT_FIELDS = [
  'username',
  'workspace_id',
  'roles',
  'privileges',
  'groups',
  'attributes',
  'secrets',
] as const;

const maxUsernameBytes = 1024;
const maxWorkspaceBytes = 256;
const maxRoles = 16;

type Problem = string | undefined;

const rules = Object.entries<(value: unknown) => Problem>({
  username: (value) => text(value, maxUsernameBytes),
  workspace_id: (value) => text(value, maxWorkspaceBytes),
  roles: (value) => {
    if (!Array.isArray(value) || value.length > maxRoles) return "must be an array of 'USER' and 'ADMIN'";
    const wrong = value.find((role) => role !== 'USER' && role !== 'ADMIN');
    return wrong === undefined ? undefined : `can contain only 'USER' and 'ADMIN', got ${quoted(wrong)}`;
  },
  privileges: (value) => {
    if (!isObject(value)) return 'must be an object with an array of privileges per app identifier';
    for (const [app, names] of Object.entries(value)) {
      if (!Array.isArray(names)) return `must have an array for app ${quoted(app)}`;
      const wrong = names.find((name) => !['view', 'contribute', 'validate', 'validator'].includes(name));
      if (wrong !== undefined)
        return `can contain only 'view', 'contribute' and 'validate', got ${quoted(wrong)}`;
    }
    return undefined;
  },
  groups: (value) =>
    value == null || (Array.isArray(value) && value.every((group) => typeof group === 'string'))
      ? undefined
      : 'must be an array of strings',
  attributes: freeEntries,
  secrets: freeEntries,
});

/** The problems of a context, in field order. */
export function contextProblems(context: unknown): { readonly field: string; readonly problem: string }[] {
  if (!isObject(context)) return [{ field: 'embed_context', problem: 'must be an object' }];
  // Assertions are checked before; a context that an administrator writes may be deeper, and the rules are recursive.
  if (isDeeperThan(context, maxLevels))
    return [{ field: 'embed_context', problem: `must not be nested more than ${maxLevels} levels deep` }];
  const problems = [];
  for (const [field, rule] of rules) {
    const problem = rule(Object.hasOwn(context, field) ? context[field] : undefined);
    if (problem !== undefined) problems.push({ field: `embed_context.${field}`, problem });
  }
  return problems;
}

function text(value: unknown, maxBytes: number): Problem {
  if (value === undefined) return 'is required';
  if (typeof value !== 'string' || value === '') return 'must be a non-empty string';
  // NUL and lone surrogates cannot be stored in PostgreSQL, and control characters grow to six bytes in JSON.
  if (!value.isWellFormed() || /\p{Cc}/u.test(value))
    return 'must not contain control characters or malformed Unicode';
  return Buffer.byteLength(value) > maxBytes ? `must have at most ${maxBytes} bytes` : undefined;
}

function freeEntries(value: unknown): Problem {
  if (value == null) return undefined;
  if (!isObject(value)) return 'must be an object';
  const inexact = Object.keys(value).find((key) => !isExact(value[key]));
  return inexact === undefined
    ? undefined
    : `has a number in ${quoted(inexact)} that JSON parsers would round; send it as a string`;
}

/** Beyond 2^53 two ids could become equal, and one customer would see another's rows. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

function quoted(value: unknown): string {
  return `'${String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 60)}'`;
}

/** 3.5 KB: the compact JSON of `embed_context` in UTF-8. */
export const CONTEXT_LIMIT = 3584;

interface LostEntry {
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

type Secrets = Readonly<Record<string, unknown>>;

const purpose = 'embed token secrets';

/** Encrypts the secrets of a context; null if there are none. */
export function sealSecrets(vault: Vault, tenantId: TenantId, secrets: Secrets): string | null {
  const isEmpty = Object.keys(secrets).length === 0;
  return isEmpty ? null : vault.seal(tenantId, purpose, JSON.stringify(secrets));
}

export function openSecrets(vault: Vault, tenantId: TenantId, sealed: string | null): Secrets {
  return sealed === null ? {} : (JSON.parse(vault.open(tenantId, purpose, sealed)) as Secrets);
}
