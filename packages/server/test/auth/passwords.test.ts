import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPasswords } from '../../src/auth/passwords.ts';

it('lets whoever logs in pass a file of passwords that is being hashed', async () => {
  const passwords = await createPasswords();
  const stored = await passwords.hash('the right one');
  let hashed = 0;
  const file = Array.from({ length: 60 }, async (_, index) => {
    await passwords.hashPatiently(`password ${index}`);
    hashed += 1;
  });
  assert.equal(await passwords.verify(stored, 'the right one'), true);
  // Those that had begun are ended; no other comes first.
  assert.ok(hashed <= 6, `${hashed} of the file were hashed first`);
  await Promise.all(file);
});

it('hashes no more of a file that was stopped', async () => {
  const passwords = await createPasswords();
  const stop = new AbortController();
  const hashes = Array.from({ length: 60 }, (_, index) =>
    passwords.hashPatiently(`password ${index}`, stop.signal),
  );
  stop.abort();
  const made = (await Promise.all(hashes)).filter((hash) => hash !== null);
  assert.ok(made.length <= 6, `${made.length} were hashed`);
});
