import { ALL_PERMISSIONS } from '@inlay/protocol/permission';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createApiKey, operatorOfKeys } from '../packages/server/src/features/api-keys/manage-api-keys.ts';
import { authenticateKey } from '../packages/server/src/platform/identity/api-keys.ts';
import type { Store } from '../packages/server/src/platform/store/store.ts';
import { systemTime } from '../packages/server/src/platform/time/time.ts';
import {
  postgresStore,
  sqliteStore,
  startInlay,
  type TestStore,
} from '../test/support/server/start-inlay.ts';
import { openTestStore } from '../test/support/stores/open-test-store.ts';
import { printTable, us } from './table.ts';

const tenantId = 'demo' as TenantId;
const KEYS = 500;
const CHECKS = 20_000;
/** What checking a key may add to a request. */
const LIMIT_MICROSECONDS = 100;

/** From an API key to what it may do, among as many keys as a tenant can have, with networks to check. */
export async function benchApiKeys(): Promise<void> {
  const sqlite = await measureOn(await sqliteStore());
  const postgres = await measureOn(await postgresStore());
  printTable('Check of an API key', [
    {
      what: `SQLite, ${KEYS} keys, one check after the other`,
      figure: `${us(sqlite)} CPU`,
      ratio: (sqlite / LIMIT_MICROSECONDS).toFixed(2),
      target: `≤ ${us(LIMIT_MICROSECONDS)}`,
      met: sqlite <= LIMIT_MICROSECONDS,
    },
    { what: 'PostgreSQL, the same, CPU of this process', figure: `${us(postgres)} CPU` },
  ]);
}

async function measureOn(place: TestStore): Promise<number> {
  await (await startInlay(place)).close();
  const store = await openTestStore(place);
  try {
    const keys: string[] = [];
    for (let index = 0; index < KEYS; index += 1) {
      const wanted = {
        name: `key ${index}`,
        scopes: ALL_PERMISSIONS,
        networks: ['10.0.0.0/8', '203.0.113.0/24'],
      };
      keys.push((await createApiKey({ store, time: systemTime }, tenantId, wanted, operatorOfKeys)).key);
    }
    await check(store, keys, CHECKS);
    const before = process.cpuUsage();
    await check(store, keys, CHECKS);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / CHECKS;
  } finally {
    await store.close();
    await place.drop();
  }
}

async function check(store: Store, keys: readonly string[], times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const presented = { key: keys[index % KEYS] as string, address: '203.0.113.7' };
    const found = await authenticateKey(store, tenantId, presented, Date.now());
    if (!found) throw new Error('A good key was refused.');
  }
}
