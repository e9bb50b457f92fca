import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { ADMIN, BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { newPerson, type TestPerson, tokenOf } from '../../../support/users/people.ts';

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`the last owner of a tenant on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const firstAdmin = async (token: string) => {
      const { body } = await inlay.call<{ data: User[] }>('/api/v0/users?role=ADMIN', { token });
      return body.data.find(({ username }) => username === ADMIN.username)?.id ?? '';
    };
    const change = (token: string, id: string, body: object) =>
      inlay.call<User & { message: string }>(`/api/v0/users/${id}`, { token, method: 'PATCH', body });
    const remove = (token: string, id: string) =>
      inlay.call<{ message: string }>(`/api/v0/users/${id}`, { token, method: 'DELETE' });

    it('cannot be deleted, disabled or lose the role', async () => {
      const token = await inlay.adminToken();
      const id = await firstAdmin(token);
      const responses = [
        await remove(token, id),
        await change(token, id, { status: 'disabled' }),
        await change(token, id, { roles: ['USER'] }),
        await change(token, id, { roles: ['USER'], firstName: 'x' }),
        await change(token, id, { adminRole: 'administrator' }),
        await change(token, id, { adminRole: null }),
      ];
      for (const { status, body } of responses) {
        assert.equal(status, 409);
        assert.match(body.message, /last owner who can log in\. Make another user an owner/);
      }
      assert.equal((await change(token, id, { firstName: 'Ada', roles: ['ADMIN'] })).status, 200);
      const { body } = await inlay.call<User>(`/api/v0/users/${id}`, { token: await inlay.adminToken() });
      assert.deepEqual([body.status, body.roles, body.firstName], ['active', ['ADMIN'], 'Ada']);
    });

    it('cannot be replaced by a user who cannot log in', async () => {
      const token = await inlay.adminToken();
      const id = await firstAdmin(token);
      await newPerson(inlay, { roles: ['ADMIN'], status: 'disabled' });
      const passwordless = { username: 'no-password@demo.test', roles: ['ADMIN'] };
      assert.equal((await inlay.call('/api/v0/users', { token, body: passwordless })).status, 201);
      assert.equal((await remove(token, id)).status, 409);
    });

    it('can be deleted once there is another, who then cannot', async () => {
      const second = await newPerson(inlay, { roles: ['ADMIN', 'USER'] });
      const token = await tokenOf(inlay, second);
      const id = await firstAdmin(token);
      assert.equal((await change(token, id, { roles: ['USER'] })).status, 200);
      assert.equal((await change(token, second.id, { roles: ['USER'] })).status, 409);
      assert.equal((await change(token, id, { roles: ['ADMIN'] })).status, 200);
      assert.equal((await change(token, second.id, { roles: ['USER'] })).status, 200);
    });

    it("remains when two remove each other's role concurrently", async () => {
      for (let round = 0; round < 8; round += 1) {
        const token = await inlay.adminToken();
        const rival: TestPerson = await newPerson(inlay, { roles: ['ADMIN'] });
        const id = await firstAdmin(token);
        const rivalToken = await tokenOf(inlay, rival);
        const responses = await Promise.all([
          change(token, rival.id, { roles: ['USER'] }),
          remove(token, rival.id),
          change(rivalToken, id, { status: 'disabled' }),
        ]);
        const admins = await inlay.running.services.store.everyTenant
          .selectFrom('users')
          .select('id')
          .where('roles', '!=', 'USER')
          .where('status', '=', 'active')
          .where('password_hash', 'is not', null)
          .execute();
        assert.equal(admins.length, 1, JSON.stringify(responses.map(({ status }) => status)));
        if (admins[0]?.id === id) continue;
        const again = { roles: ['ADMIN'], status: 'active' };
        assert.equal((await change(await tokenOf(inlay, rival), id, again)).status, 200);
        assert.equal((await remove(await inlay.adminToken(), rival.id)).status, 204);
      }
    });
  });
}
