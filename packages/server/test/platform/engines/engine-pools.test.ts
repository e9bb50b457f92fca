import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import type {
  ConnectionConfig,
  Credential,
  NetworkConnection,
} from '../../../src/platform/engines/connection-config.ts';
import type { Engine } from '../../../src/platform/engines/engine.ts';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';
import { EnginePools } from '../../../src/platform/engines/engine-pools.ts';
import { rejectsWith } from './rejects-with.ts';

const TENANTS = { t1: 't1' as TenantId, t2: 't2' as TenantId };

function connection(user: string, password = 'p'): NetworkConnection {
  return {
    engine: 'postgres',
    host: 'db',
    database: 'd',
    user,
    password: { reveal: () => password },
    tls: 'verified',
  };
}

function makePools({ maxEngines = 2, idleMs = 60_000, failures = 0 } = {}) {
  const log: string[] = [];
  const time = fakeTime();
  let failuresLeft = failures;
  const pools = new EnginePools({
    maxEngines,
    idleMs,
    time,
    async open(config: ConnectionConfig): Promise<Engine> {
      const name = `${config.user}/${(config.password as Credential).reveal()}`;
      log.push(`open ${name}`);
      if (failuresLeft-- > 0) throw new EngineError('UNREACHABLE');
      return {
        describe: async () => [],
        describeStatement: async () => [],
        query: async () => ({ columns: [], rowCount: 0, truncated: false }),
        test: async () => {},
        close: async () => void log.push(`close ${name}`),
      };
    },
  });
  return { pools, log, time };
}

test('engine pools: viewers with the same credential share an engine, others never do', async () => {
  const { pools, log } = makePools({ maxEngines: 10 });
  const [a, b] = await Promise.all([
    pools.lease(TENANTS.t1, connection('ada')),
    pools.lease(TENANTS.t1, connection('ada')),
  ]);
  assert.equal(a.engine, b.engine);
  const others = [
    await pools.lease(TENANTS.t1, connection('ada', 'q')),
    await pools.lease(TENANTS.t1, connection('bo')),
    await pools.lease(TENANTS.t2, connection('ada')),
    await pools.lease(TENANTS.t1, { ...connection('ada'), host: 'other' }),
    await pools.lease(TENANTS.t1, { ...connection('ada'), tls: 'off' }),
    // Fields must not run into one another.
    await pools.lease(TENANTS.t1, { ...connection('ada'), host: 'd', database: 'b' }),
  ];
  assert.equal(new Set([a, ...others].map(({ engine }) => engine)).size, 7);
  assert.equal(log.length, 7);
});

test('engine pools: evict the least recently used engine, but never one in use', async () => {
  const { pools, log } = makePools({ maxEngines: 2 });
  const ada = await pools.lease(TENANTS.t1, connection('ada'));
  const bo = await pools.lease(TENANTS.t1, connection('bo'));
  await rejectsWith('TOO_BUSY', pools.lease(TENANTS.t1, connection('cy')));
  (await pools.lease(TENANTS.t1, connection('ada'))).release();
  ada.release();
  bo.release();
  await pools.lease(TENANTS.t1, connection('cy'));
  await new Promise(setImmediate);
  assert.deepEqual(log.slice(0, 2), ['open ada/p', 'open bo/p']);
  assert.deepEqual(log.slice(2).sort(), ['close bo/p', 'open cy/p']);
  assert.equal(pools.size, 2);
});

test('engine pools: close an engine when it is idle, not while it is in use', async () => {
  const { pools, log, time } = makePools({ idleMs: 1000 });
  const first = await pools.lease(TENANTS.t1, connection('ada'));
  const second = await pools.lease(TENANTS.t1, connection('ada'));
  first.release();
  first.release();
  await time.advance(1000);
  assert.deepEqual(log, ['open ada/p']);
  second.release();
  await time.advance(999);
  assert.deepEqual(log, ['open ada/p']);
  await time.advance(1);
  assert.deepEqual(log, ['open ada/p', 'close ada/p']);
  assert.equal(pools.size, 0);
});

test('engine pools: retry an engine that failed to open', async () => {
  const { pools } = makePools({ failures: 1 });
  await rejectsWith('UNREACHABLE', pools.lease(TENANTS.t1, connection('ada')));
  assert.ok((await pools.lease(TENANTS.t1, connection('ada'))).engine);
});

test('engine pools: closing them closes all engines and opens no more', async () => {
  const { pools, log } = makePools();
  await pools.lease(TENANTS.t1, connection('ada'));
  await pools.lease(TENANTS.t1, connection('bo'));
  await pools.close();
  assert.deepEqual(log.slice(2).sort(), ['close ada/p', 'close bo/p']);
  await rejectsWith('CANCELLED', pools.lease(TENANTS.t1, connection('ada')));
});
