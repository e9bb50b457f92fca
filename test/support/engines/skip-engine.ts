import type { EngineName } from '@inlay/server/platform/engines/engines';
import { skipWithoutMariadb } from '../start-mariadb.ts';

/**
 * `npm test` chooses DuckDB and PostgreSQL, which every machine has; `npm run test:engines` runs every suite for one
 * engine at a time. Without a choice, all that are installed run.
 */
const chosen = process.env.INLAY_TEST_ENGINES?.split(',');

export const NOT_CHOSEN = 'the engine runs in the full tier';

/** The `skip` of an engine's tests: why they cannot run, or false. */
export function skipEngine(engine: EngineName): string | false {
  if (chosen !== undefined && !chosen.includes(engine)) return NOT_CHOSEN;
  if (engine === 'mysql') return skipWithoutMariadb;
  if (engine === 'clickhouse') return skipWithout('INLAY_TEST_CLICKHOUSE_URL');
  if (engine === 'trino') return skipWithout('INLAY_TEST_TRINO_URL');
  return false;
}

function skipWithout(variable: string): string | false {
  return process.env[variable] ? false : `${variable} is not set: npm run test:engines starts a server`;
}
