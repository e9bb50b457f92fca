import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Kysely } from 'kysely';
import type { HotStatement } from './hot-statement.ts';
import type { Database } from './schema.ts';
import type { TenantQueries } from './tenant-queries.ts';

/** Queries on one connection or in one transaction. */
export interface Queries {
  readonly engine: 'sqlite' | 'postgres';
  /** The tables of one tenant: the only access for code that handles requests. */
  tenant(id: TenantId): TenantQueries;
  /** The tables of all tenants: only for startup, sweeps and operator commands. */
  readonly everyTenant: Kysely<Database>;
  /** Runs a precompiled statement; see `hotStatement`. */
  run<Params extends readonly unknown[], Row>(
    statement: HotStatement<Params, Row>,
    ...params: Params
  ): Promise<Row[]>;
  /** Runs a writing statement once per list of values; returns how many rows each changed. */
  changeEach<Params extends readonly unknown[]>(
    statement: HotStatement<Params, unknown>,
    each: readonly Params[],
  ): Promise<number[]>;
}

/** For lists, which may count or skip many rows. */
export interface ListQueries extends Queries {
  /**
   * Search candidates from SQLite's full-text index, for the caller to compare. Undefined where every user must be
   * compared, and always on PostgreSQL, whose planner uses its index by itself.
   */
  findUsers(tenantId: TenantId, text: string): Promise<readonly string[] | undefined>;
}

/** The database of Inlay's own state. */
export interface Store extends Queries {
  /** On SQLite these queries run on threads, so that a long read does not block the event loop. */
  readonly lists: ListQueries;
  /**
   * Runs `work` as one transaction; once the promise resolves, its writes survive a power cut. `work` must do nothing
   * but query: other writers may be waiting for it.
   */
  write<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;
  /** Like `write`, for a single statement, which is a transaction by itself. */
  writeByOne<Params extends readonly unknown[], Row>(
    statement: HotStatement<Params, Row>,
    ...params: Params
  ): Promise<Row[]>;
  /** Runs `work` read-only on one consistent snapshot. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Builds indexes that migrations leave to the background; resolves when none is left. */
  buildIndexes(build: IndexBuild): Promise<void>;
  /** Rejects if the store does not respond. Replaces connections that hang. */
  checkRead(): Promise<void>;
  /** Rejects if the store is read-only or its disk is full. */
  checkWrite(): Promise<void>;
  close(): Promise<void>;
}

export interface IndexBuild {
  readonly signal: AbortSignal;
  /** Called once with advice for the operator: searches stay slow, but correct. */
  readonly warn: (message: string) => void;
}
