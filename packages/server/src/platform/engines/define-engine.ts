import type { EgressRules } from '../egress/egress-rules.ts';
import type { Dialect } from '../query/text/dialect.ts';
import type { Time } from '../time/time.ts';
import type { ConnectionConfig } from './connection-config.ts';
import type { ConnectionFields, ResolvedConnection } from './connection-field.ts';
import type { DuckdbChildren } from './duckdb/duckdb-children.ts';
import type { Engine } from './engine.ts';
import type { PoolSize } from './pool-size.ts';

/** What a driver needs to open a connection. */
export interface DriverEnvironment {
  readonly egress: EgressRules;
  readonly poolSize: PoolSize;
  readonly time: Time;
}

/** What an engine that reads files on this machine is given. */
export interface FilesEnvironment {
  readonly files: TenantFiles;
  readonly time: Time;
}

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
   * Reads files on this machine: separate queue, no circuit breaker, results cached until the next upload. Absent for a
   * database over the network, whose driver is in `network/drivers.ts`. Import what it needs here, on first use.
   */
  openFiles?(connection: ConnectionConfig, environment: FilesEnvironment): Promise<Engine>;
}

/** Checks a definition and types what `openFiles` receives by the engine's own fields. */
export function defineEngine<const Name extends string, const Fields extends ConnectionFields>({
  openFiles,
  ...definition
}: Omit<EngineDefinition<Name>, 'fields' | 'openFiles'> & {
  readonly fields: Fields;
  openFiles?(connection: ResolvedConnection<Fields>, environment: FilesEnvironment): Promise<Engine>;
}): EngineDefinition<Name> {
  if (openFiles === undefined) return definition;
  return {
    ...definition,
    // Connections resolve to the values of the engine's fields (`resolveConnection`).
    openFiles: (connection, environment) => openFiles(connection as ResolvedConnection<Fields>, environment),
  };
}
