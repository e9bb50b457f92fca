import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Kysely } from 'kysely';
import type { HotStatement } from './hot-statement.ts';
import type { Database } from './schema.ts';
import type { TenantQueries } from './tenant-queries.ts';

/** What one connection or one transaction can ask. */
export interface Queries {
  readonly engine: 'sqlite' | 'postgres';
  /** The tables of one tenant; there is no other way to them for the code of a request. */
  tenant(id: TenantId): TenantQueries;
  /** The tables of all tenants: for start-up, sweeps and the operator's commands only. */
  readonly everyTenant: Kysely<Database>;
  /** Runs a statement that was compiled once; see `hotStatement`. */
  run<Params extends readonly unknown[], Row>(
    statement: HotStatement<Params, Row>,
    ...params: Params
  ): Promise<Row[]>;
  /** Runs one that writes, once for each list of values; answers how many rows each changed. */
  changeEach<Params extends readonly unknown[]>(
    statement: HotStatement<Params, unknown>,
    each: readonly Params[],
  ): Promise<number[]>;
}

/** Where Inlay keeps its own state. */
export interface Store extends Queries {
  /**
   * Runs `work` as one transaction; when the promise resolves, what it wrote survives a power cut.
   * `work` only queries: other writers may be waiting for it.
   */
  write<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;
  /** Like `write`, for a single statement: it needs no other words to be a transaction. */
  writeByOne<Params extends readonly unknown[], Row>(
    statement: HotStatement<Params, Row>,
    ...params: Params
  ): Promise<Row[]>;
  /** Like `write`, but everything `work` reads is of one moment and nothing is written. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
