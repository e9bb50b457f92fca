import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { STORES, startInlay } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { dumpStore } from '../../../support/stores/dump-store.ts';
import { timeAt } from '../../../support/time/fake-time.ts';
import { pausablePasswords } from '../../../support/users/pausable-passwords.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';

const hour = 60 * 60 * 1000;
const unauthorized = { statusCode: 401, message: 'Unauthorized' };

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 5.3: login tokens on ${engine}`, () => {
    const { passwords, pauseNext } = pausablePasswords();
    const inlay = useInlay(makeStore, { passwords });
    const me = async (token: string) => (await inlay.call('/api/v0/me', { token })).status;
    const change = async (id: string, body: object) => {
      const options = { method: 'PATCH', token: await logInAs(inlay.running.url), body };
      return inlay.call<{ status: string }>(`/api/v0/users/${id}`, options);
    };

    it('are valid for exactly twelve hours', async () => {
      const token = await logInAs(inlay.running.url);
      inlay.pass(12 * hour - 1);
      assert.equal(await me(token), 200);
      inlay.pass(1);
      const { status, headers, body } = await inlay.call('/api/v0/me', { token });
      assert.equal(status, 401);
      assert.deepEqual(body, unauthorized);
      assert.equal(headers['www-authenticate'], 'Bearer error="invalid_token"');
    });

    it('are not extended by use', async () => {
      const token = await logInAs(inlay.running.url);
      for (let used = 0; used < 3; used += 1) {
        inlay.pass(4 * hour - 1);
        assert.equal(await me(token), 200);
      }
      inlay.pass(3);
      assert.equal(await me(token), 401);
    });

    it('end individually with a logout', async () => {
      const [one, other] = [await logInAs(inlay.running.url), await logInAs(inlay.running.url)];
      const { status, body } = await inlay.call('/api/logout', { method: 'POST', token: one });
      assert.equal(status, 204);
      assert.equal(body, null);
      assert.equal(await me(one), 401);
      assert.equal((await inlay.call('/api/logout', { method: 'POST', token: one })).status, 401);
      assert.equal(await me(other), 200);
    });

    it('are stored as a digest only', async () => {
      const token = await logInAs(inlay.running.url);
      const dump = await dumpStore(inlay.store);
      assert.ok(dump.includes('admin@demo.test'), 'the dump holds the store');
      assert.ok(!dump.includes(token));
      assert.ok(!dump.includes(token.replace('inl_login_', '')));
      assert.ok(!inlay.running.logged().includes(token.replace('inl_login_', '')));
    });

    it('are valid on every node immediately and end on every node immediately', async () => {
      const second = await startInlay(inlay.store, { time: timeAt(inlay.now) });
      try {
        const token = await logInAs(second.url);
        assert.equal(await me(token), 200);
        await inlay.call('/api/logout', { method: 'POST', token });
        assert.equal((await call(`${second.url}/api/v0/me`, { token })).status, 401);
      } finally {
        await second.close();
      }
    });

    it('of a user end when the user is disabled, and stay ended when the user is enabled again', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      assert.equal((await change(person.id, { status: 'disabled' })).status, 200);
      assert.equal(await me(token), 401);
      const { status, body } = await inlay.login(person.username, person.password);
      assert.equal(status, 401);
      assert.deepEqual(body, { statusCode: 401, message: 'Login failed. Invalid username or password' });
      await change(person.id, { status: 'active' });
      assert.equal(await me(token), 401);
      assert.equal(await me(await tokenOf(inlay, person)), 200);
    });

    for (const [what, body] of Object.entries({
      password: { password: 'another password' },
      roles: { roles: ['USER', 'ADMIN'] },
    })) {
      it(`of a user end when an administrator changes the ${what}`, async () => {
        const person = await newPerson(inlay);
        const token = await tokenOf(inlay, person);
        await change(person.id, body);
        assert.equal(await me(token), 401);
      });
    }

    it('of a user stay valid when an administrator corrects the name', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      await change(person.id, { firstName: 'Ann' });
      assert.equal(await me(token), 200);
    });

    it('of a user end when the user is deleted', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      const admin = await logInAs(inlay.running.url);
      const { status } = await inlay.call(`/api/v0/users/${person.id}`, { method: 'DELETE', token: admin });
      assert.equal(status, 204);
      assert.equal(await me(token), 401);
      assert.equal((await inlay.login(person.username, person.password)).status, 401);
    });

    it('are not issued for a password that was replaced while it was being verified', async () => {
      const person = await newPerson(inlay);
      const { begun, resume } = pauseNext();
      const loggingIn = inlay.login(person.username, person.password);
      await begun;
      const changed = await change(person.id, { password: 'another password' });
      assert.equal(changed.status, 200);
      resume();
      assert.equal((await loggingIn).status, 401);
    });

    it('are not issued to a user who was disabled while the password was being verified', async () => {
      const person = await newPerson(inlay);
      const { begun, resume } = pauseNext();
      const loggingIn = inlay.login(person.username, person.password);
      await begun;
      await change(person.id, { status: 'disabled' });
      resume();
      assert.equal((await loggingIn).status, 401);
    });

    it('of a user without the role are refused with the message of the specification', async () => {
      const token = await tokenOf(inlay, await newPerson(inlay));
      assert.equal(await me(token), 200);
      for (const path of [
        'users',
        'users/x',
        'groups',
        'groups/x',
        'workspaces',
        'workspaces/x',
        'audit-events',
      ]) {
        const { status, headers, body } = await inlay.call(`/api/v0/${path}`, { token });
        assert.equal(status, 401, path);
        assert.deepEqual(body, unauthorized);
        assert.equal(headers['www-authenticate'], 'Bearer error="insufficient_scope"');
      }
      for (const path of ['users', 'users/bulk', 'groups', 'workspaces'])
        assert.equal((await inlay.call(`/api/v0/${path}`, { token, body: {} })).status, 401, path);
    });

    it('of an administrator without other roles give access to everything', async () => {
      const person = await newPerson(inlay, { roles: ['ADMIN'] });
      const token = await tokenOf(inlay, person);
      assert.equal(await me(token), 200);
      assert.equal((await inlay.call('/api/v0/users', { token })).status, 200);
    });
  });
}
