import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPasswords } from '@inlay/server/platform/identity/passwords';
import { describeEmbedding, type Given } from '../../../support/embeds/describe-embedding.ts';
import { call } from '../../../support/http/api-client.ts';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';
import { countedVerifications } from '../../../support/tokens/counted-verifications.ts';

const { passwords, count } = countedVerifications();

const tests = (given: Given) => {
  let made = 0;
  const login = (username: string, password: string) =>
    call<{ token?: string; message?: string }>(`${given.inlay.url}/api/login`, {
      body: { username, password },
    });
  const add = async (password: string) => {
    made += 1;
    const username = `user-${made}@demo.test`;
    const { status } = await call(`${given.inlay.url}/api/v0/users`, {
      token: given.setup.adminToken,
      body: { username, password, roles: ['USER'] },
    });
    return { username, status };
  };

  for (const [name, password] of [
    ['8 characters', 'é'.repeat(8)],
    ['256 characters', '😀'.repeat(256)],
    ['blanks at both ends', '   pass   '],
    ['Unicode', 'пароль 密码 🔑 a\u0301'],
    ['control characters', 'with\u0000NUL\n and \t tab'],
  ] as const) {
    it(`row 38: accepts a password of ${name} and compares it exactly`, async () => {
      const { username, status } = await add(password);
      assert.equal(status, 201);
      assert.equal((await login(username, password)).status, 200);
      for (const wrong of [password.slice(0, -1), `${password} `, password.trim().slice(1)])
        assert.equal((await login(username, wrong)).status, 401);
    });
  }

  it('row 38: truncates nothing: passwords that share the first 72 bytes differ', async () => {
    const start = 'x'.repeat(72);
    const { username } = await add(`${start}right`);
    for (const wrong of [start, `${start}wrong`, `${start}right and more`])
      assert.equal((await login(username, wrong)).status, 401);
    assert.equal((await login(username, `${start}right`)).status, 200);
  });

  it('row 38: refuses fewer than 8 and more than 256 characters', async () => {
    for (const password of ['', '1234567', '😀'.repeat(7), 'x'.repeat(257)])
      assert.equal((await add(password)).status, 400);
  });

  it('row 39: responds to an unknown username as to a wrong password', async () => {
    const expected = { statusCode: 401, message: 'Login failed. Invalid username or password' };
    for (const username of [
      'nobody',
      '',
      ' ',
      'a\u0000b',
      '\ud800',
      "' or 1=1 --",
      'x'.repeat(8000),
      '__proto__',
    ]) {
      const { status, body } = await login(username, 'wrong');
      assert.equal(status, 401, JSON.stringify(username.slice(0, 20)));
      assert.deepEqual(body, expected);
    }
    assert.deepEqual((await login(ADMIN.username, 'a\u0000b')).body, expected);
    given.advance(61_000);
  });

  it('row 39: takes the same time for an unknown user as for a wrong password: both are verified', async () => {
    for (const username of [ADMIN.username, 'nobody@demo.test']) {
      const before = count();
      assert.equal((await login(username, 'wrong password')).status, 401);
      assert.equal(count() - before, 1, username);
    }
    given.advance(61_000);
  });

  it('row 39: blocks unknown usernames like known ones', async () => {
    for (const username of [ADMIN.username, 'ghost@demo.test']) {
      for (let i = 0; i < 5; i += 1) assert.equal((await login(username, 'wrong')).status, 401);
      const { status, body } = await login(username, 'wrong');
      assert.equal(status, 429);
      assert.equal(body.message, 'Too many requests in a short time, please wait a bit and try again.');
    }
    given.advance(61_000);
  });

  it('row 40: refuses five of fifty concurrent attempts and blocks the others', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => login(ADMIN.username, 'wrong')));
    assert.equal(responses.filter(({ status }) => status === 401).length, 5);
    assert.equal(responses.filter(({ status }) => status === 429).length, 45);
    assert.equal((await login(ADMIN.username, ADMIN.password)).status, 429);
    given.advance(61_000);
    assert.equal((await login(ADMIN.username, ADMIN.password)).status, 200);
  });
};

describeEmbedding('passwords and logins', STORES, tests, { passwords });

describeEmbedding(
  'passwords in the store',
  STORES,
  (given) => {
    it('row 38: are argon2id hashes of the recommended cost', async () => {
      const username = 'hashed@demo.test';
      const { status } = await call(`${given.inlay.url}/api/v0/users`, {
        token: given.setup.adminToken,
        body: { username, password: 'a long enough password', roles: ['USER'] },
      });
      assert.equal(status, 201);
      const { password_hash } = await given.inlay.services.store.everyTenant
        .selectFrom('users')
        .select('password_hash')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      assert.match(password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });
  },
  { passwords: createPasswords },
);
