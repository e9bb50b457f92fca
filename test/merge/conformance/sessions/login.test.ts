import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logInAs } from '../../../support/http/api-client.ts';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 4.1, 5.3, 7: login on ${engine}`, () => {
    const inlay = useInlay(makeStore);

    it('returns only a token for a valid username and password', async () => {
      const { status, headers, body } = await inlay.login(ADMIN.username, ADMIN.password);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['token']);
      assert.match(headers['content-type'] ?? '', /^application\/json/);
      assert.equal(headers['cache-control'], 'no-store');
    });

    it('returns a token with 256 random bits that differs each time', async () => {
      const tokens = await Promise.all([
        logInAs(inlay.running.url),
        logInAs(inlay.running.url),
        logInAs(inlay.running.url),
      ]);
      assert.equal(new Set(tokens).size, 3);
      for (const token of tokens) assert.match(token, /^inl_login_[A-Za-z0-9_-]{43}$/);
    });

    it('returns a token that can list users', async () => {
      const token = await logInAs(inlay.running.url);
      const { status, body } = await inlay.call<{ data: { username: string }[] }>('/api/v0/users', { token });
      assert.equal(status, 200);
      assert.deepEqual(
        body.data.map(({ username }) => username),
        [ADMIN.username],
      );
    });

    it('refuses an invalid password with the message of the specification', async () => {
      const { status, body } = await inlay.login(ADMIN.username, 'wrong');
      assert.equal(status, 401);
      assert.deepEqual(body, { statusCode: 401, message: 'Login failed. Invalid username or password' });
    });

    it('accepts the username in any case, trimmed or in full-width letters, but only the exact password', async () => {
      for (const username of [' ADMIN@Demo.Test ', 'ａｄｍｉｎ＠demo.test', '\tadmin@demo.test\n'])
        assert.equal((await inlay.login(username, ADMIN.password)).status, 200, username);
      for (const password of [` ${ADMIN.password}`, `${ADMIN.password} `, ADMIN.password.toUpperCase()])
        assert.equal((await inlay.login(ADMIN.username, password)).status, 401, password);
      inlay.pass(60_000);
    });

    it('records when the user last logged in', async () => {
      const token = await logInAs(inlay.running.url);
      const { body } = await inlay.call<{ lastLoginAt: string }>('/api/v0/me', { token });
      assert.equal(body.lastLoginAt, new Date(inlay.now()).toISOString());
    });

    const illTyped = {
      'no username': [{ password: 'x' }, '/username'],
      'no password': [{ username: 'x' }, '/password'],
      'a number as username': [{ username: 1, password: 'x' }, '/username'],
      'null as password': [{ username: 'x', password: null }, '/password'],
      'an array as password': [{ username: 'x', password: ['y'] }, '/password'],
      'an object as username': [{ username: { $ne: '' }, password: 'x' }, '/username'],
      'an array as body': [[], 'The request body'],
      'a string as body': ['admin', 'The request body'],
      'null as body': [null, 'The request body'],
    } as const;
    for (const [what, [body, named]] of Object.entries(illTyped)) {
      it(`responds to ${what} with 400 and names ${named}`, async () => {
        const response = await inlay.call<{ statusCode: number; message: string }>('/api/login', { body });
        assert.equal(response.status, 400);
        assert.equal(response.body.statusCode, 400);
        assert.ok(response.body.message.startsWith(`${named} `), response.body.message);
      });
    }

    it('ignores unknown fields', async () => {
      const body = { ...ADMIN, remember: true };
      assert.equal((await inlay.call('/api/login', { body })).status, 200);
    });
  });
}
