import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
interface Refusal {
  readonly message: string;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  for (const [kind, singular] of Object.entries({ groups: 'group', workspaces: 'workspace' })) {
    describe(`${kind} on ${engine}`, () => {
      const inlay = useInlay(makeStore);
      let token: string;
      const things = <T = Named>(path: string, options: object = {}) =>
        inlay.call<T>(`/api/v0/${kind}${path}`, { token, ...options });
      before(async () => {
        token = await inlay.adminToken();
      });

      it(`creates, reads, renames and deletes a ${singular}`, async () => {
        inlay.pass(1000);
        const made = new Date(inlay.now()).toISOString();
        const created = await things('', { body: { id: 'Sales.EU_1-a', name: 'Sales, Europe 😀' } });
        assert.equal(created.status, 201);
        assert.equal(created.headers.location, `/api/v0/${kind}/Sales.EU_1-a`);
        const expected = { id: 'Sales.EU_1-a', name: 'Sales, Europe 😀', createdAt: made, updatedAt: made };
        assert.deepEqual(created.body, expected);
        assert.deepEqual((await things('/Sales.EU_1-a')).body, expected);
        inlay.pass(1000);
        const renamed = await things('/Sales.EU_1-a', { method: 'PATCH', body: { name: 'Europe' } });
        assert.equal(renamed.status, 200);
        const later = new Date(inlay.now()).toISOString();
        assert.deepEqual(renamed.body, { ...expected, name: 'Europe', updatedAt: later });
        const { body } = await things<{ data: Named[] }>('');
        assert.deepEqual(body.data.at(-1), renamed.body);
        const deleted = await things('/Sales.EU_1-a', { method: 'DELETE' });
        assert.equal(deleted.status, 204);
        assert.equal((await things('/Sales.EU_1-a')).status, 404);
      });

      it(`responds with 404 if there is no such ${singular}`, async () => {
        for (const options of [{}, { method: 'PATCH', body: { name: 'x' } }, { method: 'DELETE' }]) {
          const { status, body } = await things<Refusal>('/nope', options);
          assert.equal(status, 404);
          assert.equal(
            body.message,
            `${singular === 'group' ? 'Group' : 'Workspace'} not found. Check its id.`,
          );
        }
      });

      it('refuses an id that is taken, and accepts one that differs in case', async () => {
        assert.equal((await things('', { body: { id: 'taken', name: 'One' } })).status, 201);
        const { status, body } = await things<Refusal>('', { body: { id: 'taken', name: 'Two' } });
        assert.equal(status, 409);
        assert.match(body.message, /'taken'/);
        assert.equal((await things('/taken')).body.name, 'One');
        assert.equal((await things('', { body: { id: 'TAKEN', name: 'Three' } })).status, 201);
      });

      it('lets one of many concurrent requests take an id', async () => {
        const responses = await Promise.all(
          Array.from({ length: 8 }, (_, n) => things('', { body: { id: 'race', name: `${n}` } })),
        );
        assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
      });

      const wrong: Record<string, readonly [object, string]> = {
        'no id': [{ name: 'x' }, '/id'],
        'no name': [{ id: 'x' }, '/name'],
        'an empty name': [{ id: 'x', name: '' }, '/name'],
        'a name with a null character': [{ id: 'x', name: 'a\u0000' }, '/name'],
        'a name of 257 characters': [{ id: 'x', name: 'x'.repeat(257) }, '/name'],
        'an id of 129 characters': [{ id: 'x'.repeat(129), name: 'x' }, '/id'],
        'an id with a blank': [{ id: 'a b', name: 'x' }, '/id'],
        'an id with a slash': [{ id: 'a/b', name: 'x' }, '/id'],
        'an id that begins with a dot': [{ id: '.a', name: 'x' }, '/id'],
        'an id with a line break at the end': [{ id: 'a\n', name: 'x' }, '/id'],
        'another field': [{ id: 'x', name: 'x', color: 'red' }, '/color'],
      };
      for (const [what, [body, path]] of Object.entries(wrong)) {
        it(`refuses ${what} and names ${path}`, async () => {
          const { status, body: refusal } = await things<Refusal>('', { body });
          assert.equal(status, 400);
          assert.ok(refusal.message.startsWith(`${path} `), refusal.message);
        });
      }

      it('lists by creation time, then id', async () => {
        for (const id of ['z-first', 'a-second']) {
          inlay.pass(1000);
          await things('', { body: { id, name: id } });
        }
        for (const id of ['same-b', 'same-c', 'same-a']) await things('', { body: { id, name: id } });
        const { body } = await things<{ data: Named[] }>('?limit=200');
        const ids = body.data.map(({ id }) => id);
        assert.deepEqual(ids.slice(-5), ['z-first', 'a-second', 'same-a', 'same-b', 'same-c']);
      });
    });
  }

  describe(`members of groups and workspaces on ${engine}`, () => {
    const inlay = useInlay(makeStore);

    it('lose a group that is deleted, and nothing else', async () => {
      const token = await inlay.adminToken();
      for (const id of ['stays', 'goes'])
        await inlay.call('/api/v0/groups', { token, body: { id, name: id } });
      const body = { username: 'member', groups: ['goes', 'stays'] };
      const { body: user } = await inlay.call<User>('/api/v0/users', { token, body });
      assert.equal((await inlay.call('/api/v0/groups/goes', { method: 'DELETE', token })).status, 204);
      const { body: after } = await inlay.call<User>(`/api/v0/users/${user.id}`, { token });
      assert.deepEqual(after.groups, ['stays']);
      assert.equal(
        (await inlay.call<{ data: [] }>('/api/v0/users?group=goes', { token })).body.data.length,
        0,
      );
    });

    it('are listed by their workspace', async () => {
      const token = await inlay.adminToken();
      await inlay.call('/api/v0/workspaces', { token, body: { id: 'theirs', name: 'Theirs' } });
      for (const [username, workspaceId] of [
        ['of theirs', 'theirs'],
        ['of main', 'main'],
        ['of none', null],
      ])
        await inlay.call('/api/v0/users', { token, body: { username, workspaceId } });
      const listed = await inlay.call<{ data: User[]; meta: { total: number } }>(
        '/api/v0/users?workspace=theirs',
        { token },
      );
      assert.deepEqual(
        listed.body.data.map(({ username }) => username),
        ['of theirs'],
      );
      assert.equal(listed.body.meta.total, 1);
      const nowhere = await inlay.call<{ data: User[] }>('/api/v0/users?workspace=nowhere', { token });
      assert.deepEqual(nowhere.body.data, []);
    });

    it('prevent a workspace from being deleted', async () => {
      const token = await inlay.adminToken();
      await inlay.call('/api/v0/workspaces', { token, body: { id: 'lived-in', name: 'x' } });
      const body = { username: 'inhabitant', workspaceId: 'lived-in' };
      const { body: user } = await inlay.call<User>('/api/v0/users', { token, body });
      const refused = await inlay.call<Refusal>('/api/v0/workspaces/lived-in', { method: 'DELETE', token });
      assert.equal(refused.status, 409);
      assert.match(refused.body.message, /still has users/);
      const moved = { method: 'PATCH', token, body: { workspaceId: 'main' } };
      assert.equal((await inlay.call(`/api/v0/users/${user.id}`, moved)).status, 200);
      assert.equal(
        (await inlay.call('/api/v0/workspaces/lived-in', { method: 'DELETE', token })).status,
        204,
      );
    });
  });
}
