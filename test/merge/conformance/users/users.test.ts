import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import type { ApiResponse } from '../../../support/http/api-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

interface Refusal {
  readonly message: string;
  readonly code: string;
  readonly details: readonly { readonly path: string; readonly problem: string }[];
}

const FIELDS = [
  'id',
  'username',
  'email',
  'firstName',
  'lastName',
  'roles',
  'adminRole',
  'groups',
  'privileges',
  'attributes',
  'workspaceId',
  'status',
  'lastLoginAt',
  'createdAt',
  'updatedAt',
];

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 2.5, 4.2: users on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let token: string;
    const users = <T = User>(path: string, options: object = {}) =>
      inlay.call<T>(`/api/v0/users${path}`, { token, ...options });
    const create = async (body: object) => {
      const { status, body: user } = await users('', { body });
      assert.equal(status, 201, JSON.stringify(user));
      return user;
    };
    const refusedBy = (response: ApiResponse<unknown>, status: number, path: string) => {
      assert.equal(response.status, status, JSON.stringify(response.body));
      const { message, details } = response.body as Refusal;
      assert.ok(message.startsWith(`${path} `), message);
      assert.ok(details === undefined || details.some((detail) => detail.path === path));
    };
    before(async () => {
      token = await inlay.adminToken();
      for (const id of ['sales', 'support', 'g.1_a-b'])
        await inlay.call('/api/v0/groups', { token, body: { id, name: id } });
      await inlay.call('/api/v0/workspaces', { token, body: { id: 'north', name: 'North' } });
    });

    it('creates a user from only a username', async () => {
      const { status, headers, body } = await users('', { body: { username: ' Plain.User ' } });
      assert.equal(status, 201);
      assert.equal(headers.location, `/api/v0/users/${body.id}`);
      const now = new Date(inlay.now()).toISOString();
      assert.deepEqual(body, {
        id: body.id,
        username: 'Plain.User',
        email: null,
        firstName: null,
        lastName: null,
        roles: ['USER'],
        adminRole: null,
        groups: [],
        privileges: {},
        attributes: {},
        workspaceId: null,
        status: 'active',
        lastLoginAt: null,
        createdAt: now,
        updatedAt: now,
      });
      assert.deepEqual((await users(`/${body.id}`)).body, body);
    });

    it('creates a user from all fields and returns it identically everywhere', async () => {
      const fields = {
        username: 'full@demo.test',
        email: 'Full@Demo.test',
        firstName: 'Zoë',
        lastName: "O'Neil 😀",
        roles: ['ADMIN', 'USER'],
        adminRole: 'administrator',
        groups: ['g.1_a-b', 'sales'],
        workspaceId: 'north',
        status: 'disabled',
        privileges: { app1: ['view', 'contribute'] },
        attributes: {
          region: 'north',
          deep: { list: [1, null, 'x'], 'with "quotes"': true },
          none: null,
          'a\nb': '\u0000',
        },
      };
      const created = await create({ ...fields, password: 'a long password' });
      assert.deepEqual(Object.keys(created), FIELDS);
      assert.deepEqual({ ...created, ...fields }, created);
      assert.deepEqual((await users(`/${created.id}`)).body, created);
      const { body } = await users<{ data: User[] }>('?q=full@');
      assert.deepEqual(body.data, [created]);
    });

    it('treats the privilege validator as validate', async () => {
      const { privileges } = await create({
        username: 'validator',
        privileges: { a: ['validator', 'validate', 'view'] },
      });
      assert.deepEqual(privileges, { a: ['validate', 'view'] });
    });

    it('never returns a password or its hash', async () => {
      const { id } = await create({ username: 'hidden', password: 'canary password' });
      for (const path of ['', `/${id}`, '?q=hidden']) {
        const text = JSON.stringify((await users(path)).body);
        assert.ok(!/canary|argon2|hash|password/i.test(text), path);
      }
    });

    it('changes only the fields that are sent', async () => {
      const before = await create({
        username: 'change',
        firstName: 'A',
        lastName: 'B',
        groups: ['sales'],
        attributes: { a: 1 },
      });
      inlay.pass(1000);
      const { status, body } = await users(`/${before.id}`, { method: 'PATCH', body: { firstName: 'C' } });
      assert.equal(status, 200);
      assert.deepEqual(body, { ...before, firstName: 'C', updatedAt: new Date(inlay.now()).toISOString() });
      const emptied = { lastName: null, groups: [], attributes: {} };
      const { body: after } = await users(`/${before.id}`, { method: 'PATCH', body: emptied });
      assert.deepEqual(after, { ...body, ...emptied });
      assert.deepEqual((await users(`/${before.id}`)).body, after);
    });

    it('keeps both of two concurrent changes', async () => {
      const { id } = await create({ username: 'two at once' });
      await Promise.all([
        users(`/${id}`, { method: 'PATCH', body: { firstName: 'One' } }),
        users(`/${id}`, { method: 'PATCH', body: { lastName: 'Two' } }),
        users(`/${id}`, { method: 'PATCH', body: { groups: ['sales'] } }),
      ]);
      const { body } = await users(`/${id}`);
      assert.deepEqual([body.firstName, body.lastName, body.groups], ['One', 'Two', ['sales']]);
    });

    it('renames a user, who then logs in by the new name only', async () => {
      const { id } = await create({ username: 'old name', password: 'a long password' });
      assert.equal((await users(`/${id}`, { method: 'PATCH', body: { username: 'New Name' } })).status, 200);
      assert.equal((await inlay.login('new name', 'a long password')).status, 200);
      assert.equal((await inlay.login('old name', 'a long password')).status, 401);
      assert.equal(
        (await users(`/${id}`, { method: 'PATCH', body: { username: 'NEW NAME' } })).body.username,
        'NEW NAME',
      );
    });

    it('deletes a user once, even with concurrent requests', async () => {
      const { id } = await create({ username: 'delete me' });
      const { meta } = (await users<{ meta: { total: number } }>('')).body;
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => users(`/${id}`, { method: 'DELETE' })),
      );
      assert.deepEqual(responses.map(({ status }) => status).sort(), [204, ...Array(7).fill(404)]);
      assert.equal((await users<{ meta: { total: number } }>('')).body.meta.total, meta.total - 1);
      assert.equal((await users(`/${id}`)).status, 404);
    });

    for (const method of ['GET', 'PATCH', 'DELETE']) {
      it(`responds with 404 to ${method} of an unknown user`, async () => {
        const options = method === 'PATCH' ? { method, body: { firstName: 'x' } } : { method };
        for (const id of ['nobody', '019a0000-0000-7000-8000-000000000000', "'%20or%201=1--"]) {
          const { status, body } = await users<Refusal>(`/${id}`, options);
          assert.equal(status, 404);
          assert.equal(body.message, 'User not found. Check the id.');
        }
      });
    }

    it('refuses a username that differs only in half of a surrogate pair', async () => {
      await create({ username: 'half \ud800' });
      refusedBy(await users('', { body: { username: 'half \ud801' } }), 409, '/username');
      const { id } = await create({ username: 'whole' });
      const renamed = await users(`/${id}`, { method: 'PATCH', body: { username: 'half \udc00' } });
      refusedBy(renamed, 409, '/username');
    });

    it('refuses a username that is taken in another spelling', async () => {
      await create({ username: 'Taken@demo.test' });
      for (const username of ['taken@demo.test', ' TAKEN@DEMO.TEST', 'ｔａｋｅｎ@demo.test'])
        refusedBy(await users('', { body: { username } }), 409, '/username');
      const { id } = await create({ username: 'free' });
      refusedBy(
        await users(`/${id}`, { method: 'PATCH', body: { username: 'TAKEN@demo.test' } }),
        409,
        '/username',
      );
    });

    it('lets one of many concurrent requests take a name', async () => {
      const body = { username: 'wanted' };
      const created = await Promise.all(Array.from({ length: 8 }, () => users('', { body })));
      assert.deepEqual(created.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
      const others = await Promise.all(
        Array.from({ length: 8 }, (_, n) => create({ username: `wants ${n}` })),
      );
      const renamed = await Promise.all(
        others.map(({ id }) => users(`/${id}`, { method: 'PATCH', body: { username: 'much wanted' } })),
      );
      assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
    });

    it('lets two users swap their names without a server error', async () => {
      const [a, b] = [await create({ username: 'swap-a' }), await create({ username: 'swap-b' })];
      const responses = await Promise.all([
        users(`/${a.id}`, { method: 'PATCH', body: { username: 'swap-b' } }),
        users(`/${b.id}`, { method: 'PATCH', body: { username: 'swap-a' } }),
      ]);
      for (const { status } of responses) assert.ok(status === 200 || status === 409, String(status));
    });

    const wrong: Record<string, readonly [body: object, path: string]> = {
      'no username': [{}, '/username'],
      'an empty username': [{ username: '' }, '/username'],
      'a blank username': [{ username: ' \t\u00a0' }, '/username'],
      'a username of 257 characters': [{ username: 'x'.repeat(257) }, '/username'],
      'a username with a null character': [{ username: 'a\u0000b' }, '/username'],
      'a number as username': [{ username: 5 }, '/username'],
      'an email address without @': [{ username: 'w', email: 'nowhere' }, '/email'],
      'an email address with a null character': [{ username: 'w', email: 'a\u0000@b' }, '/email'],
      'a name with a null character': [{ username: 'w', firstName: '\u0000' }, '/firstName'],
      'a name of 257 characters': [{ username: 'w', lastName: 'x'.repeat(257) }, '/lastName'],
      'an unknown role': [{ username: 'w', roles: ['OWNER'] }, '/roles/0'],
      'no role': [{ username: 'w', roles: [] }, '/roles'],
      'a role twice': [{ username: 'w', roles: ['USER', 'USER'] }, '/roles'],
      'a group that does not exist': [{ username: 'w', groups: ['sales', 'nope'] }, '/groups/1'],
      'a group twice': [{ username: 'w', groups: ['sales', 'sales'] }, '/groups'],
      'a workspace that does not exist': [{ username: 'w', workspaceId: 'nope' }, '/workspaceId'],
      'an unknown privilege': [{ username: 'w', privileges: { app: ['own'] } }, '/privileges/app/0'],
      'a privilege that is no list': [{ username: 'w', privileges: { 'a\nb': 5 } }, '/privileges/a\nb'],
      'an app of 129 characters': [
        { username: 'w', privileges: { [`${'x'.repeat(129)}`]: [] } },
        `/privileges/${'x'.repeat(129)}`,
      ],
      'attributes that are a list': [{ username: 'w', attributes: [] }, '/attributes'],
      'an unknown status': [{ username: 'w', status: 'gone' }, '/status'],
      'a short password': [{ username: 'w', password: 'seven 7' }, '/password'],
      'a field that is the server’s': [{ username: 'w', id: 'mine' }, '/id'],
      'a hash': [{ username: 'w', passwordHash: '$argon2id$' }, '/passwordHash'],
    };
    for (const [what, [body, path]] of Object.entries(wrong)) {
      it(`refuses ${what} and names ${JSON.stringify(path.slice(0, 40))}`, async () => {
        refusedBy(await users('', { body }), 400, path);
        assert.equal(
          (await users<{ data: User[] }>('?q=w')).body.data.filter(({ username }) => username === 'w').length,
          0,
        );
      });
    }

    it('refuses an empty change', async () => {
      const { id } = await create({ username: 'unchanged' });
      assert.equal((await users(`/${id}`, { method: 'PATCH', body: {} })).status, 400);
    });

    it('accepts names of the maximum length, even if they grow when case-folded', async () => {
      // Squared words of Unicode become up to six characters each.
      const grown = Array.from({ length: 256 }, (_, n) =>
        String.fromCodePoint(0x3300 + ((n * 89) % 256)),
      ).join('');
      for (const username of ['y'.repeat(256), '😀'.repeat(256), 'ﷺ'.repeat(256), grown]) {
        const { status, body } = await users('', { body: { username, firstName: username } });
        assert.equal(status, 201, JSON.stringify(body).slice(0, 200));
        assert.equal((await users(`/${body.id}`)).body.username, username);
      }
    });
  });
}
