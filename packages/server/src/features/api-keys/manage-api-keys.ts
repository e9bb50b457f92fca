import type { ApiKeyChange, NewApiKey } from '@inlay/protocol/api-key';
import { ALL_PERMISSIONS, type Permission } from '@inlay/protocol/permission';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError, fieldsTaken, insufficientScope, refuseFields } from '../../platform/errors.ts';
import { type Acting, OPERATOR } from '../../platform/identity/acting.ts';
import { newOpaqueToken, tokenHash } from '../../platform/identity/opaque-token.ts';
import { isAllowed } from '../../platform/identity/principal.ts';
import { newId } from '../../platform/new-id.ts';
import type { ApiKeyRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { takeLock } from '../../platform/store/take-lock.ts';
import type { Services } from '../../services.ts';
import { countApiKeys, findApiKey } from './api-keys.ts';
import { apiKeyProblems, unknownWorkspaces } from './check-api-key.ts';

type KeyServices = Pick<Services, 'store' | 'time'>;

/** Who manages keys, and what they may do themselves: nobody can hand out more. */
export interface KeyManager extends Acting {
  readonly permissions: ReadonlySet<Permission>;
}

export const operatorOfKeys: KeyManager = {
  actor: null,
  caller: OPERATOR,
  permissions: new Set(ALL_PERMISSIONS),
};

/** A key with its secret, which nothing stores. */
export interface IssuedKey {
  readonly row: ApiKeyRow;
  readonly key: string;
}

const MAX_KEYS = 500;
const HOUR = 60 * 60 * 1000;

export function createApiKey(
  { store, time }: KeyServices,
  tenantId: TenantId,
  wanted: NewApiKey,
  manager: KeyManager,
): Promise<IssuedKey> {
  return store.write(async (transaction) => {
    const now = time.now();
    // Names stay unique, and of two rotations the second replaces the first.
    await takeLock(transaction, 'keys', tenantId);
    await checkWanted(transaction, tenantId, wanted, manager, now);
    if ((await countApiKeys(transaction, tenantId)) >= MAX_KEYS)
      throw new AppError('CONFLICT', {
        message: `This tenant has the maximum of ${MAX_KEYS} API keys. Revoke one that is not used.`,
      });
    const { key, hash, prefix } = newSecret();
    const row = {
      id: newId(now),
      ...columnsOf(wanted),
      token_hash: hash,
      prefix,
      previous_hash: null,
      previous_prefix: null,
      previous_until: null,
      created_by: manager.actor,
      created_at: now,
      last_used_at: null,
    };
    await transaction.tenant(tenantId).insertInto('api_keys', row).execute();
    await record(transaction, tenantId, manager, 'create', row.name, { scopes: wanted.scopes }, now);
    return { row: { ...row, tenant_id: tenantId }, key };
  });
}

export function changeApiKey(
  { store, time }: KeyServices,
  tenantId: TenantId,
  id: string,
  change: ApiKeyChange,
  manager: KeyManager,
): Promise<ApiKeyRow> {
  return store.write(async (transaction) => {
    const now = time.now();
    const before = await openKey(transaction, tenantId, id, manager);
    const wanted = { ...wantedOf(before), ...change };
    await checkWanted(transaction, tenantId, wanted, manager, now, before);
    const columns = columnsOf(wanted);
    await transaction.tenant(tenantId).update('api_keys', columns).where('id', '=', id).execute();
    await record(transaction, tenantId, manager, 'change', wanted.name, { fields: Object.keys(change) }, now);
    return { ...before, ...columns };
  });
}

/** Replaces the secret; the previous one stays valid for `overlapHours`, and the one before ends. */
export function rotateApiKey(
  { store, time }: KeyServices,
  tenantId: TenantId,
  id: string,
  overlapHours: number,
  manager: KeyManager,
): Promise<IssuedKey> {
  return store.write(async (transaction) => {
    const now = time.now();
    const before = await openKey(transaction, tenantId, id, manager);
    const { key, hash, prefix } = newSecret();
    const overlaps = overlapHours > 0;
    const columns = {
      token_hash: hash,
      prefix,
      previous_hash: overlaps ? before.token_hash : null,
      previous_prefix: overlaps ? before.prefix : null,
      previous_until: overlaps ? now + overlapHours * HOUR : null,
    };
    await transaction.tenant(tenantId).update('api_keys', columns).where('id', '=', id).execute();
    await record(transaction, tenantId, manager, 'rotate', before.name, { overlapHours }, now);
    return { row: { ...before, ...columns }, key };
  });
}

export function revokeApiKey(
  { store, time }: KeyServices,
  tenantId: TenantId,
  id: string,
  manager: KeyManager,
): Promise<void> {
  return store.write(async (transaction) => {
    const { name } = await openKey(transaction, tenantId, id, manager);
    await transaction.tenant(tenantId).deleteFrom('api_keys').where('id', '=', id).execute();
    await record(transaction, tenantId, manager, 'revoke', name, {}, time.now());
  });
}

/** A key that can do more than its manager is none of their business: rotating it would hand it over. */
async function openKey(
  transaction: Queries,
  tenantId: TenantId,
  id: string,
  manager: KeyManager,
): Promise<ApiKeyRow> {
  await takeLock(transaction, 'keys', tenantId);
  const found = await findApiKey(transaction, tenantId, { id });
  if (!found) throw new AppError('NOT_FOUND', { message: 'API key not found. Check the id.' });
  refuseBeyond(JSON.parse(found.scopes), manager);
  return found;
}

async function checkWanted(
  transaction: Queries,
  tenantId: TenantId,
  wanted: NewApiKey,
  manager: KeyManager,
  now: number,
  before?: ApiKeyRow,
): Promise<void> {
  refuseBeyond(wanted.scopes, manager);
  const isExpiryKept = before !== undefined && columnsOf(wanted).expires_at === before.expires_at;
  refuseFields([
    ...apiKeyProblems(isExpiryKept ? { ...wanted, expiresAt: null } : wanted, now),
    ...(await unknownWorkspaces(transaction, tenantId, wanted.workspaces ?? [])),
  ]);
  if (wanted.name === before?.name) return;
  if (await findApiKey(transaction, tenantId, { name: wanted.name })) throw nameTaken();
}

function refuseBeyond(scopes: readonly Permission[], { permissions }: KeyManager): void {
  if (!isAllowed({ permissions }, scopes)) throw insufficientScope();
}

const nameTaken = () =>
  fieldsTaken([{ path: '/name', problem: 'is taken by another API key. Choose another one' }]);

function newSecret() {
  const key = newOpaqueToken('inl_key');
  return { key, hash: tokenHash(key), prefix: key.slice(0, 'inl_key_'.length + 4) };
}

function columnsOf({ name, scopes, workspaces, networks, expiresAt }: NewApiKey) {
  return {
    name,
    scopes: JSON.stringify(scopes),
    workspaces: workspaces ? JSON.stringify(workspaces) : null,
    networks: networks ? JSON.stringify(networks) : null,
    expires_at: expiresAt ? Date.parse(expiresAt) : null,
  };
}

function wantedOf(row: ApiKeyRow): NewApiKey {
  return {
    name: row.name,
    scopes: JSON.parse(row.scopes),
    workspaces: row.workspaces === null ? null : JSON.parse(row.workspaces),
    networks: row.networks === null ? null : JSON.parse(row.networks),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  };
}

function record(
  transaction: Queries,
  tenantId: TenantId,
  { actor, caller }: Acting,
  what: 'create' | 'change' | 'rotate' | 'revoke',
  target: string,
  details: Readonly<Record<string, unknown>>,
  now: number,
): Promise<void> {
  return recordEvent(transaction, tenantId, now, caller, {
    action: `api-key.${what}`,
    actor,
    target,
    details,
  });
}
