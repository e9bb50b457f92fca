import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ALL_PERMISSIONS } from '@inlay/protocol/permission';
import type { User } from '@inlay/protocol/user';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { logInAs } from '../../../support/http/api-client.ts';
import { ENTERPRISE_URN, type ScimFailure, USER_URN, useScim } from '../../../support/scim/use-scim.ts';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`an API key with the scope scim on ${engine}`, () => {
    const { inlay, scim, create, patch, list, owner, newKey } = useScim(makeStore);
    const api = async <T = User>(path: string, options: object = {}) =>
      (await inlay.call<T>(`/api/v0${path}`, { token: await owner(), ...options })).body;
    const newUser = (username: string, fields: object = {}) =>
      api('/users', {
        body: { username, password: ADMIN.password, email: `${username}@example.com`, ...fields },
      });
    const replace = (id: string, path: string, value: unknown, options = {}) =>
      patch(`/Users/${id}`, [{ op: 'replace', path, value }], options);
    const ownerId = async () => (await api('/me')).id;

    it('ends the sessions of a user whom it deactivates, at once and for good', async () => {
      for (const end of [
        (id: string) => replace(id, 'active', 'False'),
        (id: string) => patch(`/Users/${id}`, [{ op: 'Replace', value: { active: false } }]),
        (id: string, userName: string) =>
          scim(`/Users/${id}`, { method: 'PUT', body: { userName, active: false } }),
        (id: string) => scim(`/Users/${id}`, { method: 'DELETE' }),
      ]) {
        const username = `leaver-${Math.random()}`;
        const { id } = await newUser(username);
        const credentials = { username, password: ADMIN.password };
        const token = await logInAs(inlay.running.url, credentials);
        assert.equal((await inlay.call('/api/v0/me', { token })).status, 200);
        assert.ok((await end(id, username)).status < 300);
        assert.equal((await inlay.call('/api/v0/me', { token })).status, 401);
        await assert.rejects(logInAs(inlay.running.url, credentials), /401/);
        // A session that came back with the account would be the leaver's.
        if ((await scim(`/Users/${id}`)).status === 200) await replace(id, 'active', true);
        assert.equal((await inlay.call('/api/v0/me', { token })).status, 401);
      }
    });

    it('reads owners and changes nothing of them', async () => {
      const id = await ownerId();
      const { body } = await scim(`/Users/${id}`);
      assert.deepEqual(body.roles, [{ value: 'owner', primary: true }]);
      const userName = String(body.userName);
      for (const attempt of [
        replace(id, 'userName', 'mine'),
        replace(id, 'emails', [{ value: 'mine@example.com' }]),
        replace(id, 'active', false),
        replace(id, 'name.givenName', 'Mine'),
        replace(id, 'externalId', 'mine'),
        patch(`/Users/${id}`, [{ op: 'remove', path: 'roles' }]),
        patch(`/Users/${id}`, [{ op: 'add', path: `${ENTERPRISE_URN}:department`, value: 'Mine' }]),
        scim(`/Users/${id}`, { method: 'PUT', body: { userName, active: false } }),
        scim(`/Users/${id}`, { method: 'DELETE' }),
      ]) {
        const { status, body: refusal } = await attempt;
        assert.ok(
          status === 403 || (status === 400 && refusal.scimType === 'mutability'),
          JSON.stringify(refusal),
        );
      }
      assert.deepEqual((await scim(`/Users/${id}`)).body, body);
      // A request that changes nothing is no attempt.
      assert.equal((await replace(id, 'active', true)).status, 200);
    });

    it('cannot give a role that exceeds its own scopes, or one that manages users', async () => {
      const everything = await newKey(ALL_PERMISSIONS);
      const { id } = await create({ userName: 'climber' });
      const give = (value: string, key?: string) =>
        replace(id, 'roles', [{ value }], key === undefined ? {} : { key });
      for (const role of ['owner', 'administrator'])
        assert.equal((await give(role, everything)).status, 403, role);
      for (const role of ['owner', 'administrator', 'auditor', 'data-manager']) {
        const { status, body } = await give(role);
        // For this key, the schema says that roles are read-only.
        assert.deepEqual([status, body.scimType], [400, 'mutability'], role);
        const created = await scim('/Users', {
          body: { userName: `born-${role}`, roles: [{ value: role }] },
        });
        assert.equal(created.body.roles, undefined, role);
        const born = await scim('/Users', {
          key: everything,
          body: { userName: `born 2 ${role}`, roles: [{ value: role }] },
        });
        assert.equal(born.status, ['owner', 'administrator'].includes(role) ? 403 : 201, role);
      }
      const authors = await newKey([
        'scim',
        'content:read',
        'content:write',
        'embeds:write',
        'data:read',
        'data:query',
        'settings:read',
        'usage:read',
      ]);
      assert.equal((await give('content-author', authors)).status, 200);
      assert.equal((await give('data-manager', authors)).status, 403);
      assert.equal((await give('no-role', authors)).status, 400);
      assert.equal((await api(`/users/${id}`)).adminRole, 'content-author');
    });

    it('takes access from administrators, and changes nothing that could let somebody else in', async () => {
      for (const adminRole of ['administrator', 'data-manager']) {
        const { id } = await newUser(`staff-${adminRole}`, { adminRole });
        for (const attempt of [
          replace(id, 'userName', 'other'),
          replace(id, 'emails[type eq "work"].value', 'attacker@example.com'),
          patch(`/Users/${id}`, [{ op: 'remove', path: 'emails' }]),
          scim(`/Users/${id}`, { method: 'PUT', body: { userName: `staff-${adminRole}` } }),
        ])
          assert.equal((await attempt).status, 403);
        const user = await api(`/users/${id}`);
        assert.deepEqual([user.email, user.status], [`staff-${adminRole}@example.com`, 'active']);
        assert.equal((await replace(id, 'externalId', `e-${adminRole}`)).status, 200);
        assert.equal((await replace(id, 'name.familyName', 'Married')).status, 200);
        // Leavers are deactivated even where the provider has another address.
        const left = await patch(`/Users/${id}`, [
          { op: 'replace', path: 'active', value: false },
          { op: 'replace', path: 'emails', value: [{ value: 'attacker@example.com' }] },
        ]);
        assert.deepEqual([left.status, left.body.active], [200, false]);
        assert.equal((await api(`/users/${id}`)).email, `staff-${adminRole}@example.com`);
        const back = await replace(id, 'active', true);
        assert.equal(back.status, 403, 'a leaver who holds the key could let themselves in again');
        assert.match(String(back.body.detail), /deactivate or delete/);
        assert.equal((await scim(`/Users/${id}`, { method: 'DELETE' })).status, 204);
      }
    });

    it('reaches no field that the mapping does not name', async () => {
      const smuggled = {
        id: 'chosen',
        tenantId: 'other',
        tenant_id: 'other',
        password: 'a long enough password',
        passwordHash: 'x',
        password_hash: 'x',
        roles: [{ value: 'owner' }],
        adminRole: 'owner',
        admin_role: 'owner',
        status: 'active',
        privileges: { sales: ['validate'] },
        attributes: { region: 'all' },
        workspaceId: 'main',
        groups: [{ value: 'staff' }],
        import_id: 'x',
        __proto__: { active: false },
        constructor: { name: 'x' },
        meta: { created: '2000-01-01T00:00:00Z' },
        [ENTERPRISE_URN]: { department: 'Sales', region: 'all', __proto__: { x: 1 } },
        [`${ENTERPRISE_URN}:region`]: 'all',
      };
      const { id } = await create({ userName: 'plain', ...smuggled });
      await scim(`/Users/${id}`, { method: 'PUT', body: { userName: 'plain', ...smuggled } });
      const { id: _, ...fields } = smuggled;
      for (const [path, value] of Object.entries(fields)) {
        await patch(`/Users/${id}`, [{ op: 'add', path, value }]);
        await patch(`/Users/${id}`, [{ op: 'add', value: { [path]: value } }]);
      }
      const user = await api(`/users/${id}`);
      assert.notEqual(id, 'chosen');
      assert.deepEqual(
        [
          user.adminRole,
          user.roles,
          user.status,
          user.privileges,
          user.attributes,
          user.workspaceId,
          user.groups,
        ],
        [null, ['USER'], 'active', {}, { department: 'Sales' }, null, []],
      );
      const login = await inlay.login('plain', 'a long enough password');
      assert.equal(login.status, 401);
    });

    it('finds nothing through quotation marks, wildcards and comments', async () => {
      const { totalResults } = await list('/Users', { count: '0' });
      for (const value of [
        "' or '1'='1",
        "'; drop table users; --",
        '%',
        '_',
        '\\',
        '"',
        "x' --",
        '$1',
        '?',
      ]) {
        for (const name of ['userName', 'externalId', 'emails.value', 'name.givenName', 'id', 'groups']) {
          const found = await list('/Users', { filter: `${name} eq ${JSON.stringify(value)}` });
          assert.equal(found.totalResults, 0, `${name} ${value}`);
        }
        const contained = await list('/Users', { filter: `userName co ${JSON.stringify(value)}` });
        assert.ok(contained.totalResults < totalResults, value);
      }
      assert.equal((await list('/Users', { count: '0' })).totalResults, totalResults);
    });

    it('is refused on every other route, and other keys on the routes of SCIM', async () => {
      for (const path of ['/users', '/groups', '/api-keys', '/audit-events', '/apps'])
        assert.equal(
          (await inlay.call(`/api/v0${path}`, { token: await newKey(['scim']) })).status,
          401,
          path,
        );
      const others = await newKey(ALL_PERMISSIONS.filter((scope) => scope !== 'scim'));
      for (const path of ['/Users', '/Groups', '/ServiceProviderConfig']) {
        const { status, body, headers } = await scim(path, { key: others });
        assert.deepEqual([status, body], [401, { statusCode: 401, message: 'Unauthorized' }]);
        assert.equal(headers['www-authenticate'], 'Bearer error="insufficient_scope"');
      }
    });

    describe('of one tenant', () => {
      let foreignKey: string;
      let headers: { readonly host: string };
      before(async () => {
        const admin = { username: 'admin@other.test', password: ADMIN.password };
        await createTenant(inlay.running.services, {
          id: 'other',
          adminUsername: admin.username,
          adminPassword: admin.password,
        });
        headers = { host: `other.${inlay.running.services.config.publicUrl.hostname}` };
        const token = await logInAs(inlay.running.url, admin, headers);
        const created = await inlay.call<{ key: string }>('/api/v0/api-keys', {
          token,
          headers,
          body: { name: 'foreign', scopes: ['scim'] },
        });
        foreignKey = created.body.key;
      });

      it('is no key of another', async () => {
        assert.equal((await scim('/Users', { key: foreignKey })).status, 401);
        assert.equal((await scim('/Users', { headers })).status, 401);
      });

      it('reaches no user or group of another, and shares no name with it', async () => {
        const user = await create({ userName: 'shared', externalId: 'shared' });
        const group = await create({
          displayName: 'Shared',
          externalId: 'shared',
          members: [{ value: user.id }],
        });
        const foreign = <T = ScimFailure>(path: string, options: object = {}) =>
          scim<T>(path, { key: foreignKey, headers, ...options });
        for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`])
          for (const options of [
            {},
            { method: 'PUT', body: { userName: 'x', displayName: 'x' } },
            { method: 'PATCH', body: { Operations: [{ op: 'replace', path: 'externalId', value: 'x' }] } },
            { method: 'DELETE' },
          ])
            assert.equal((await foreign(path, options)).status, 404, path);
        for (const filter of [
          'userName eq "shared"',
          'externalId eq "shared"',
          `id eq "${user.id}"`,
          `groups eq "${group.id}"`,
        ]) {
          const { body } = await foreign<{ totalResults: number }>(
            `/Users?${new URLSearchParams({ filter })}`,
          );
          assert.equal(body.totalResults, 0, filter);
        }
        const { body: groups } = await foreign<{ totalResults: number }>('/Groups');
        assert.equal(groups.totalResults, 0);
        const twin = await foreign<{ id: string }>('/Users', {
          body: { userName: 'shared', externalId: 'shared' },
        });
        assert.equal(twin.status, 201);
        const mixed = await foreign('/Groups', {
          body: { displayName: 'Shared', members: [{ value: user.id }] },
        });
        assert.deepEqual([mixed.status, mixed.body.scimType], [400, 'invalidValue']);
        const own = await foreign<{ id: string; meta: { location: string } }>('/Groups', {
          body: { displayName: 'Shared', externalId: 'shared' },
        });
        assert.deepEqual([own.status, own.body.id], [201, group.id]);
        assert.match(own.body.meta.location, /\/\/other\./);
        assert.equal((await scim(`/Users/${twin.body.id}`)).status, 404);
        const { body } = await scim(`/Groups/${group.id}`);
        assert.equal((body.members as readonly unknown[]).length, 1);
      });
    });

    it('is told the schemas as far as they are its own', async () => {
      const rolesFor = async (key?: string) => {
        const { body } = await scim<{ attributes: { name: string; mutability: string }[] }>(
          `/Schemas/${USER_URN}`,
          key === undefined ? {} : { key },
        );
        return body.attributes.find(({ name }) => name === 'roles')?.mutability;
      };
      assert.equal(await rolesFor(), 'readOnly');
      assert.equal(await rolesFor(await newKey(ALL_PERMISSIONS)), 'readWrite');
    });
  });
}
