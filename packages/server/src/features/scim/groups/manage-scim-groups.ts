import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { freeId } from '../../../platform/free-id.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import type { GroupRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import {
  addMembers,
  deleteNamed,
  existingUsers,
  findNamed,
  insertNamed,
  readMembers,
  removeMembers,
} from '../../users/index.ts';
import type { Resource } from '../protocol/attribute.ts';
import { invalidValue, ScimError } from '../protocol/scim-error.ts';
import { hasIfMatch, requireVersion } from '../protocol/version.ts';
import type { ResourceChange } from '../users/manage-scim-users.ts';
import { groupVersion, settableResource } from './group-resource.ts';
import type { MemberStep } from './read-group-patch.ts';
import { membersOf } from './read-groups.ts';

type GroupServices = Pick<Services, 'store' | 'time'>;
type Provisioning = Acting & { readonly tenantId: TenantId };

/** Of the ids of members, as many are in an audit event; it has their number, too. */
const MAX_NAMED = 50;

export function provisionGroup(
  { store, time }: GroupServices,
  resource: Resource,
  members: readonly string[],
  { tenantId, actor, caller }: Provisioning,
): Promise<GroupRow> {
  return store.write(async (transaction) => {
    const now = time.now();
    const { name, external_id } = await wantedGroup(transaction, tenantId, resource);
    const isTaken = async (id: string) =>
      (await findNamed(transaction, tenantId, 'groups', id)) !== undefined;
    const id = await freeId(name, isTaken);
    const row = await insertNamed(transaction, tenantId, 'groups', { id, name }, now);
    const columns = { external_id };
    await transaction.tenant(tenantId).update('groups', columns).where('id', '=', id).execute();
    const added = await addExisting(transaction, tenantId, id, members);
    const details = { ...(added.length > 0 && { added: named(added) }) };
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'group.create',
      actor,
      target: id,
      details,
    });
    return { ...row, ...columns };
  });
}

interface GroupChange extends ResourceChange {
  readonly steps: readonly MemberStep[];
}

/** Replaces or patches a group, atomically. Nothing is written if nothing changes. */
export function changeProvisionedGroup(
  { store, time }: GroupServices,
  { id, request, change, steps }: GroupChange,
  { tenantId, actor, caller }: Provisioning,
): Promise<GroupRow> {
  return store.write(async (transaction) => {
    const now = time.now();
    const group = await lockedGroup(transaction, tenantId, id);
    await requireGroupVersion(transaction, group, request);
    const wanted = await wantedGroup(transaction, tenantId, change(settableResource(group)), group);
    const isRenamed = wanted.name !== group.name;
    const isRelinked = wanted.external_id !== (group.external_id ?? null);
    const changed = new Map<string, 'added' | 'removed'>();
    for (const step of steps) await takeStep(transaction, tenantId, id, step, changed);
    if (!isRenamed && !isRelinked && changed.size === 0) return group;
    const columns = { ...wanted, updated_at: now };
    await transaction.tenant(tenantId).update('groups', columns).where('id', '=', id).execute();
    const fields = [...(isRenamed ? ['name'] : []), ...(isRelinked ? ['externalId'] : [])];
    const idsThat = (what: 'added' | 'removed') =>
      [...changed].filter((each) => each[1] === what).map(([user]) => user);
    const [added, removed] = [idsThat('added'), idsThat('removed')];
    const details = {
      ...(fields.length > 0 && { fields }),
      ...(added.length > 0 && { added: named(added) }),
      ...(removed.length > 0 && { removed: named(removed) }),
    };
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'group.change',
      actor,
      target: id,
      details,
    });
    return { ...group, ...columns };
  });
}

export async function removeProvisionedGroup(
  { store, time }: GroupServices,
  { id, request }: Pick<ResourceChange, 'id' | 'request'>,
  { tenantId, actor, caller }: Provisioning,
): Promise<void> {
  await store.write(async (transaction) => {
    const group = await lockedGroup(transaction, tenantId, id);
    await requireGroupVersion(transaction, group, request);
    await deleteNamed(transaction, tenantId, 'groups', id);
    await recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'group.delete',
      actor,
      target: id,
    });
  });
}

/** Locks the group, so that changes of its members follow each other. */
async function lockedGroup(transaction: Queries, tenantId: TenantId, id: string): Promise<GroupRow> {
  const group = await transaction
    .tenant(tenantId)
    .update('groups', {})
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!group) throw new ScimError(404, 'Group not found. Check its id.');
  return group;
}

/** Only a precondition needs the members, which the version covers. */
async function requireGroupVersion(
  transaction: Queries,
  group: GroupRow,
  request: ResourceChange['request'],
): Promise<void> {
  if (!hasIfMatch(request)) return;
  const members = await membersOf(transaction, group.tenant_id, [group]);
  requireVersion(request, groupVersion(group, members.get(group.id) ?? []));
}

async function wantedGroup(
  transaction: Queries,
  tenantId: TenantId,
  { displayName, externalId }: Resource,
  before?: GroupRow,
): Promise<{ readonly name: string; readonly external_id: string | null }> {
  if (typeof displayName !== 'string' || displayName.trim() === '')
    throw invalidValue('displayName is required.');
  if (displayName.length > 256) throw invalidValue('displayName must be at most 256 characters.');
  const external_id = typeof externalId === 'string' && externalId !== '' ? externalId : null;
  if (external_id !== null && external_id !== before?.external_id) {
    const taken = await transaction
      .tenant(tenantId)
      .selectFrom('groups')
      .select('id')
      .where('external_id', '=', external_id)
      .executeTakeFirst();
    if (taken) throw new ScimError(409, 'Another group has this externalId.', 'uniqueness');
  }
  return { name: displayName.trim(), external_id };
}

/** Notes what is different after the step; a member who was removed and added again is not. */
async function takeStep(
  transaction: Queries,
  tenantId: TenantId,
  groupId: string,
  { op, ids }: MemberStep,
  changed: Map<string, 'added' | 'removed'>,
): Promise<void> {
  const note = (users: readonly string[], what: 'added' | 'removed') => {
    for (const user of users)
      if (changed.has(user) && changed.get(user) !== what) changed.delete(user);
      else changed.set(user, what);
  };
  if (op === 'replace') {
    const wanted = new Set(ids);
    const members = await readMembers(transaction, tenantId, [groupId]);
    const others = members.filter(({ user_id }) => !wanted.has(user_id)).map(({ user_id }) => user_id);
    note(await removeMembers(transaction, tenantId, groupId, others), 'removed');
  }
  if (op === 'remove') note(await removeMembers(transaction, tenantId, groupId, ids), 'removed');
  else note(await addExisting(transaction, tenantId, groupId, ids), 'added');
}

/** Returns the ids of those who were no members. */
async function addExisting(
  transaction: Queries,
  tenantId: TenantId,
  groupId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await existingUsers(transaction, tenantId, ids);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw invalidValue(`There is no user with the id “${missing}”.`);
  return addMembers(transaction, tenantId, groupId, ids);
}

const named = (ids: readonly string[]) => ({ count: ids.length, ids: ids.slice(0, MAX_NAMED) });
