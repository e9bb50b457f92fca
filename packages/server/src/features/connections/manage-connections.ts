import type { ConnectionTest } from '@inlay/protocol/connection';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { writeRecorded } from '../../platform/audit/record-event.ts';
import type { TableDescription } from '../../platform/engines/engine.ts';
import { EngineError } from '../../platform/engines/engine-error.ts';
import { AppError, refuseFields } from '../../platform/errors.ts';
import { freeId } from '../../platform/free-id.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { withDataErrors } from '../../platform/query/result/data-errors.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { checkConnection } from './check-connection.ts';
import { connectAsAdmin, connectFor, type DataViewer } from './connect-for.ts';
import {
  ALL_FIELDS,
  type ConnectionChange,
  type ConnectionDefinition,
  ConnectionDefinitionSchema,
  type ConnectionFile,
  type NewConnection,
} from './connection-schemas.ts';
import {
  type Connection,
  deleteConnection,
  findConnection,
  insertConnection,
  PASSWORD_PURPOSE,
  updateConnection,
} from './connections.ts';

const noConnection = () => new AppError('NOT_FOUND', { message: 'Connection not found. Check its id.' });

export async function requireConnection(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<Connection> {
  const connection = await findConnection(queries, tenantId, id);
  if (!connection) throw noConnection();
  return connection;
}

export async function createConnection(
  services: Services,
  tenantId: TenantId,
  { id: wanted, name, kind, ...fields }: NewConnection,
  acting: Acting,
): Promise<Connection> {
  const isTaken = async (id: string) => (await findConnection(services.store, tenantId, id)) !== undefined;
  const id = wanted ?? (await freeId(name, isTaken));
  const connection = { id, name, ...checkNew(services, tenantId, kind, fields) };
  const event = { action: 'connection.create', target: id, details: { kind } } as const;
  return writeRecorded(services, tenantId, acting, event, (transaction, now) =>
    insertConnection(transaction, tenantId, connection, now),
  );
}

type CheckedConnection = Pick<Connection, 'definition' | 'sealedPassword'>;

function checkNew(
  services: Services,
  tenantId: TenantId,
  kind: NewConnection['kind'],
  fields: ConnectionChange,
): CheckedConnection {
  const { definition, password } = merge({ kind }, null, fields);
  refuseFields(checkConnection(definition, password));
  return { definition, sealedPassword: seal(services, tenantId, password) };
}

function checkChange(
  services: Services,
  tenantId: TenantId,
  was: Connection,
  fields: ConnectionChange,
): CheckedConnection {
  const former =
    was.sealedPassword === null ? null : services.vault.open(tenantId, PASSWORD_PURPOSE, was.sealedPassword);
  const { definition, password } = merge(was.definition, former, fields);
  refuseStolenPassword(was, fields, former);
  refuseFields(checkConnection(definition, password));
  return { definition, sealedPassword: seal(services, tenantId, password) };
}

/** A connection that is not saved yet, to be tested. */
export function draftConnection(
  services: Services,
  tenantId: TenantId,
  { id = '', name, kind, ...fields }: NewConnection,
): Connection {
  const checked = checkNew(services, tenantId, kind, fields);
  return { id, name, ...checked, version: 0, createdAt: 0, updatedAt: 0 };
}

/** A saved connection with changes that are not saved yet, to be tested. */
export const changedDraft = (
  services: Services,
  tenantId: TenantId,
  was: Connection,
  { name: _, ...fields }: ConnectionChange,
): Connection => ({ ...was, ...checkChange(services, tenantId, was, fields) });

export async function changeConnection(
  services: Services,
  tenantId: TenantId,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: IfMatch },
  { name, ...fields }: ConnectionChange,
  acting: Acting,
): Promise<Connection> {
  const was = await findConnection(services.store, tenantId, id);
  if (!was) throw noConnection();
  if (ifMatch !== 'any' && !ifMatch.includes(was.version)) throw new AppError('STALE_VERSION');
  const change = { name: name ?? was.name, ...checkChange(services, tenantId, was, fields) };
  const changed = Object.keys(name === undefined ? fields : { name, ...fields });
  const event = { action: 'connection.change', target: id, details: { fields: changed } } as const;
  return writeRecorded(services, tenantId, acting, event, async (transaction, now) => {
    const connection = await updateConnection(transaction, tenantId, was, change, now);
    if (!connection) throw new AppError('STALE_VERSION');
    return connection;
  });
}

