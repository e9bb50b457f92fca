import type { AuditAction } from '@inlay/protocol/audit-action';
import type { DestinationChange, NewDestination } from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError, fieldsTaken, refuseFields } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import { newOpaqueToken } from '../../../platform/identity/opaque-token.ts';
import { newId } from '../../../platform/new-id.ts';
import type { DestinationRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import type { Services } from '../../../services.ts';
import { existingNamed } from '../../users/index.ts';
import { destinationUrlProblem } from './destination-url.ts';
import {
  destinationsOf,
  findDestination,
  MAX_DESTINATIONS,
  openAddress,
  sealAddress,
} from './destinations.ts';

type DestinationServices = Pick<Services, 'store' | 'time' | 'vault' | 'egressOf'>;

/** A destination with its secret, which nothing shows again. */
interface CreatedDestination {
  readonly row: DestinationRow;
  readonly secret: string | null;
}

export function createDestination(
  services: DestinationServices,
  tenantId: TenantId,
  { name, kind, workspaceId, url }: NewDestination,
  acting: Acting,
): Promise<CreatedDestination> {
  const { store, time, vault } = services;
  refuseUrl(services, tenantId, { kind, url });
  return store.write(async (transaction) => {
    const now = time.now();
    await lockDestinations(transaction, tenantId);
    await refuseUnknownWorkspace(transaction, tenantId, workspaceId);
    await refuseTakenName(transaction, tenantId, name);
    await refuseTooMany(transaction, tenantId, workspaceId);
    const id = newId(now);
    const secret = kind === 'webhook' ? newOpaqueToken('inl_secret') : null;
    const row = {
      id,
      workspace_id: workspaceId,
      name,
      kind,
      host: new URL(url).host,
      sealed: sealAddress(vault, { tenantId, id }, { url, secret }),
      created_at: now,
      updated_at: now,
    };
    await transaction.tenant(tenantId).insertInto('report_destinations', row).execute();
    const created = { ...row, tenant_id: tenantId };
    await record(transaction, created, acting, { action: 'create', details: about(created), now });
    return { row: created, secret };
  });
}

export function changeDestination(
  services: DestinationServices,
  tenantId: TenantId,
  { id, change: { name, url } }: { readonly id: string; readonly change: DestinationChange },
  acting: Acting,
): Promise<DestinationRow> {
  const { store, time, vault } = services;
  return store.write(async (transaction) => {
    const now = time.now();
    await lockDestinations(transaction, tenantId);
    const before = await requireDestination(transaction, tenantId, id);
    if (name !== undefined && name !== before.name) await refuseTakenName(transaction, tenantId, name);
    if (url !== undefined) refuseUrl(services, tenantId, { kind: before.kind, url });
    const after = {
      ...before,
      ...(name !== undefined && { name }),
      ...(url !== undefined && {
        host: new URL(url).host,
        sealed: sealAddress(vault, { tenantId, id }, { ...openAddress(vault, before), url }),
      }),
      updated_at: now,
    };
    await writeDestination(transaction, after);
    const fields = [...(name === undefined ? [] : ['name']), ...(url === undefined ? [] : ['url'])];
    await record(transaction, after, acting, { action: 'change', details: { ...about(after), fields }, now });
    return after;
  });
}

/** Returns the new secret of a webhook. The previous one is no longer used. */
export function regenerateDestinationSecret(
  { store, time, vault }: DestinationServices,
  tenantId: TenantId,
  id: string,
  acting: Acting,
): Promise<string> {
  return store.write(async (transaction) => {
    const now = time.now();
    await lockDestinations(transaction, tenantId);
    const before = await requireDestination(transaction, tenantId, id);
    if (before.kind !== 'webhook')
      throw new AppError('CONFLICT', {
        message: 'Only webhooks have a signing secret. To replace the URL of Slack or Teams, change the URL.',
      });
    const secret = newOpaqueToken('inl_secret');
    const sealed = sealAddress(vault, { tenantId, id }, { ...openAddress(vault, before), secret });
    await writeDestination(transaction, { ...before, sealed, updated_at: now });
    await record(transaction, before, acting, { action: 'regenerate-secret', details: {}, now });
    return secret;
  });
}

/** Subscriptions that use it end when they are next due. */
export function removeDestination(
  { store, time }: Pick<Services, 'store' | 'time'>,
  tenantId: TenantId,
  id: string,
  acting: Acting,
): Promise<void> {
  return store.write(async (transaction) => {
    await lockDestinations(transaction, tenantId);
    const row = await requireDestination(transaction, tenantId, id);
    await transaction.tenant(tenantId).deleteFrom('report_destinations').where('id', '=', id).execute();
    await record(transaction, row, acting, { action: 'delete', details: about(row), now: time.now() });
  });
}

export async function requireDestination(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<DestinationRow> {
  const row = await findDestination(queries, tenantId, { id });
  if (row) return row;
  throw new AppError('NOT_FOUND', { message: 'Destination not found. Check the id.' });
}

function refuseUrl(
  { egressOf }: DestinationServices,
  tenantId: TenantId,
  { kind, url }: Pick<NewDestination, 'kind' | 'url'>,
): void {
  const problem = destinationUrlProblem(kind, url, egressOf(tenantId));
  refuseFields(problem === undefined ? [] : [{ path: '/url', problem }]);
}

async function refuseUnknownWorkspace(
  transaction: Queries,
  tenantId: TenantId,
  workspaceId: string,
): Promise<void> {
  const known = await existingNamed(transaction, tenantId, 'workspaces', [workspaceId]);
  if (known.has(workspaceId)) return;
  const problem = `refers to a workspace that does not exist: '${workspaceId}'`;
  refuseFields([{ path: '/workspaceId', problem }]);
}

async function refuseTakenName(transaction: Queries, tenantId: TenantId, name: string): Promise<void> {
  if (await findDestination(transaction, tenantId, { name }))
    throw fieldsTaken([{ path: '/name', problem: 'is taken. Choose another one' }]);
}

async function refuseTooMany(transaction: Queries, tenantId: TenantId, workspaceId: string): Promise<void> {
  const { length } = await destinationsOf(transaction, { tenantId, workspaceId });
  if (length >= MAX_DESTINATIONS)
    throw new AppError('CONFLICT', {
      message: `A workspace can have ${MAX_DESTINATIONS} destinations. Delete one that is no longer used.`,
    });
}

async function writeDestination(
  transaction: Queries,
  { tenant_id: tenantId, id, name, host, sealed, updated_at }: DestinationRow,
): Promise<void> {
  await transaction
    .tenant(tenantId)
    .update('report_destinations', { name, host, sealed, updated_at })
    .where('id', '=', id)
    .execute();
}

type Change =
  Extract<AuditAction, `report-destination.${string}`> extends `report-destination.${infer Name}`
    ? Name
    : never;

interface Recorded {
  readonly action: Change;
  readonly details: object;
  readonly now: number;
}

async function record(
  transaction: Queries,
  { tenant_id, id }: DestinationRow,
  { actor, caller }: Acting,
  { action, details, now }: Recorded,
): Promise<void> {
  await recordEvent(transaction, tenant_id, now, caller, {
    action: `report-destination.${action}`,
    actor,
    target: id,
    details: { ...details },
  });
}

/** Of the URL, only the host: the rest is a secret. */
const about = ({ name, kind, workspace_id, host }: DestinationRow) => ({
  name,
  kind,
  workspaceId: workspace_id,
  host,
});

const lockDestinations = (transaction: Queries, tenantId: TenantId) =>
  takeLock(transaction, 'settings', tenantId, 'report-destinations');
