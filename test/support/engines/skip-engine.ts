import type { EngineName } from '@inlay/server/platform/engines/engines';
import { skipWithoutMariadb } from '../start-mariadb.ts';

/** `npm run test:engines` runs every suite for one engine at a time, and names it here. */
const chosen = process.env.INLAY_TEST_ENGINES?.split(',');

export const NOT_CHOSEN = 'INLAY_TEST_ENGINES names other engines';

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
