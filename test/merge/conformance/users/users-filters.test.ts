import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { ADMIN, BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const PEOPLE = [
  { username: 'ann', email: 'ann.lee@example.com', firstName: 'Ann', lastName: 'Lee', groups: ['sales'] },
  { username: 'bob_1', email: null, firstName: 'Bob', lastName: '100% Real', roles: ['ADMIN'] },
  {
    username: 'bobx1',
    email: 'bob@example.com',
    firstName: 'Robert',
    lastName: 'Back\\slash',
    status: 'disabled',
  },
  {
    username: 'zoë',
    email: 'zoe@example.com',
    firstName: 'ZOË',
    lastName: 'ÅNGSTRÖM',
    groups: ['sales', 'support'],
  },
  {
    username: 'иван',
    email: null,
    firstName: 'ИВАН',
    lastName: 'Ｆｕｌｌ',
    roles: ['ADMIN', 'USER'],
    groups: ['support'],
  },
  {
    username: 'straße',
    email: null,
    firstName: "O'Neil",
    lastName: '"quoted"',
    status: 'disabled',
    groups: ['sales'],
  },
] as const;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`filters and order of the user list on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let token: string;
    const found = async (query: Record<string, string>) => {
      const path = `/api/v0/users?${new URLSearchParams(query)}`;
      const { status, body } = await inlay.call<{ data: User[]; meta: { total: number } }>(path, { token });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.meta.total, body.data.length);
      return body.data.map(({ username }) => username).filter((username) => username !== ADMIN.username);
    };
    before(async () => {
      token = await inlay.adminToken();
      for (const id of ['sales', 'support'])
        await inlay.call('/api/v0/groups', { token, body: { id, name: id } });
      const { status } = await inlay.call('/api/v0/users/bulk', { token, body: { users: PEOPLE } });
      assert.equal(status, 201);
    });

    const searches: Record<string, readonly string[]> = {
      ann: ['ann'],
      ANN: ['ann'],
      ' ann ': ['ann'],
      'lee@EXAMPLE': ['ann'],
      bob: ['bob_1', 'bobx1'],
      bob_1: ['bob_1'],
      _: ['bob_1'],
      '%': ['bob_1'],
      '100%': ['bob_1'],
      '\\': ['bobx1'],
      '\\%': [],
      "o'neil": ['straße'],
      '"': ['straße'],
      "' or 1=1 --": [],
      zoë: ['zoë'],
      'zoe\u0308': ['zoë'],
      ångström: ['zoë'],
      'A\u030angstro\u0308m': ['zoë'],
      Иван: ['иван'],
      full: ['иван'],
      Ｆｕｌｌ: ['иван'],
      STRASSE: [],
      straße: ['straße'],
      '*': [],
      'nobody at all': [],
    };
    for (const [q, expected] of Object.entries(searches)) {
      it(`finds ${expected.length > 0 ? expected.join(' and ') : 'nobody'} by ${JSON.stringify(q)}`, async () =>
        assert.deepEqual(await found({ q }), expected));
    }

    it('finds all users by a blank search', async () => {
      assert.equal((await found({ q: '   ' })).length, PEOPLE.length);
      assert.equal((await found({ q: '' })).length, PEOPLE.length);
    });

    it('finds by role, regardless of other roles', async () => {
      assert.deepEqual(await found({ role: 'ADMIN' }), ['bob_1', 'иван']);
      assert.deepEqual(await found({ role: 'USER' }), ['ann', 'bobx1', 'zoë', 'иван', 'straße']);
    });

    it('finds by group', async () => {
      assert.deepEqual(await found({ group: 'sales' }), ['ann', 'zoë', 'straße']);
      assert.deepEqual(await found({ group: 'support' }), ['zoë', 'иван']);
      assert.deepEqual(await found({ group: 'SALES' }), []);
      assert.deepEqual(await found({ group: 'sal%' }), []);
    });

    it('finds by status', async () => {
      assert.deepEqual(await found({ status: 'disabled' }), ['bobx1', 'straße']);
      assert.deepEqual(await found({ status: 'active' }), ['ann', 'bob_1', 'zoë', 'иван']);
    });

    it('applies all filters together', async () => {
      assert.deepEqual(await found({ group: 'sales', status: 'active', q: 'example' }), ['ann', 'zoë']);
      assert.deepEqual(await found({ group: 'support', role: 'ADMIN', q: 'иван', status: 'active' }), [
        'иван',
      ]);
      assert.deepEqual(await found({ group: 'support', status: 'disabled' }), []);
    });

    it('refuses invalid filters, naming the parameter', async () => {
      for (const query of [
        'role=OWNER',
        'role=',
        'role=user',
        'status=gone',
        `q=${'x'.repeat(257)}`,
        `group=${'x'.repeat(129)}`,
      ]) {
        const { status, body } = await inlay.call<{ message: string }>(`/api/v0/users?${query}`, { token });
        assert.equal(status, 400, query);
        assert.ok(body.message.startsWith(`${query.split('=')[0]} `), body.message);
      }
    });

    it('reflects changes of searched fields', async () => {
      const { body } = await inlay.call<{ data: User[] }>('/api/v0/users?q=ann', { token });
      const url = `/api/v0/users/${body.data[0]?.id}`;
      await inlay.call(url, { method: 'PATCH', token, body: { firstName: 'Hannelore', groups: [] } });
      assert.deepEqual(await found({ q: 'hannelore' }), ['ann']);
      assert.deepEqual(await found({ group: 'sales' }), ['zoë', 'straße']);
    });

    it('lists by creation time, then id, regardless of later changes', async () => {
      const created: string[] = [];
      for (const username of ['order-c', 'order-a', 'order-b']) {
        inlay.pass(1000);
        const { body } = await inlay.call<User>('/api/v0/users', { token, body: { username } });
        created.push(body.id);
      }
      inlay.pass(1000);
      await inlay.call(`/api/v0/users/${created[0]}`, { method: 'PATCH', token, body: { lastName: 'Late' } });
      assert.deepEqual(await found({ q: 'order-' }), ['order-c', 'order-a', 'order-b']);
      const sameMoment = Array.from({ length: 50 }, (_, n) => ({ username: `moment-${(n * 7) % 50}` }));
      await inlay.call('/api/v0/users/bulk', { token, body: { users: sameMoment } });
      const { body } = await inlay.call<{ data: User[] }>('/api/v0/users?q=moment-', { token });
      const ids = body.data.map(({ id }) => id);
      assert.deepEqual(ids, [...ids].sort());
      assert.deepEqual(
        body.data.map(({ username }) => username),
        sameMoment.map(({ username }) => username),
      );
    });
  });
}
