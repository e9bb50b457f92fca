import type { NetworkConnection } from '../connection-config.ts';
import type { DriverEnvironment } from '../define-engine.ts';
import type { Engine } from '../engine.ts';

type Driver = (connection: NetworkConnection, environment: DriverEnvironment) => Engine;

/** Where each driver is, one line per engine. Loaded with the first connection of its kind, in an engine process only. */
export const DRIVERS: Readonly<Record<string, () => Promise<Driver>>> = {
  clickhouse: async () => (await import('../clickhouse/driver.ts')).openClickhouse,
  mysql: async () => (await import('../mysql/driver.ts')).openMysql,
  postgres: async () => (await import('../postgres/driver.ts')).openPostgres,
  trino: async () => (await import('../trino/driver.ts')).openTrino,
};
