import type { ConnectionTest } from '@inlay/protocol/connection';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { TableDescription } from '../../platform/engines/engine.ts';
import { EngineError } from '../../platform/engines/engine-error.ts';
import { AppError, refuseFields } from '../../platform/errors.ts';
import { freeId } from '../../platform/free-id.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { withDataErrors } from '../../platform/query/result/data-errors.ts';
import type { Services } from '../../services.ts';
import { writeRecorded } from '../audit/index.ts';
import { checkConnection } from './check-connection.ts';
import { connectAsAdmin, connectFor, type DataViewer } from './connect-for.ts';
import {
  ALL_FIELDS,
  type ConnectionChange,
  type ConnectionDefinition,
  ConnectionDefinitionSchema,
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

export const noConnection = () =>
  new AppError('NOT_FOUND', { message: 'Connection not found. Check its id.' });

export async function createConnection(
  services: Services,
  tenantId: TenantId,
  { id: wanted, name, kind, ...fields }: NewConnection,
  acting: Acting,
): Promise<Connection> {
  const isTaken = async (id: string) => (await findConnection(services.store, tenantId, id)) !== undefined;
  const id = wanted ?? (await freeId(name, isTaken));
  const { definition, password } = merge({ kind }, null, fields);
  refuseFields(checkConnection(definition, password));
  const connection = { id, name, definition, sealedPassword: seal(services, tenantId, password) };
  const event = { action: 'connection.create', target: id, details: { kind } } as const;
  return writeRecorded(services, tenantId, acting, event, (transaction, now) =>
    insertConnection(transaction, tenantId, connection, now),
  );
}

export async function changeConnection(
  services: Services,
  tenantId: TenantId,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: IfMatch },
  { name, ...fields }: ConnectionChange,
  acting: Acting,
): Promise<Connection> {
  const { store, vault } = services;
  const was = await findConnection(store, tenantId, id);
  if (!was) throw noConnection();
  if (ifMatch !== 'any' && !ifMatch.includes(was.version)) throw new AppError('STALE_VERSION');
  const former =
    was.sealedPassword === null ? null : vault.open(tenantId, PASSWORD_PURPOSE, was.sealedPassword);
  const { definition, password } = merge(was.definition, former, fields);
  refuseStolenPassword(was, fields, former);
  refuseFields(checkConnection(definition, password));
  const change = {
    name: name ?? was.name,
    definition,
    sealedPassword: seal(services, tenantId, password),
  };
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

/** Prevents administrators from learning the password by pointing the connection at their own server. */
function refuseStolenPassword(was: Connection, fields: ConnectionChange, former: string | null): void {
  if (former === null || former === '' || fields.password !== undefined) return;
  const target = [...Object.keys(ALL_FIELDS).filter((name) => !ALL_FIELDS[name]?.keepsPassword), 'allowed'];
  const moved = target.filter((field) => {
    if (fields[field] === undefined) return false;
    return JSON.stringify(fields[field]) !== JSON.stringify(was.definition[field] ?? null);
  });
  if (moved.length === 0) return;
  refuseFields([{ path: '/password', problem: `is required because ${moved.join(' and ')} changed` }]);
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
