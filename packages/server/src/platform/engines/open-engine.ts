import type { EgressRules } from '../egress/egress-rules.ts';
import { isPlainHost, PLAIN_HOST } from '../egress/plain-host.ts';
import type { NetworkConnection } from './connection-config.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import type { PoolSize } from './pool-size.ts';

export interface EngineEnvironment {
  readonly egress: EgressRules;
  readonly poolSize: PoolSize;
}

/** Opens the database that a connection names. Drivers load on first use: a server without MySQL never loads its driver. */
export async function openEngine(
  config: NetworkConnection,
  { egress, poolSize }: EngineEnvironment,
): Promise<Engine> {
  assertPlainHost(config.host);
  switch (config.engine) {
    case 'postgres':
      return (await import('./postgres/driver.ts')).openPostgres(config, egress, poolSize);
    case 'mysql':
      return (await import('./mysql/driver.ts')).openMysql(config, egress, poolSize);
    case 'clickhouse':
      return (await import('./clickhouse/driver.ts')).openClickhouse(config, egress, poolSize);
    case 'trino':
      return (await import('./trino/driver.ts')).openTrino(config, egress, poolSize);
  }
}

/** Again, although it was checked when saved: a connection may come from a restore, or from before the check. */
function assertPlainHost(host: string): void {
  if (!isPlainHost(host)) throw new EngineError('BAD_CONNECTION', { message: `The host ${PLAIN_HOST}.` });
}
