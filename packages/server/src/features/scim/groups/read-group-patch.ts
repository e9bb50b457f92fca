import { applyPatch } from '../protocol/apply-patch.ts';
import type { Resource } from '../protocol/attribute.ts';
import { parsePatchPath } from '../protocol/parse-filter.ts';
import { type PatchOperation, readPatch } from '../protocol/read-patch.ts';
import { resolvePath } from '../protocol/resolve-path.ts';
import { invalidPath } from '../protocol/scim-error.ts';
import { GROUP_DEFINITION } from './group-definition.ts';
import { filteredIds, memberIds } from './read-members.ts';

/** A change of the members that does not need to know the others. */
export interface MemberStep {
  readonly op: 'add' | 'remove' | 'replace';
  readonly ids: readonly string[];
}

export interface GroupPatch {
  readonly change: (before: Resource) => Resource;
  readonly steps: readonly MemberStep[];
}

/** Members are changed by steps of their own: reading 50,000 to add one would take a second. */
export function readGroupPatch(body: unknown): GroupPatch {
  const operations = readPatch(body);
  const ofMembers = operations.filter(isOfMembers);
  const others = operations.filter((operation) => !ofMembers.includes(operation));
  return {
    change: (before) => applyPatch(GROUP_DEFINITION, before, others),
    steps: ofMembers.map(readStep),
  };
}

function isOfMembers({ path }: PatchOperation): boolean {
  const target = resolvePath(GROUP_DEFINITION, parsePatchPath(path).attribute);
  return target.kind === 'attribute' && target.attribute.name === 'members';
}

function readStep({ op, path, value }: PatchOperation): MemberStep {
  const { filter, sub } = parsePatchPath(path);
  if (sub !== undefined || resolvePath(GROUP_DEFINITION, parsePatchPath(path).attribute).kind !== 'attribute')
    throw invalidPath('Members can only be added, removed and replaced as a whole.');
  if (filter === undefined) {
    // Entra ID names the members to remove in the value.
    if (op === 'remove' && value === undefined) return { op: 'replace', ids: [] };
    return { op, ids: memberIds(value) };
  }
  if (op === 'remove') return { op, ids: filteredIds(filter) };
  throw invalidPath(`The operation ${op} cannot have a filter of members.`);
}
