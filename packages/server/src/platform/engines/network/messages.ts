import type { TraceContext } from '../../tracing/current-trace.ts';
import type { NetworkConnection } from '../connection-config.ts';
import type { EngineColumn, ForeignKey, QueryLimits, Statement, TableDescription } from '../engine.ts';
import type { PoolSize } from '../pool-size.ts';
import type { SentResult } from '../process/join-batches.ts';

/** With the password in plain text: it is sent over a pipe that only the two processes have. */
export type SentConnection = Omit<NetworkConnection, 'password'> & { readonly password: string };

/** A database that a process is to connect to. */
export interface OpenPool {
  readonly kind: 'open';
  readonly pool: number;
  readonly tenant: string;
  readonly connection: SentConnection;
  /** Of the tenant's egress rules. */
  readonly networks: readonly string[];
  readonly poolSize: PoolSize;
}

export type NetworkNote = OpenPool | { readonly kind: 'close'; readonly pool: number };

type Reading =
  | { readonly kind: 'query'; readonly statement: Statement; readonly limits: QueryLimits }
  | { readonly kind: 'describeStatement'; readonly statement: Statement }
  | { readonly kind: 'describe' }
  | { readonly kind: 'foreignKeys' }
  | { readonly kind: 'test' };

export type NetworkJob = Reading & { readonly pool: number; readonly trace: TraceContext | undefined };

export interface NetworkResults {
  readonly query: SentResult;
  readonly describeStatement: readonly EngineColumn[];
  readonly describe: readonly TableDescription[];
  /** Empty where the engine has none. */
  readonly foreignKeys: readonly ForeignKey[];
  readonly test: null;
}
