import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { type CreatedTenant, createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { logInAs } from '../../../support/http/api-client.ts';
import { ADMIN, STORES, startInlay } from '../../../support/server/start-inlay.ts';
import { type InlayInUse, useInlay } from '../../../support/server/use-inlay.ts';

const admin = (password: string) => ({ username: 'admin@shared.test', password });

function addTenant(inlay: InlayInUse, id: string, publicUrl?: string): Promise<CreatedTenant> {
  return createTenant(inlay.running.services, {
    id,
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
    adminUsername: 'admin@shared.test',
    adminPassword: `the password of ${id}`,
  });
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`tenants by host on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const tokenAt = (host: string, id: string) =>
      logInAs(inlay.running.url, admin(`the password of ${id}`), { host });
    const usernamesAt = async (host: string, token: string) => {
      const { status, body } = await inlay.call<{ data: User[] }>('/api/v0/users', {
        token,
        headers: { host },
      });
      return status === 200 ? body.data.map(({ username }) => username) : status;
    };
    before(async () => {
      await addTenant(inlay, 'acme');
      await addTenant(inlay, 'globex', 'https://analytics.globex.example:8443');
    });

    for (const host of ['acme.localhost', 'acme.localhost:4000', 'ACME.LocalHost:1']) {
      it(`serve tenant acme at ${host}`, async () => {
        assert.deepEqual(await usernamesAt(host, await tokenAt(host, 'acme')), ['admin@shared.test']);
      });
    }

    it('serve a tenant with its own host at any port', async () => {
      for (const host of ['analytics.globex.example', 'Analytics.Globex.Example:8443'])
        assert.ok(await tokenAt(host, 'globex'), host);
    });

    for (const host of ['localhost', '127.0.0.1:4000', '[::1]:4000', 'demo.localhost']) {
      it(`reaches the default tenant at ${host}`, async () => {
        const token = await logInAs(inlay.running.url, ADMIN, { host });
        assert.deepEqual(await usernamesAt(host, token), [ADMIN.username]);
      });
    }

    for (const host of [
      'unknown.localhost',
      'acme.example.com',
      'a.acme.localhost',
      'xn--nxasmq6b.example',
    ]) {
      it(`serve no tenant at ${host}`, async () => {
        const { status, body } = await inlay.call<{ code: string }>('/api/login', {
          body: ADMIN,
          headers: { host },
        });
        assert.deepEqual([status, body.code], [404, 'NO_TENANT']);
      });
    }

    it('accept a login token only at its own tenant', async () => {
      const acme = await tokenAt('acme.localhost', 'acme');
      const demo = await inlay.adminToken();
      assert.equal(await usernamesAt('localhost', acme), 401);
      assert.equal(await usernamesAt('analytics.globex.example', acme), 401);
      assert.equal(await usernamesAt('acme.localhost', demo), 401);
      const logout = { method: 'POST', token: acme, headers: { host: 'localhost' } };
      assert.equal((await inlay.call('/api/logout', logout)).status, 401);
      assert.deepEqual(await usernamesAt('acme.localhost', acme), ['admin@shared.test']);
    });

    it('accept a password only at its own tenant, even with equal usernames', async () => {
      const login = (host: string, password: string) =>
        inlay.call('/api/login', { body: admin(password), headers: { host } });
      assert.equal((await login('acme.localhost', 'the password of globex')).status, 401);
      assert.equal((await login('localhost', 'the password of acme')).status, 401);
      inlay.pass(60_000);
    });

    it('count invalid logins separately', async () => {
      const login = async (host: string, password: string) =>
        (await inlay.call('/api/login', { body: admin(password), headers: { host } })).status;
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal(await login('acme.localhost', 'wrong'), 401);
      assert.equal(await login('acme.localhost', 'the password of acme'), 429);
      assert.equal(await login('analytics.globex.example', 'the password of globex'), 200);
      inlay.pass(60_000);
    });

    it("cannot read or change another tenant's content by its ids", async () => {
      const [acme, globex] = [
        { token: await tokenAt('acme.localhost', 'acme'), headers: { host: 'acme.localhost' } },
        {
          token: await tokenAt('analytics.globex.example', 'globex'),
          headers: { host: 'analytics.globex.example' },
        },
      ];
      const { body: group } = await inlay.call<{ id: string }>('/api/v0/groups', {
        ...acme,
        body: { id: 'secret-group', name: 'x' },
      });
      await inlay.call('/api/v0/workspaces', { ...acme, body: { id: 'secret-workspace', name: 'x' } });
      const member = { username: 'member', groups: [group.id], workspaceId: 'secret-workspace' };
      const { body: user } = await inlay.call<User>('/api/v0/users', { ...acme, body: member });

      for (const path of [`users/${user.id}`, 'groups/secret-group', 'workspaces/secret-workspace']) {
        const change = path.startsWith('users') ? { firstName: 'x' } : { name: 'x' };
        assert.equal((await inlay.call(`/api/v0/${path}`, globex)).status, 404, path);
        assert.equal(
          (await inlay.call(`/api/v0/${path}`, { ...globex, method: 'PATCH', body: change })).status,
          404,
          path,
        );
        assert.equal(
          (await inlay.call(`/api/v0/${path}`, { ...globex, method: 'DELETE' })).status,
          404,
          path,
        );
        assert.equal((await inlay.call(`/api/v0/${path}`, acme)).status, 200, path);
      }
      for (const path of [
        'users?group=secret-group',
        'users?q=member',
        'audit-events?action=user.create',
        'groups',
      ])
        assert.deepEqual((await inlay.call<{ data: [] }>(`/api/v0/${path}`, globex)).body.data, [], path);
      const lists = ['users', 'workspaces', 'audit-events'].map((path) =>
        inlay.call(`/api/v0/${path}`, globex),
      );
      assert.ok(!/secret-|member/.test(JSON.stringify((await Promise.all(lists)).map(({ body }) => body))));
      for (const body of [
        { username: 'a', groups: ['secret-group'] },
        { username: 'a', workspaceId: 'secret-workspace' },
      ])
        assert.equal((await inlay.call('/api/v0/users', { ...globex, body })).status, 400);
      assert.equal(
        (await inlay.call('/api/v0/groups', { ...globex, body: { id: 'secret-group', name: 'own' } })).status,
        201,
      );
      assert.equal(
        (await inlay.call('/api/v0/groups/secret-group', { ...globex, method: 'DELETE' })).status,
        204,
      );
      const { body: after } = await inlay.call<User>(`/api/v0/users/${user.id}`, acme);
      assert.deepEqual(after, user);
    });

    it('can use the same usernames and ids', async () => {
      for (const host of ['acme.localhost', 'analytics.globex.example']) {
        const token = await tokenAt(host, host.startsWith('acme') ? 'acme' : 'globex');
        const { status } = await inlay.call('/api/v0/users', {
          token,
          headers: { host },
          body: { username: 'same' },
        });
        assert.equal(status, 201);
      }
    });
  });

  describe(`a first start on ${engine}`, () => {
    it('creates one tenant even if several nodes start together', async () => {
      const store = await makeStore();
      const nodes = await Promise.all([startInlay(store), startInlay(store), startInlay(store)]);
      try {
        assert.equal(nodes.filter(({ firstTenant }) => firstTenant !== undefined).length, 1);
        for (const { url } of nodes) assert.ok(await logInAs(url));
        const { everyTenant } = (nodes[0] as (typeof nodes)[number]).services.store;
        assert.equal((await everyTenant.selectFrom('tenants').selectAll().execute()).length, 1);
        assert.equal((await everyTenant.selectFrom('users').selectAll().execute()).length, 1);
      } finally {
        await Promise.all(nodes.map((node) => node.close()));
        await store.drop();
      }
    });
  });
}
