import type { EgressRules } from '../egress/egress-rules.ts';
import type { Dialect } from '../query/sql/dialect.ts';
import type { Time } from '../time/time.ts';
import type { ConnectionConfig } from './connection-config.ts';
import type { ConnectionFields, ResolvedConnection } from './connection-field.ts';
import type { DuckdbChildren } from './duckdb/duckdb-children.ts';
import type { Engine } from './engine.ts';
import type { PoolSize } from './pool-size.ts';

/** Services of the server that engines can use to open a connection. */
export interface EngineEnvironment {
  readonly egress: EgressRules;
  readonly poolSize: PoolSize;
  readonly time: Time;
  readonly files: TenantFiles;
}

/** What a database over the network needs. */
export type NetworkEnvironment = Pick<EngineEnvironment, 'egress' | 'poolSize' | 'time'>;

export interface TenantFiles {
  /** The folder of the tenant's uploads. */
  readonly folder: string;
  readonly children: DuckdbChildren;
}

/** An engine, defined once: connection form, API, reference and queries derive from it (ADR 265). */
export interface EngineDefinition<Name extends string = string> {
  /** Stored as the `kind` of connections: it never changes. */
  readonly name: Name;
  readonly label: string;
  /** One sentence for the list of engines. */
  readonly about: string;
  /** An example name for a connection. */
  readonly example: string;
  readonly fields: ConnectionFields;
  readonly dialect: Dialect;
  /** The closest syntax that the SQL editor can highlight. */
  readonly highlighting: 'postgresql' | 'mariadb' | 'standard';
  /**
   * Reads the tenant's uploads on this machine: separate queue, no circuit breaker, results cached until the next
   * upload.
   */
  readonly readsFiles?: boolean;
  /** Import the driver here, so that a server that never uses the engine never loads its driver. */
  open(connection: ConnectionConfig, environment: EngineEnvironment): Promise<Engine>;
}

/** Checks a definition and types what `open` receives by the engine's own fields. */
export function defineEngine<const Name extends string, const Fields extends ConnectionFields>(
  definition: Omit<EngineDefinition<Name>, 'fields' | 'open'> & {
    readonly fields: Fields;
    open(connection: ResolvedConnection<Fields>, environment: EngineEnvironment): Promise<Engine>;
  },
): EngineDefinition<Name> {
  return {
    ...definition,
    // Connections resolve to the values of the engine's fields (`resolveConnection`).
    open: (connection, environment) => definition.open(connection as ResolvedConnection<Fields>, environment),
  };
}
