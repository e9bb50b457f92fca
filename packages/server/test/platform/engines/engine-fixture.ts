import { makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import type { NetworkConnection } from '../../../src/platform/engines/connection-config.ts';
import { childrenLimits, DuckdbChildren } from '../../../src/platform/engines/duckdb/duckdb-children.ts';
import type { Engine } from '../../../src/platform/engines/engine.ts';
import type { EngineName } from '../../../src/platform/engines/engines.ts';
import { NetworkProcesses } from '../../../src/platform/engines/network/network-processes.ts';
import { type EngineEnvironment, openEngine } from '../../../src/platform/engines/open-engine.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

/** A value of the type that the marker stands for, as each dialect writes bound parameters. */
export type ParameterType = 'string' | 'integer' | 'number' | 'boolean';

/** A running database that the common suite asks in its own dialect. */
export interface EngineFixture {
  readonly name: EngineName;
  /** One row with the columns that the suite expects, `day` to `ratio`. */
  readonly typesSql: string;
  /** The value of the column `nested`, where the engine cannot hold the usual one. */
  readonly nested?: unknown;
  /** Integers from 1 to `count` as the column `n`. */
  numbersSql(count: number): string;
  /** Texts of 1,000 characters, `count` of them. */
  textsSql(count: number): string;
  /** Would run for minutes. */
  readonly endlessSql: string;
  /** A division by zero or the like that fails only while it runs, on a value that must not be shown. */
  readonly failingSql: string;
  /** Statements that would change something. */
  readonly writingSql: readonly string[];
  parameter(position: number, type: ParameterType): string;
  /** A table named `types` with at least the columns `day` and `amount`. */
  readonly schema: string;
  /** How many statements the server runs for us right now, when that can be asked. */
  countRunning?(): Promise<number>;
  open(): Promise<Engine>;
  /** For databases over the network: the way to them. */
  readonly network?: NetworkConnection;
  stop(): Promise<void>;
}

export const LOOPBACK = makeEgressRules(['127.0.0.0/8', '::1'], systemTime);
export const LOCAL: EngineEnvironment = {
  egress: LOOPBACK,
  poolSize: { maxConnections: 3, idleMs: 10_000 },
  time: systemTime,
  files: { folder: '', children: new DuckdbChildren(childrenLimits(), systemTime) },
  network: { processes: new NetworkProcesses({ time: systemTime }), key: 'bG9jYWw=', tenant: 'local' },
};

export function openLocal(config: NetworkConnection): Promise<Engine> {
  return openEngine(config, LOCAL);
}

export function readUrl(engine: EngineName, address: string): NetworkConnection {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  return {
    engine,
    host: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: { reveal: () => password },
    tls: url.protocol === 'https:' ? 'verified' : 'off',
  };
}
