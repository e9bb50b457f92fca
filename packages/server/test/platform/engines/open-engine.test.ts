import { test } from 'node:test';
import { ENGINES } from '../../../src/platform/engines/engines.ts';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import { LOCAL, readUrl } from './engine-fixture.ts';
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
    for (const { name } of ENGINES.filter(({ fields }) => 'host' in fields)) {
      const config = { ...readUrl(name, 'http://u:p@db/d'), host };
      await rejectsWith('BAD_CONNECTION', openEngine(config, LOCAL));
    }
  });
}
