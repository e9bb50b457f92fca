import { randomBytes } from 'node:crypto';
import { isTenantId, type TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError } from '../../platform/errors.ts';
import { OPERATOR } from '../../platform/identity/acting.ts';
import { CLIENT_ID_RULE, isClientId } from '../../platform/identity/client-id.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import {
  findDefaultTenant,
  findTenant,
  findTenantOfHost,
  insertTenant,
  isInstanceHost,
  type Tenant,
} from '../tenants/index.ts';
import { insertAuthSettings } from '../tokens/index.ts';
import { addToRowCount, insertNamed, insertUsers, userProblems, userRow } from '../users/index.ts';

export interface NewTenant {
  readonly id: string;
  readonly name?: string | undefined;
  readonly publicUrl?: URL | undefined;
  readonly adminUsername: string;
  /** Default: `<id>-embed`. */
  readonly clientId?: string | undefined;
  /** Generated if none is given; returned once and never again. */
  readonly adminPassword?: string | undefined;
}

export interface CreatedTenant {
  readonly tenant: Tenant;
  readonly clientId: string;
  readonly adminUsername: string;
  readonly adminPassword: string;
}

/** Creates a tenant, its workspace `main` and its first administrator in one transaction. */
export async function createTenant(
  { store, time, passwords, config }: Pick<Services, 'store' | 'time' | 'passwords' | 'config'>,
  wanted: NewTenant,
): Promise<CreatedTenant> {
  const id = checkedId(wanted.id);
  checkAdmin(wanted.adminUsername);
  const clientId = checkedClientId(wanted.clientId ?? `${id}-embed`);
  const adminPassword = wanted.adminPassword ?? randomBytes(15).toString('base64url');
  const passwordHash = await passwords.hash(adminPassword, id);

  return store.write(async (transaction) => {
    const now = time.now();
    if (await findTenant(transaction, id)) {
      throw new AppError('CONFLICT', { message: `Tenant '${id}' already exists. Choose another id.` });
    }
    await refuseTakenHost(transaction, id, wanted.publicUrl, config.publicUrl.hostname);
    const tenant = await insertTenant(transaction, {
      id,
      name: wanted.name ?? id,
      public_url: wanted.publicUrl?.origin ?? null,
      host: wanted.publicUrl?.hostname ?? null,
      status: 'active',
      created_at: now,
    });
    await insertAuthSettings(transaction, id, clientId);
    await insertNamed(transaction, id, 'workspaces', { id: 'main', name: 'Main' }, now);
    const row = userRow(
      {
        username: wanted.adminUsername,
        roles: ['ADMIN', 'USER'],
        adminRole: 'owner',
        workspaceId: 'main',
        passwordHash,
      },
      now,
    );
    await insertUsers(transaction, id, [{ row, groups: [] }]);
    await addToRowCount(transaction, id, 'users', 1);
    await recordEvent(transaction, id, now, OPERATOR, { action: 'tenant.create', target: id });
    return { tenant, clientId, adminUsername: wanted.adminUsername, adminPassword };
  });
}

function checkedId(id: string): TenantId {
  if (isTenantId(id)) return id;
  throw new AppError('REQUEST_INVALID', {
    message: `'${id}' is not a valid tenant id. Use 1 to 63 lowercase letters, digits and dashes, as in a host name.`,
  });
}

function checkedClientId(clientId: string): string {
  if (isClientId(clientId)) return clientId;
  throw new AppError('REQUEST_INVALID', {
    message: `'${clientId}' is not a valid client id. Use ${CLIENT_ID_RULE}.`,
  });
}

function checkAdmin(username: string): void {
  const [problem] = userProblems({ username });
  if (problem)
    throw new AppError('REQUEST_INVALID', { message: `The administrator's username ${problem.problem}.` });
}

/** Each host belongs to one tenant: by its own address, by its subdomain of the instance, or by default. */
async function refuseTakenHost(
  transaction: Queries,
  id: TenantId,
  publicUrl: URL | undefined,
  instanceHost: string,
): Promise<void> {
  const host = publicUrl?.hostname ?? `${id}.${instanceHost}`;
  const holder = isInstanceHost(host, instanceHost)
    ? await findDefaultTenant(transaction)
    : await findTenantOfHost(transaction, host, instanceHost);
  if (holder) {
    throw new AppError('CONFLICT', {
      message: `The host '${host}' belongs to tenant '${holder.id}'. Choose another address.`,
    });
  }
}
