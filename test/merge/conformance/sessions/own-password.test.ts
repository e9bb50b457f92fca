import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { pausablePasswords } from '../../../support/users/pausable-passwords.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';

const path = '/api/v0/me/password';
const newPassword = 'a new and better password';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`changing one's own password on ${engine}`, () => {
    const { passwords, pauseNext } = pausablePasswords();
    const inlay = useInlay(makeStore, { passwords });
    const change = (token: string, currentPassword: string, wanted: string = newPassword) =>
      inlay.call<{ message: string }>(path, { token, body: { currentPassword, newPassword: wanted } });
    const me = async (token: string) => (await inlay.call('/api/v0/me', { token })).status;

    it('replaces the password, keeps this login and ends the others', async () => {
      const person = await newPerson(inlay);
      const [here, elsewhere] = [await tokenOf(inlay, person), await tokenOf(inlay, person)];
      const { status, body } = await change(here, person.password);
      assert.equal(status, 204);
      assert.equal(body, null);
      assert.equal(await me(here), 200);
      assert.equal(await me(elsewhere), 401);
      assert.equal((await inlay.login(person.username, person.password)).status, 401);
      assert.equal((await inlay.login(person.username, newPassword)).status, 200);
    });

    it('requires a login', async () => {
      const body = { currentPassword: 'x', newPassword };
      assert.equal((await inlay.call(path, { body })).status, 401);
    });

    it('refuses a wrong current password with a clear message', async () => {
      const person = await newPerson(inlay);
      const { status, body } = await change(await tokenOf(inlay, person), 'wrong');
      assert.equal(status, 400);
      assert.equal(body.message, '/currentPassword is not correct.');
      assert.equal((await inlay.login(person.username, person.password)).status, 200);
    });

    for (const wanted of ['', 'seven 7', 'x'.repeat(257)]) {
      it(`refuses a new password of ${wanted.length} characters without counting an attempt`, async () => {
        const person = await newPerson(inlay);
        const token = await tokenOf(inlay, person);
        for (let time = 0; time < 6; time += 1) {
          const { status, body } = await change(token, 'wrong', wanted);
          assert.equal(status, 400);
          assert.ok(body.message.startsWith('/newPassword '), body.message);
        }
        assert.equal((await inlay.login(person.username, person.password)).status, 200);
      });
    }

    it('is blocked, like the login, after five wrong current passwords within a minute', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal((await change(token, 'wrong')).status, 400);
      const { status, headers, body } = await change(token, person.password);
      assert.equal(status, 429);
      assert.deepEqual(body, {
        statusCode: 429,
        message: 'Too many requests in a short time, please wait a bit and try again.',
      });
      assert.equal(headers['retry-after'], '60');
      assert.equal((await inlay.login(person.username, person.password)).status, 429);
      inlay.pass(60_000);
      assert.equal((await change(token, person.password)).status, 204);
    });

    it('shares one counter with the login', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        assert.equal((await inlay.login(person.username.toUpperCase(), 'wrong')).status, 401);
        assert.equal((await change(token, 'wrong')).status, 400);
      }
      assert.equal((await inlay.login(person.username, 'wrong')).status, 401);
      assert.equal((await change(token, person.password)).status, 429);
      assert.equal(await me(token), 200);
    });

    it('refuses five of twenty concurrent wrong passwords and blocks the others', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      const responses = await Promise.all(Array.from({ length: 20 }, () => change(token, 'wrong')));
      assert.equal(responses.filter(({ status }) => status === 400).length, 5);
      assert.equal(responses.filter(({ status }) => status === 429).length, 15);
    });

    it('does not overwrite a concurrent change by an administrator', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      const admin = { method: 'PATCH', token: await inlay.adminToken() };
      const url = `/api/v0/users/${person.id}`;
      const { begun, resume } = pauseNext();
      const changing = change(token, person.password);
      await begun;
      await inlay.call(url, { ...admin, body: { status: 'disabled', firstName: 'Meanwhile' } });
      resume();
      assert.equal((await changing).status, 401);
      const { body } = await inlay.call<User>(url, { token: admin.token });
      assert.equal(body.status, 'disabled');
      assert.equal(body.firstName, 'Meanwhile');
    });

    it('succeeds for one of two concurrent requests', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      const responses = await Promise.all([
        change(token, person.password, 'the first new password'),
        change(token, person.password, 'the other new password'),
      ]);
      const [first, second] = responses.map(({ status }) => status).sort();
      assert.equal(first, 204);
      // Refused where both were proven at once; where one was a little later, its password is no longer the current one.
      assert.ok(second === 401 || second === 400, String(second));
    });
  });
}
