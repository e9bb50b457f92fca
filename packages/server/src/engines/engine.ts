import type { Cell, ColumnType } from '@inlay/protocol/result';

export type EngineName = 'duckdb' | 'postgres' | 'mysql' | 'clickhouse' | 'trino';

/** A statement whose values are all parameters; `$1`-style or `?`-style as the engine's dialect wrote it. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly StatementParam[];
}

export type StatementParam = string | number | bigint | boolean | null;

export interface QueryLimits {
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** Rows in the order the engine gave them, column by column, converted to the cells of the protocol. */
export interface EngineResult {
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly values: readonly Cell[];
  }[];
  readonly rowCount: number;
  readonly truncated: boolean;
}

export interface TableDescription {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly nullable: boolean;
  }[];
}

/** One open way to one database, as one database user. */
export interface Engine {
  readonly name: EngineName;
  /** Tables that this database user can read. */
  describe(signal?: AbortSignal): Promise<readonly TableDescription[]>;
  /** Names and types of what a statement would answer, without running it to the end. */
  describeStatement(statement: Statement, signal?: AbortSignal): Promise<EngineResult['columns']>;
  query(statement: Statement, limits: QueryLimits, signal?: AbortSignal): Promise<EngineResult>;
  /** Resolves when the database answers; rejects with an `EngineError` that says what to change. */
  test(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
