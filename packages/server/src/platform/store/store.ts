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

/** For lists, which may count or skip many rows. */
export interface ListQueries extends Queries {
  /**
   * Candidates of a search by folded text, from SQLite's full-text index: the caller still compares. Nothing where every
   * user has to be compared, and always nothing on PostgreSQL, whose planner uses its index by itself.
   */
  findUsers(tenantId: TenantId, text: string): Promise<readonly string[] | undefined>;
}

/** Where Inlay keeps its own state. */
export interface Store extends Queries {
  /** On SQLite the tenants' tables are read by threads, so that a long read does not stop the event loop. */
  readonly lists: ListQueries;
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
  /** Builds what a migration leaves to the background; ends when there is nothing left to do. */
  buildIndexes(build: IndexBuild): Promise<void>;
  /** Rejects where the store does not answer. Replaces connections that are stuck. */
  checkRead(): Promise<void>;
  /** Rejects where the store cannot be written: it is read-only, or its disk is full. */
  checkWrite(): Promise<void>;
  close(): Promise<void>;
}

export interface IndexBuild {
  readonly signal: AbortSignal;
  /** Told once what an operator should know: searches stay slow, but right. */
  readonly warn: (message: string) => void;
}
