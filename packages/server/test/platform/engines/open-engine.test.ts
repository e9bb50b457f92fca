import { test } from 'node:test';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import { LOOPBACK, POOL_SIZE, readUrl } from './engine-fixture.ts';
import { rejectsWith } from './rejects-with.ts';

for (const host of [
  '',
  '/var/run/postgresql',
  'db/..',
  'http://db',
  'db@other',
  'db?x',
  'db#x',
  'a b',
  '127.1',
  '::ffff:127.0.0.1',
  'db.example.com.',
  '\\\\.\\pipe\\x',
]) {
  test(`refuses ${JSON.stringify(host)} as a host`, async () => {
    for (const engine of ['postgres', 'mysql', 'clickhouse', 'trino'] as const) {
      const config = { ...readUrl(engine, 'http://u:p@db/d'), host };
      await rejectsWith('BAD_CONNECTION', openEngine(config, { egress: LOOPBACK, poolSize: POOL_SIZE }));
    }
  });
}
