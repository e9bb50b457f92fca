import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

interface Answer {
  readonly data: readonly User[];
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly problem: string }[];
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`creating users in bulk on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let token: string;
    const bulk = (users: unknown) => inlay.call<Answer>('/api/v0/users/bulk', { token, body: { users } });
    const total = async () =>
      (await inlay.call<{ meta: { total: number } }>('/api/v0/users?limit=1', { token })).body.meta.total;
    before(async () => {
      token = await inlay.adminToken();
      await inlay.call('/api/v0/groups', { token, body: { id: 'sales', name: 'Sales' } });
    });

    it('creates a thousand users in order', async () => {
      const users = Array.from({ length: 1000 }, (_, n) => ({ username: `bulk-${n}`, groups: ['sales'] }));
      const { status, body } = await bulk(users);
      assert.equal(status, 201);
      assert.deepEqual(
        body.data.map(({ username }) => username),
        users.map(({ username }) => username),
      );
      assert.deepEqual(body.data[999]?.groups, ['sales']);
      assert.equal(await total(), 1001);
      const { body: read } = await inlay.call(`/api/v0/users/${body.data[500]?.id}`, { token });
      assert.deepEqual(read, body.data[500]);
    });

    it('lets users created with a password log in', async () => {
      const { status } = await bulk([
        { username: 'bulk with', password: 'a long password' },
        { username: 'bulk without' },
      ]);
      assert.equal(status, 201);
      assert.equal((await inlay.login('bulk with', 'a long password')).status, 200);
      assert.equal((await inlay.login('bulk without', '')).status, 401);
    });

    const refused: Record<string, readonly [users: unknown, status: number, paths: readonly string[]]> = {
      'wrong fields': [
        [{ username: 'new-1' }, { username: 'new-2', email: 'x' }, { username: '' }],
        400,
        ['/users/1/email', '/users/2/username'],
      ],
      'unknown groups': [
        [
          { username: 'new-1', groups: ['nope'] },
          { username: 'new-2' },
          { username: 'new-3', workspaceId: 'nope' },
        ],
        400,
        ['/users/0/groups/0', '/users/2/workspaceId'],
      ],
      'weak passwords': [
        [
          { username: 'new-1', password: 'short' },
          { username: 'new-2', password: 'x'.repeat(257) },
        ],
        400,
        ['/users/0/password', '/users/1/password'],
      ],
      'taken usernames': [
        [{ username: 'new-1' }, { username: ADMIN.username.toUpperCase() }, { username: 'new-2' }],
        409,
        ['/users/1/username'],
      ],
      'a username twice': [
        [{ username: 'new-1' }, { username: 'new-2' }, { username: ' NEW-1' }],
        409,
        ['/users/2/username'],
      ],
      'a user who is no object': [[{ username: 'new-1' }, 'new-2', null], 400, ['/users/1', '/users/2']],
      'no user': [[], 400, ['/users']],
      'what is no list': [{ username: 'new-1' }, 400, ['/users']],
      '1,001 users': [Array.from({ length: 1001 }, (_, n) => ({ username: `new-${n}` })), 400, ['/users']],
    };
    for (const [what, [users, status, paths]] of Object.entries(refused)) {
      it(`refuses ${what}, names each by its index and creates nobody`, async () => {
        const before = await total();
        const response = await bulk(users);
        assert.equal(response.status, status, JSON.stringify(response.body));
        assert.deepEqual(
          response.body.details.map(({ path }) => path),
          paths,
        );
        assert.ok(response.body.message.startsWith(`${paths[0]} `), response.body.message);
        assert.equal(await total(), before);
        const { body } = await inlay.call<Answer>('/api/v0/users?q=new-', { token });
        assert.deepEqual(body.data, []);
      });
    }

    it('accepts bodies that are too large for other routes, up to sixteen mebibytes', async () => {
      const attributes = { text: 'x'.repeat(10_000) };
      const users = Array.from({ length: 200 }, (_, n) => ({ username: `large-${n}`, attributes }));
      assert.equal((await bulk(users)).status, 201);
      const tooLarge = {
        rawBody: ' '.repeat(16 * 1024 * 1024 + 1),
        headers: { 'content-type': 'application/json' },
      };
      assert.equal((await inlay.call('/api/v0/users/bulk', { token, ...tooLarge })).status, 413);
    });

    it('lets one of several concurrent overlapping requests succeed as a whole', async () => {
      const before = await total();
      const names = Array.from({ length: 40 }, (_, n) => ({ username: `race-${n}` }));
      const responses = await Promise.all([
        bulk(names),
        bulk(names.toReversed()),
        bulk(names),
        bulk(names.toReversed()),
      ]);
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409]);
      assert.equal(await total(), before + 40);
    });

    it('does not block logins while it hashes many passwords', async () => {
      const users = Array.from({ length: 60 }, (_, n) => ({
        username: `hashed-${n}`,
        password: `password ${n}`,
      }));
      let finished = false;
      const creating = bulk(users).finally(() => {
        finished = true;
      });
      for (let login = 0; login < 3; login += 1) await inlay.adminToken();
      assert.equal(finished, false, 'three logins wait for no more than their turn');
      assert.equal((await creating).status, 201);
    });
  });
}
