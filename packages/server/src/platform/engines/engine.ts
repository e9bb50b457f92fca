import type { Cell, ColumnType } from '@inlay/protocol/result';

/**
 * One reading statement whose values are all parameters, marked as the engine's dialect marks them: `$1`, `$2` for
 * DuckDB and PostgreSQL, `?` for MySQL and Trino, `{p1:Type}`, `{p2:Type}` for ClickHouse.
 */
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

/** For one use of a connection. */
export interface ReadingLimits extends Pick<QueryLimits, 'timeoutMs' | 'maxBytes'> {
  readonly signal: AbortSignal | undefined;
}

export interface EngineColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Rows in the order the engine gave them, column by column, converted to the cells of the protocol. */
export interface EngineResult {
  readonly columns: readonly (EngineColumn & { readonly values: readonly Cell[] })[];
  readonly rowCount: number;
  /** Reading stopped at a limit: there was more. */
  readonly truncated: boolean;
}

/** Takes rows of a result before the result is complete: cells by column, then by row. */
export type SendBatch = (values: readonly (readonly Cell[])[]) => Promise<void>;

export interface TableDescription {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly (EngineColumn & { readonly nullable: boolean })[];
}

/** Columns of a table whose values are keys of another one, in the same order. */
export interface ForeignKey {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly otherSchema: string;
  readonly otherTable: string;
  readonly otherColumns: readonly string[];
  /** The database refuses two rows with the same key in the other table. */
  readonly isUnique: boolean;
}

/** An open database, as one database user. Every rejection is an `EngineError`. */
export interface Engine {
  /** Tables that this database user can read. */
  describe(signal?: AbortSignal): Promise<readonly TableDescription[]>;
  /** Foreign keys between tables that this database user can read. Absent where the engine has none. */
  foreignKeys?(signal?: AbortSignal): Promise<readonly ForeignKey[]>;
  /** Names and types of the columns that a statement would return, without running it to the end. */
  describeStatement(statement: Statement, signal?: AbortSignal): Promise<readonly EngineColumn[]>;
  /** With `send`, the values of a large result leave in batches, and the result has those after the last one. */
  query(
    statement: Statement,
    limits: QueryLimits,
    signal?: AbortSignal,
    send?: SendBatch,
  ): Promise<EngineResult>;
  /** Resolves when the database responds; rejects with an `EngineError` that says what to change. */
  test(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
