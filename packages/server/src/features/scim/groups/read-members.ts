import type { Resource } from '../protocol/attribute.ts';
import type { Filter } from '../protocol/parse-filter.ts';
import { isObject } from '../protocol/read-resource.ts';
import { invalidPath, invalidValue, ScimError } from '../protocol/scim-error.ts';

/** More members than any provider sends at once, and few enough to check and write in one transaction. */
export const MAX_MEMBERS = 100_000;

/** The ids of users that a client sent as members. */
export function memberIds(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  const members = Array.isArray(value) ? value : [value];
  if (members.length > MAX_MEMBERS)
    throw new ScimError(
      413,
      `A request can name at most ${MAX_MEMBERS} members. Send them in several requests.`,
    );
  return [...new Set(members.map(idOf))];
}

function idOf(member: unknown): string {
  const id = isObject(member) ? memberValue(member) : member;
  if (typeof id !== 'string' || id === '' || id.length > 128 || id.includes('\0'))
    throw invalidValue('Each member needs the id of a user as its value.');
  return id;
}

/** Names of attributes are case-insensitive. */
function memberValue(member: Resource): unknown {
  const [, type] = Object.entries(member).find(([name]) => name.toLowerCase() === 'type') ?? [];
  if (typeof type === 'string' && type.toLowerCase() === 'group')
    throw invalidValue('A group cannot be a member of a group.');
  return Object.entries(member).find(([name]) => name.toLowerCase() === 'value')?.[1];
}

/** `members[value eq "2819c223"]`, or several of them with `or`. */
export function filteredIds(filter: Filter): readonly string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(filteredIds);
  if (
    filter.kind === 'compare' &&
    filter.path.toLowerCase() === 'value' &&
    filter.operator === 'eq' &&
    typeof filter.value === 'string'
  )
    return [filter.value];
  throw invalidPath('Members can be selected by value eq "…" only.');
}
