import type { ConnectionConfig } from './connection-config.ts';
import type { DriverEnvironment, FilesEnvironment } from './define-engine.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { engineNamed } from './engines.ts';
import { type NetworkPlace, openNetworkEngine } from './network/open-network-engine.ts';

/** What the server opens connections with. */
export interface EngineEnvironment extends DriverEnvironment, FilesEnvironment {
  readonly network: NetworkPlace;
}

/** Opens the database that a connection names. */
export async function openEngine(config: ConnectionConfig, environment: EngineEnvironment): Promise<Engine> {
  const engine = engineNamed(config.engine);
  for (const [name, field] of Object.entries(engine.fields)) {
    // Checked again after saving: a connection may come from a restore, or predate the check.
    const value = config[name];
    const problem = typeof value === 'string' ? field.problemWith?.(value) : undefined;
    if (problem !== undefined)
      throw new EngineError('BAD_CONNECTION', { message: `The field ${name} ${problem}.` });
  }
  return (
    engine.openFiles?.(config, environment) ?? openNetworkEngine(config, environment, environment.network)
  );
}
