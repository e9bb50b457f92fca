import type { TenantId } from '@inlay/protocol/tenant-id';
import type {
  DeleteQueryBuilder,
  DeleteResult,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Database } from './schema.ts';

/** Tables with a tenant column. */
type TenantTable = {
  [T in keyof Database]: Database[T] extends { tenant_id: TenantId } ? T : never;
}[keyof Database];

type WithoutTenant<T extends TenantTable> = Omit<Database[T], 'tenant_id'>;

/** Query builders with the tenant built in, so that a query cannot forget it (ADR 4). */
export interface TenantQueries {
  readonly tenantId: TenantId;
  selectFrom<T extends TenantTable>(table: T): SelectQueryBuilder<Database, T, object>;
  insertInto<T extends TenantTable>(
    table: T,
    rows: WithoutTenant<T> | readonly WithoutTenant<T>[],
  ): InsertQueryBuilder<Database, T, InsertResult>;
  update<T extends TenantTable>(
    table: T,
    values: Partial<WithoutTenant<T>>,
  ): UpdateQueryBuilder<Database, T, T, UpdateResult>;
  deleteFrom<T extends TenantTable>(table: T): DeleteQueryBuilder<Database, T, DeleteResult>;
}

/**
 * Kysely cannot follow a table that is itself a type parameter, so the implementations are typed for any of the
 * tables; their overloads state that the result belongs to the given table.
 */
export function tenantQueries(db: Kysely<Database>, tenantId: TenantId): TenantQueries {
  function selectFrom<T extends TenantTable>(table: T): SelectQueryBuilder<Database, T, object>;
  function selectFrom(table: TenantTable) {
    return db.selectFrom(table).where(`${table}.tenant_id`, '=', tenantId);
  }

  function deleteFrom<T extends TenantTable>(table: T): DeleteQueryBuilder<Database, T, DeleteResult>;
  function deleteFrom(table: TenantTable) {
    return db.deleteFrom(table).where(`${table}.tenant_id`, '=', tenantId);
  }

  function update<T extends TenantTable>(
    table: T,
    values: Partial<WithoutTenant<T>>,
  ): UpdateQueryBuilder<Database, T, T, UpdateResult>;
  function update(table: TenantTable, values: object) {
    return db.updateTable(table).set(values).where(`${table}.tenant_id`, '=', tenantId);
  }

  function insertInto<T extends TenantTable>(
    table: T,
    rows: WithoutTenant<T> | readonly WithoutTenant<T>[],
  ): InsertQueryBuilder<Database, T, InsertResult>;
  function insertInto(table: TenantTable, rows: object | readonly object[]) {
    const owned = (Array.isArray(rows) ? rows : [rows]).map((row) => ({ ...row, tenant_id: tenantId }));
    return db.insertInto(table).values(owned);
  }

  return { tenantId, selectFrom, deleteFrom, update, insertInto };
}
