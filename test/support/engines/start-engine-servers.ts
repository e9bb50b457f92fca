import type { EngineName } from '@inlay/server/platform/engines/engines';
import type { FoundEngine } from './engine-under-test.ts';
import { ENGINE_NAMES, TEST_ENGINES } from './test-engines.ts';

/** An engine of the matrix. */
export interface EngineServer extends Partial<FoundEngine> {
  readonly engine: EngineName;
  readonly name: string;
  /** Why there is nothing to run them against. */
  readonly missing?: string;
}

/** Starts the servers that are not given by a URL, and sets the variables by which the tests find them. */
export async function startEngineServers(chosen: readonly string[]): Promise<readonly EngineServer[]> {
  const unknown = chosen.find((engine) => !ENGINE_NAMES.some((known) => known === engine));
  if (unknown !== undefined)
    throw new Error(`There is no engine '${unknown}'. There are: ${ENGINE_NAMES.join(', ')}.`);
  const servers: EngineServer[] = [];
  for (const engine of ENGINE_NAMES) {
    if (chosen.length > 0 && !chosen.includes(engine)) continue;
    const { label: name, find } = TEST_ENGINES[engine];
    console.log(`Starting ${name} …`);
    try {
      servers.push({ engine, name, ...(await find()) });
    } catch (error) {
      servers.push({ engine, name, missing: reasonOf(error) });
    }
  }
  return servers;
}

/** A failed download says why in the error below it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  return error.cause instanceof Error ? `${line} (${error.cause.message})` : line;
}
