import type { ContextPath } from '@inlay/protocol/rule';

export type ContextScalar = string | number | bigint | boolean;
export type ContextValue = ContextScalar | readonly ContextScalar[];

/**
 * The value that a rule reads. `missing` is known to be absent; `unknown` may have been lost to truncation or has an
 * unsupported structure. Neither ever grants access.
 */
export type Reading =
  | { readonly kind: 'value'; readonly value: ContextValue }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

/** A list that may have lost entries: those in it are certain, the absence of another is not. */
export type ListReading = Reading | { readonly kind: 'partial'; readonly value: readonly ContextScalar[] };

/** The viewer as rules and dataset SQL see them. Secrets are not part of it, so no rule can show one. */
export interface ContextReader {
  readonly username: string;
  readonly workspaceId: string;
  attribute(key: string): Reading;
  groups(): ListReading;
  roles(): ListReading;
}

export interface ReadableContext {
  readonly username: string;
  readonly workspaceId: string;
  readonly roles: readonly string[];
  readonly groups?: readonly string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** `lost` names the sections from which truncation took whole entries. */
export function createContextReader(
  context: ReadableContext,
  lost: readonly ('attributes' | 'groups')[] = [],
): ContextReader {
  const attributes = context.attributes ?? {};
  return {
    username: context.username,
    workspaceId: context.workspaceId,
    attribute(key) {
      if (Object.hasOwn(attributes, key)) return readingOf(attributes[key]);
      return lost.includes('attributes') ? { kind: 'unknown' } : { kind: 'missing' };
    },
    groups: () => listReadingOf(context.groups ?? [], !lost.includes('groups')),
    roles: () => listReadingOf(context.roles, true),
  };
}

export function readPath(reader: ContextReader, path: ContextPath): ListReading {
  switch (path) {
    case 'username':
      return readingOf(reader.username);
    case 'workspaceId':
      return readingOf(reader.workspaceId);
    case 'groups':
      return reader.groups();
    case 'roles':
      return reader.roles();
    default:
      return path.startsWith('attributes.')
        ? reader.attribute(path.slice('attributes.'.length))
        : { kind: 'unknown' };
  }
}

/** Reads a value of a signed context. Empty text, an empty list and null count as missing. */
export function readingOf(value: unknown): Reading {
  if (value === undefined || value === null || value === '') return { kind: 'missing' };
  if (isScalar(value)) return { kind: 'value', value };
  if (!Array.isArray(value)) return { kind: 'unknown' };
  if (value.length === 0) return { kind: 'missing' };
  return value.every((item) => isScalar(item) && item !== '')
    ? { kind: 'value', value: value as readonly ContextScalar[] }
    : { kind: 'unknown' };
}

function listReadingOf(values: readonly string[], complete: boolean): ListReading {
  if (complete) return readingOf(values);
  return values.length === 0 ? { kind: 'unknown' } : { kind: 'partial', value: values };
}

function isScalar(value: unknown): value is ContextScalar {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
