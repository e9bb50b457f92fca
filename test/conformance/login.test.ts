import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { call } from '../support/api-client.ts';
import { ADMIN, STORES, startInlay, type TestInlay, type TestStore } from '../support/start-inlay.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 4.1, 7, 8: login on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let now = Date.now();
    const clock = () => now;
    const login = (username: string, password: string) =>
      call(`${inlay.url}/api/login`, { body: { username, password } });

    before(async () => {
      store = await makeStore();
      inlay = await startInlay(store, { clock });
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    it('answers a token for a valid username and password', async () => {
      const { status, body } = await login(ADMIN.username, ADMIN.password);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['token']);
    });

    it('refuses an invalid password and an unknown user with the same words', async () => {
      const expected = { statusCode: 401, message: 'Login failed. Invalid username or password' };
      assert.deepEqual((await login(ADMIN.username, 'wrong')).body, expected);
      assert.deepEqual((await login('nobody@demo.test', 'wrong')).body, expected);
      now += 61_000;
    });

    it('refuses every attempt after five invalid ones within a minute, valid ones included', async () => {
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal((await login(ADMIN.username, 'wrong')).status, 401);
      const { status, body, headers } = await login(ADMIN.username, ADMIN.password);
      assert.equal(status, 429);
      assert.deepEqual(body, {
        statusCode: 429,
        message: 'Too many requests in a short time, please wait a bit and try again.',
      });
      assert.equal(headers.get('retry-after'), '60');
      now += 60_000;
      assert.equal((await login(ADMIN.username, ADMIN.password)).status, 200);
    });

    it('gives five refusals and forty-five blocks to fifty wrong attempts at once', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => login('fifty@demo.test', 'wrong')));
      assert.equal(answers.filter(({ status }) => status === 401).length, 5);
      assert.equal(answers.filter(({ status }) => status === 429).length, 45);
    });

    it('lets six valid logins at once pass', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => login(ADMIN.username, ADMIN.password)),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200, 200, 200],
      );
    });
  });
}
