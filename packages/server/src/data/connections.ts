import type { ConnectionDefinition } from '@inlay/protocol/connection';
import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../errors.ts';
import type { ConnectionRow } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

/** A way to a tenant's data. The password is still sealed: only opening the connection reads it. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly definition: ConnectionDefinition;
  readonly sealedPassword: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a password or the template of one is sealed for. */
export const PASSWORD_PURPOSE = 'connection password';

export async function listConnections(
  queries: Queries,
  tenantId: TenantId,
  request: PageRequest,
): Promise<Page<Connection>> {
  const own = queries.tenant(tenantId);
  const { total } = await own
    .selectFrom('connections')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await own
    .selectFrom('connections')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(request.limit)
    .offset((request.page - 1) * request.limit)
    .execute();
  return { data: rows.map(fromRow), meta: pageMeta(request, total) };
}

export async function findConnection(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<Connection | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function insertConnection(
  transaction: Queries,
  tenantId: TenantId,
  connection: Pick<Connection, 'id' | 'name' | 'definition' | 'sealedPassword'>,
  now: number,
): Promise<Connection> {
  const row = await transaction
    .tenant(tenantId)
    .insertInto('connections', {
      id: connection.id,
      name: connection.name,
      definition: JSON.stringify(connection.definition),
      sealed_password: connection.sealedPassword,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return fromRow(row);
  throw new AppError('CONFLICT', {
    message: `There is already a connection with the id '${connection.id}'. Choose another id.`,
  });
}

/** Answers nothing where somebody else changed or deleted it since `was` was read. */
export async function updateConnection(
  transaction: Queries,
  tenantId: TenantId,
  was: Pick<Connection, 'id' | 'version'>,
  change: Pick<Connection, 'name' | 'definition' | 'sealedPassword'>,
  now: number,
): Promise<Connection | undefined> {
  const row = await transaction
    .tenant(tenantId)
    .update('connections', {
      name: change.name,
      definition: JSON.stringify(change.definition),
      sealed_password: change.sealedPassword,
      version: was.version + 1,
      updated_at: now,
    })
    .where('id', '=', was.id)
    .where('version', '=', was.version)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** A connection that datasets still use stays. */
export async function deleteConnection(
  transaction: Queries,
  tenantId: TenantId,
  id: string,
): Promise<boolean> {
  const own = transaction.tenant(tenantId);
  const used = await own
    .selectFrom('datasets')
    .select('id')
    .where('connection_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (used) {
    throw new AppError('CONFLICT', {
      message: `The dataset '${used.id}' uses this connection. Delete it or give it another connection first.`,
    });
  }
  const { numDeletedRows } = await own.deleteFrom('connections').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

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
