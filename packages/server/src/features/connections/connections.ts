import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { ConnectionRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { versionedRows } from '../../platform/store/versioned-rows.ts';
import type { ConnectionDefinition } from './connection-schemas.ts';

/** A connection to a tenant's database. The password is encrypted until the connection is opened. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly definition: ConnectionDefinition;
  readonly sealedPassword: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The purpose that passwords are encrypted for. */
export const PASSWORD_PURPOSE = 'connection password';

const rows = versionedRows('connections', 'connection', fromRow);

export const listConnections = rows.list;
export const findConnection = rows.find;

/** Those with one of these ids or names. */
export async function findConnections(
  queries: Queries,
  tenantId: TenantId,
  names: readonly string[],
): Promise<readonly Connection[]> {
  if (names.length === 0) return [];
  const found = await queries
    .tenant(tenantId)
    .selectFrom('connections')
    .selectAll()
    .where((e) => e.or([e('id', 'in', names), e('name', 'in', names)]))
    .orderBy('id')
    .execute();
  return found.map(fromRow);
}

type ConnectionChange = Pick<Connection, 'name' | 'definition' | 'sealedPassword'>;

export async function insertConnection(
  transaction: Queries,
  tenantId: TenantId,
  connection: ConnectionChange & Pick<Connection, 'id'>,
  now: number,
): Promise<Connection> {
  return rows.insert(transaction, tenantId, connection.id, columnsOf(connection), now);
}

/** Returns undefined if it was changed or deleted since `was` was read. */
export async function updateConnection(
  transaction: Queries,
  tenantId: TenantId,
  was: Pick<Connection, 'id' | 'version'>,
  change: ConnectionChange,
  now: number,
): Promise<Connection | undefined> {
  return rows.update(transaction, tenantId, was, columnsOf(change), now);
}

/** Locks a connection against deletion until the transaction ends. Throws if it was deleted. */
export async function holdConnection(transaction: Queries, tenantId: TenantId, id: string): Promise<void> {
  if ((await rows.hold(transaction, tenantId, [id], 'share')).length > 0) return;
  throw new AppError('CONFLICT', { message: `Connection '${id}' was deleted in the meantime.` });
}

/** Throws if datasets use the connection. Waits for transactions that are adding one. */
export async function deleteConnection(
  transaction: Queries,
  tenantId: TenantId,
  id: string,
): Promise<boolean> {
  await rows.hold(transaction, tenantId, [id], 'own');
  const used = await transaction
    .tenant(tenantId)
    .selectFrom('datasets')
    .select('id')
    .where('connection_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (used) {
    throw new AppError('CONFLICT', {
      message: `Dataset '${used.id}' uses this connection. Delete the dataset or change its connection first.`,
    });
  }
  return rows.remove(transaction, tenantId, id);
}

const columnsOf = ({ name, definition, sealedPassword }: ConnectionChange) => ({
  name,
  definition: JSON.stringify(definition),
  sealed_password: sealedPassword,
});

function fromRow(row: ConnectionRow): Connection {
  return {
    id: row.id,
    name: row.name,
    definition: JSON.parse(row.definition) as ConnectionDefinition,
    sealedPassword: row.sealed_password,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
