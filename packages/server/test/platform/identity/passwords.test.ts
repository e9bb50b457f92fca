import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { cpuInTurn } from '../../../../../test/support/time/cpu-in-turn.ts';
import { createQueues } from '../../../src/platform/concurrency/create-queues.ts';
import type { QueueKey } from '../../../src/platform/concurrency/fair-queue.ts';
import { turnOfImport, turnOfLogin } from '../../../src/platform/identity/hashing-turns.ts';
import { createPasswords } from '../../../src/platform/identity/passwords.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const tenantId = 'demo' as TenantId;
const login = (ip: string, name = 'ann') => turnOfLogin(tenantId, ip, name);
const openPasswords = () =>
  createPasswords(createQueues({ metrics: createMetrics(), time: systemTime }, LIMITS).hashing);

it('passwords: a login overtakes a file of passwords that is being hashed', async () => {
  const { hashing } = createQueues({ metrics: createMetrics(), time: systemTime }, LIMITS);
  const begun: QueueKey[] = [];
  const passwords = createPasswords({
    ...hashing,
    run: (key, task, signal) =>
      hashing.run(
        key,
        () => {
          begun.push(key);
          return task();
        },
        signal,
      ),
  });
  const stored = await passwords.hash('the right one', login('192.0.2.1'));
  begun.length = 0;
  const stop = new AbortController();
  const file = Array.from({ length: 60 }, (_, index) =>
    passwords.hash(`password ${index}`, turnOfImport(tenantId), stop.signal),
  );
  const turn = login('192.0.2.1');
  assert.equal(await passwords.verify(stored, 'the right one', turn), true);
  // Those that run are finished first, and the file takes a turn now and then.
  const ahead = begun.indexOf(turn);
  assert.ok(ahead >= 0 && ahead <= 6, `${ahead} of the file were hashed first`);
  // The rest would take longer than a slow machine lets it wait.
  stop.abort();
  await Promise.allSettled(file);
});

it('passwords: hashing stops when an import is canceled', async () => {
  const passwords = openPasswords();
  const stop = new AbortController();
  const hashes = Array.from({ length: 60 }, (_, index) =>
    passwords.hash(`password ${index}`, turnOfImport(tenantId), stop.signal),
  );
  stop.abort();
  const made = (await Promise.allSettled(hashes)).filter(({ status }) => status === 'fulfilled');
  assert.ok(made.length <= 6, `${made.length} were hashed`);
});

const LIMITS = { maxChildren: 2, maxJobs: 4, queryMs: 30_000 };

it('passwords: addresses of one IPv6 network are one source, IPv4 addresses in IPv6 form are not', () => {
  assert.deepEqual(login('2001:db8:0:1::5'), login('2001:db8:0:1:ffff::6'));
  assert.notDeepEqual(login('2001:db8:0:1::5'), login('2001:db8:0:2::5'));
  assert.deepEqual(login('::ffff:192.0.2.1'), login('192.0.2.1'));
  assert.notDeepEqual(login('::ffff:192.0.2.1'), login('::ffff:192.0.2.2'));
});

it('passwords: verifying one for an unknown user takes as much work as for a known one', async () => {
  const passwords = openPasswords();
  const stored = await passwords.hash('the right one', login('192.0.2.1'));
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const [known, unknown] = await cpuInTurn(
    8,
    () => passwords.verify(stored, 'a wrong one', login('192.0.2.1')),
    () => passwords.verify(undefined, 'a wrong one', login('192.0.2.1')),
  );
  assert.ok(known < 1.5 * unknown && unknown < 1.5 * known, `${known} and ${unknown} µs`);
});
