import type { ColumnType } from '@inlay/protocol/result';
import type { EngineName } from '@inlay/server/platform/engines/engines';

/** An engine as the tests use it, defined once in a folder of its own: what its suites need, and how its SQL differs. */
export interface EngineUnderTest {
  readonly name: EngineName;
  /** The product that the suites run against. */
  readonly label: string;
  /** Why its tests cannot run here, or false. */
  missing(): string | false;
  /** For `npm run test:engines`: finds or starts a server, and sets the variables by which the tests find it. */
  find(): Promise<FoundEngine>;
  /** Absent if its tables are uploaded files. */
  readonly server?: {
    start(): Promise<RunningServer>;
    /** Creates a database on the server at the URL and runs statements in it. */
    fill(url: string, database: string, statements: readonly string[]): Promise<FilledDatabase>;
  };
  readonly sql: EngineSql;
  /** Queries of random models take seconds each, so fewer models are tried. */
  readonly maxModels?: number;
  /** May refuse a valid query of several related datasets as too complex. */
  readonly limitsComplexity?: boolean;
}

export interface FoundEngine {
  /** What the suites run against, with its version. */
  readonly ranOn: string;
  stop?(): Promise<void>;
}

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The database that this URL now names; `drop` removes it. */
export interface FilledDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** `local` is a date and time without a time zone. */
export type SqlType = ColumnType | 'local';

export interface EngineSql {
  readonly quote: '"' | '`';
  /** Types of columns, which may be null. */
  readonly types: Readonly<Record<Exclude<SqlType, 'decimal'>, string>>;
  decimal(digits: number, places: number): string;
  /** The type of a column that may be null. */
  nullable(type: string): string;
  /** What follows the columns of a new table. */
  readonly tableSuffix: string;
  /** A value that `INSERT … VALUES` accepts. Dates and times are given as ISO 8601 has them. */
  literal(value: string | number | boolean | null, type: SqlType): string;
}

/** The server at an address that a variable names. */
export function serverAt(variable: string): Pick<EngineUnderTest, 'missing'> & {
  start(): Promise<RunningServer>;
} {
  return {
    missing: () =>
      process.env[variable] ? false : `${variable} is not set: npm run test:engines starts a server`,
    start: async () => ({ url: process.env[variable] ?? '', stop: async () => {} }),
  };
}
