import type { ConnectionConfig } from './connection-config.ts';
import type { EngineEnvironment } from './define-engine.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { engineNamed } from './engines.ts';

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
  return engine.open(config, environment);
}
