import type { AdminRole } from '@inlay/protocol/admin-role';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import type { Services } from '../../../services.ts';
import { notifierOf } from '../../mail/index.ts';
import {
  applyUserChange,
  applyUserRemoval,
  createUsers,
  lockedUser,
  type UserWithGroups,
} from '../../users/index.ts';
import type { Resource } from '../protocol/attribute.ts';
import { requireVersion } from '../protocol/version.ts';
import { permittedChange, provisioner, refuseOwner, refuseRole } from './provisioning-policy.ts';
import { settableResource, userVersion } from './user-resource.ts';
import { userChange, wantedUser } from './wanted-user.ts';

type UserServices = Pick<Services, 'store' | 'time' | 'passwords' | 'config' | 'vault'>;

/** Who provisions, and what they may give. */
export interface Provisioning extends Acting {
  readonly tenantId: TenantId;
  readonly grantable: readonly AdminRole[];
}

export async function provisionUser(
  services: UserServices,
  resource: Resource,
  { tenantId, grantable, ...acting }: Provisioning,
): Promise<UserWithGroups> {
  const wanted = wantedUser(resource);
  if (wanted.adminRole !== null) refuseRole(wanted.adminRole, grantable);
  const [user] = await createUsers(services, tenantId, [wanted], provisioner(acting), () => '');
  if (!user) throw new AppError('INTERNAL', { detail: 'the created user was not returned' });
  return user;
}

export interface ResourceChange {
  readonly id: string;
  /** Its precondition. */
  readonly request: Pick<FastifyRequest, 'headers'>;
  /** The whole resource after the change. */
  readonly change: (before: Resource) => Resource;
}

/** Replaces or patches a user, atomically. Nothing is written if nothing changes. */
export function changeProvisionedUser(
  services: UserServices,
  { id, request, change }: ResourceChange,
  { tenantId, grantable, ...acting }: Provisioning,
): Promise<UserWithGroups> {
  const { store, time } = services;
  return store.write(async (transaction) => {
    const now = time.now();
    const user = await lockedUser(transaction, tenantId, id);
    requireVersion(request, userVersion(user));
    const wanted = wantedUser(change(settableResource(user)), JSON.parse(user.attributes));
    const hashed = permittedChange(user, userChange(user, wanted), grantable);
    const fields = Object.keys(hashed);
    if (fields.length === 0) return user;
    const notify = notifierOf(services);
    return applyUserChange(transaction, { user, hashed, fields, manager: provisioner(acting), notify, now });
  });
}

export async function removeProvisionedUser(
  { store, time }: UserServices,
  { id, request }: Omit<ResourceChange, 'change'>,
  { tenantId, grantable: _, ...acting }: Provisioning,
): Promise<void> {
  await store.write(async (transaction) => {
    const now = time.now();
    const user = await lockedUser(transaction, tenantId, id);
    requireVersion(request, userVersion(user));
    refuseOwner(user);
    await applyUserRemoval(transaction, user, provisioner(acting), now);
  });
}
