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

/** Tables that hold rows of tenants. */
type TenantTable = {
  [T in keyof Database]: Database[T] extends { tenant_id: TenantId } ? T : never;
}[keyof Database];

type WithoutTenant<T extends TenantTable> = Omit<Database[T], 'tenant_id'>;

/** Query builders that already contain the tenant, so a query cannot forget it (ADR 4). */
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

// Kysely cannot follow a table that is itself a type parameter; the signatures above are what callers see.
type Loose = {
  where(column: string, operator: string, value: unknown): never;
  values(rows: unknown): never;
  set(values: unknown): Loose;
};

export function tenantQueries(db: Kysely<Database>, tenantId: TenantId): TenantQueries {
  const scoped = (query: unknown, table: string): never =>
    (query as Loose).where(`${table}.tenant_id`, '=', tenantId);
  return {
    tenantId,
    selectFrom: (table) => scoped(db.selectFrom(table as never), table),
    deleteFrom: (table) => scoped(db.deleteFrom(table as never), table),
    update: (table, values) =>
      scoped((db.updateTable(table as never) as unknown as Loose).set(values), table),
    insertInto: (table, rows) => {
      const owned = (Array.isArray(rows) ? rows : [rows]).map((row) => ({ ...row, tenant_id: tenantId }));
      return (db.insertInto(table as never) as unknown as Loose).values(owned);
    },
  };
}
