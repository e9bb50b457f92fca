import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { countedVerifications } from '../../../support/tokens/counted-verifications.ts';
import { newPerson } from '../../../support/users/people.ts';

const UNKNOWN = 'nobody@demo.test';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 7: a failed login does not reveal whether a user exists, on ${engine}`, () => {
    const { passwords, count } = countedVerifications();
    const inlay = useInlay(makeStore, { passwords });
    const names: Record<string, string> = { unknown: UNKNOWN };
    before(async () => {
      names.known = (await newPerson(inlay)).username;
      names.disabled = (await newPerson(inlay, { status: 'disabled' })).username;
      names['known without a password'] = 'passwordless@demo.test';
      const body = { username: names['known without a password'] };
      const { status } = await inlay.call('/api/v0/users', { token: await inlay.adminToken(), body });
      assert.equal(status, 201);
    });

    it('by text, status or headers', async () => {
      const responses = await Promise.all(
        Object.values(names).map(async (username) => {
          const { status, headers, body } = await inlay.login(username, 'wrong');
          const { date, 'x-request-id': id, ...others } = headers;
          assert.ok(date && id);
          return { status, body, others };
        }),
      );
      assert.equal(responses[0]?.status, 401);
      for (const response of responses) assert.deepEqual(response, responses[0]);
      inlay.pass(60_000);
    });

    it('by the block', async () => {
      const statuses: Record<string, number[]> = {};
      for (const [kind, username] of Object.entries(names)) {
        statuses[kind] = [];
        for (let attempt = 0; attempt < 7; attempt += 1)
          statuses[kind].push((await inlay.login(username, 'wrong')).status);
      }
      for (const responses of Object.values(statuses))
        assert.deepEqual(responses, [401, 401, 401, 401, 401, 429, 429]);
      inlay.pass(60_000);
    });

    it('by the time it takes: one password is verified for each', async () => {
      for (const [kind, username] of Object.entries(names)) {
        const before = count();
        assert.equal((await inlay.login(username, 'wrong')).status, 401);
        assert.equal(count() - before, 1, kind);
      }
    });
  });
}