function seal({ vault }: Services, tenantId: TenantId, password: string | null): string | null {
  return password === null ? null : vault.seal(tenantId, PASSWORD_PURPOSE, password);
}

/** Creates or replaces a connection in the caller's transaction. Without a password, the former one stays. */
export async function putConnection(
  services: Services,
  { transaction, tenantId, at }: ConnectionWrite,
  id: string,
  { name, kind, ...fields }: ConnectionFile,
): Promise<'create' | 'change'> {
  const was = await findConnection(transaction, tenantId, id);
  if (!was) {
    await insertConnection(
      transaction,
      tenantId,
      { id, name, ...checkNew(services, tenantId, kind, fields) },
      at,
    );
    return 'create';
  }
  if (was.definition.kind !== kind)
    refuseFields([
      { path: '/kind', problem: `cannot change: the connection is of the kind ${was.definition.kind}` },
    ]);
  const removed = Object.keys(was.definition).filter(
    (field) => field !== 'kind' && !Object.hasOwn(fields, field),
  );
  const change = { ...Object.fromEntries(removed.map((field) => [field, null])), ...fields };
  const checked = checkChange(services, tenantId, was, change);
  if (!(await updateConnection(transaction, tenantId, was, { name, ...checked }, at)))
    throw new AppError('STALE_VERSION');
  return 'change';
}

interface ConnectionWrite {
  readonly transaction: Queries;
  readonly tenantId: TenantId;
  readonly at: number;
}

/** Prevents administrators from learning the password by pointing the connection at their own server. */
function refuseStolenPassword(was: Connection, fields: ConnectionChange, former: string | null): void {
  if (former === null || former === '' || fields.password !== undefined) return;
  const target = [...Object.keys(ALL_FIELDS).filter((name) => !ALL_FIELDS[name]?.keepsPassword), 'allowed'];
  const moved = target.filter((field) => {
    if (fields[field] === undefined) return false;
    return JSON.stringify(fields[field]) !== JSON.stringify(was.definition[field] ?? null);
  });
  if (moved.length === 0) return;
  const names = new Intl.ListFormat('en').format(moved.map(nameOfField));
  refuseFields([{ path: '/password', problem: `must be entered again, because ${names} changed` }]);
}

/** `Encryption (TLS)` becomes `the encryption`. */
function nameOfField(field: string): string {
  const [label = ''] = (ALL_FIELDS[field]?.label ?? 'allowed values').split(' (', 1);
  return `the ${/^[A-Z]{2}/.test(label) ? label : label.toLowerCase()}`;
}

export async function removeConnection(
  services: Services,
  tenantId: TenantId,
  id: string,
  acting: Acting,
): Promise<void> {
  const event = { action: 'connection.delete', target: id } as const;
  await writeRecorded(services, tenantId, acting, event, async (transaction) => {
    if (!(await deleteConnection(transaction, tenantId, id))) throw noConnection();
  });
}

/** Opens the connection and returns the outcome; a failure is not thrown. */
export async function testConnection(
  services: Services,
  tenantId: TenantId,
  connection: Connection,
  viewer?: DataViewer,
): Promise<ConnectionTest> {
  try {
    const config = viewer
      ? connectFor(services, connection, viewer)
      : connectAsAdmin(services, tenantId, connection);
    const lease = await services.engines.lease(tenantId, config);
    await lease.engine.test().finally(lease.release);
    return { ok: true, code: null, message: 'The connection works.', detail: null };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ok: false, code: error.code, message: error.message, detail: error.detail ?? null };
  }
}

export async function describeConnection(
  services: Services,
  tenantId: TenantId,
  connection: Connection,
): Promise<readonly TableDescription[]> {
  return withDataErrors(async () => {
    const lease = await services.engines.lease(tenantId, connectAsAdmin(services, tenantId, connection));
    return lease.engine.describe().finally(lease.release);
  });
}

function merge(definition: ConnectionDefinition, former: string | null, fields: ConnectionChange) {
  const { password = former, name: _, ...rest } = fields;
  const merged = Object.entries({ ...definition, ...rest }).filter(([, value]) => value != null);
  return { definition: readBody(ConnectionDefinitionSchema, Object.fromEntries(merged)), password };
}
