import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import {
  ENTERPRISE_URN,
  GROUP_URN,
  type ScimResource,
  USER_URN,
  useScim,
} from '../../../support/scim/use-scim.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

// Requests as Microsoft and Okta document them: “Tutorial: Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID”
// and “SCIM 2.0 protocol reference” of Okta.
for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`SCIM requests of identity providers on ${engine}`, () => {
    const { inlay, scim, patch, list, owner } = useScim(makeStore);
    const stored = async (id: string) =>
      (await inlay.call<User>(`/api/v0/users/${id}`, { token: await owner() })).body;

    it('create, change and soft-delete a user as Entra ID does', async () => {
      const filter = 'userName eq "Test_User_dfeef4c5@testuser.com"';
      assert.deepEqual((await list('/Users', { filter })).Resources, []);
      const { status, body: user } = await scim('/Users', {
        headers: { 'content-type': 'application/scim+json; charset=utf-8' },
        body: {
          schemas: [USER_URN, ENTERPRISE_URN],
          externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
          userName: 'Test_User_dfeef4c5@testuser.com',
          active: true,
          addresses: [{ primary: false, type: 'work', country: 'Belgium', formatted: 'Street 1' }],
          emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
          meta: { resourceType: 'User' },
          name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
          phoneNumbers: [{ primary: true, type: 'mobile', value: '+1 555' }],
          preferredLanguage: 'en',
          title: 'Manager',
          roles: [],
          [ENTERPRISE_URN]: { department: 'Sales', employeeNumber: '1', manager: 'boss' },
        },
      });
      assert.equal(status, 201, JSON.stringify(user));
      assert.equal((await list('/Users', { filter })).totalResults, 1);
      const changed = await patch(`/Users/${user.id}`, [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@testuser.com' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 556' },
        { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'France' },
        { op: 'Add', path: `${ENTERPRISE_URN}:department`, value: 'Support' },
        { op: 'Add', path: `${ENTERPRISE_URN}:manager`, value: 'other' },
        { op: 'Replace', path: 'displayName', value: 'Somebody' },
      ]);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      const object = await patch(`/Users/${user.id}`, [
        {
          op: 'replace',
          value: {
            'name.givenName': 'dotted',
            'emails[type eq "work"].value': 'dotted@testuser.com',
            [`${ENTERPRISE_URN}:costCenter`]: '7',
            'phoneNumbers[type eq "work"].value': '1',
            id: 'ignored',
          },
        },
      ]);
      assert.equal(object.status, 200, JSON.stringify(object.body));
      assert.deepEqual((await stored(user.id)).attributes, {
        department: 'Support',
        employeeNumber: '1',
        costCenter: '7',
      });
      const { email, firstName, lastName } = await stored(user.id);
      assert.deepEqual([email, firstName, lastName], ['dotted@testuser.com', 'dotted', 'updatedFamilyName']);
      const disabled = await patch(`/Users/${user.id}`, [{ op: 'Replace', path: 'active', value: 'False' }]);
      assert.deepEqual([disabled.status, disabled.body.active], [200, false]);
      const enabled = await patch(`/Users/${user.id}`, [{ op: 'Replace', path: 'active', value: 'True' }]);
      assert.equal(enabled.body.active, true);
      assert.equal((await scim(`/Users/${user.id}`, { method: 'DELETE' })).status, 204);
    });

    it('add an email address to a user without one as Entra ID does', async () => {
      const { body } = await scim('/Users', { body: { schemas: [USER_URN], userName: 'no-mail' } });
      const added = await patch(`/Users/${body.id}`, [
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'now@testuser.com' },
      ]);
      assert.deepEqual(added.body.emails, [{ value: 'now@testuser.com', type: 'work', primary: true }]);
    });

    it('assign an app role as Entra ID does', async () => {
      const key = await inlay
        .call<{ key: string }>('/api/v0/api-keys', {
          token: await owner(),
          body: {
            name: 'with roles',
            scopes: [
              'scim',
              'data:read',
              'data:write',
              'data:query',
              'content:read',
              'settings:read',
              'usage:read',
            ],
          },
        })
        .then((created) => created.body.key);
      const { body } = await scim('/Users', { body: { userName: 'entra-role' } });
      const path = 'roles[primary eq "True"].value';
      const given = await patch(`/Users/${body.id}`, [{ op: 'Add', path, value: 'data-manager' }], { key });
      assert.deepEqual(given.body.roles, [{ value: 'data-manager', primary: true }]);
      await patch(`/Users/${body.id}`, [{ op: 'Remove', path: 'roles' }], { key });
      assert.equal((await stored(body.id)).adminRole, null);
    });

    it('manage a group as Entra ID does', async () => {
      const { body: user } = await scim('/Users', { body: { userName: 'entra-member' } });
      const { status, body: group } = await scim('/Groups', {
        body: {
          schemas: [GROUP_URN, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
          externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
          displayName: 'displayName',
          meta: { resourceType: 'Group' },
        },
      });
      assert.equal(status, 201);
      const found = await list('/Groups', {
        excludedAttributes: 'members',
        filter: 'displayName eq "displayName"',
      });
      assert.deepEqual(
        found.Resources.map(({ id }) => id),
        [group.id],
      );
      for (const operation of [
        { op: 'Replace', path: 'displayName', value: '1879db59' },
        { op: 'Add', path: 'members', value: [{ $ref: null, value: user.id }] },
      ])
        assert.equal((await patch(`/Groups/${group.id}`, [operation])).status, 204);
      const membership = { attributes: 'id', filter: `id eq "${group.id}" and members eq "${user.id}"` };
      assert.deepEqual((await list('/Groups', membership)).Resources, [
        { schemas: [GROUP_URN], id: group.id },
      ]);
      await patch(`/Groups/${group.id}`, [
        { op: 'Remove', path: 'members', value: [{ $ref: null, value: user.id }] },
      ]);
      assert.equal((await list('/Groups', membership)).totalResults, 0);
      assert.equal((await scim(`/Groups/${group.id}`, { method: 'DELETE' })).status, 204);
    });

    it('create, update and deactivate a user as Okta does', async () => {
      assert.equal((await list('/Users', { startIndex: '1', count: '2' })).startIndex, 1);
      const filter = 'userName eq "test.user@okta.local"';
      assert.equal((await list('/Users', { filter, startIndex: '1', count: '100' })).totalResults, 0);
      const resource = {
        schemas: [USER_URN],
        userName: 'test.user@okta.local',
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      };
      const { status, body: user } = await scim('/Users', { body: resource });
      assert.equal(status, 201);
      assert.equal(user.password, undefined);
      // Okta sends back what it read, with its changes.
      const read = (await scim<ScimResource>(`/Users/${user.id}`)).body;
      const updated = await scim(`/Users/${user.id}`, {
        method: 'PUT',
        body: { ...read, name: { givenName: 'Another', familyName: 'User', middleName: 'Excited' } },
      });
      assert.deepEqual([updated.status, updated.body.displayName], [200, 'Another User']);
      const off = await scim(`/Users/${user.id}`, {
        method: 'PUT',
        body: { ...updated.body, active: false },
      });
      assert.deepEqual([off.status, off.body.active], [200, false]);
      const on = await patch(`/Users/${user.id}`, [{ op: 'replace', value: { active: true } }]);
      assert.equal(on.body.active, true);
    });

    it('push a group as Okta does', async () => {
      const { body: user } = await scim('/Users', { body: { userName: 'okta-member' } });
      const { body: group } = await scim('/Groups', {
        body: { schemas: [GROUP_URN], displayName: 'Test SCIMv2', members: [] },
      });
      const renamed = await patch(`/Groups/${group.id}`, [
        { op: 'replace', value: { id: group.id, displayName: 'Test SCIMv2 renamed' } },
      ]);
      assert.equal(renamed.status, 204, JSON.stringify(renamed.body));
      const member = { value: user.id, display: 'okta-member' };
      await patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value: [member] }]);
      await patch(`/Groups/${group.id}`, [{ op: 'remove', path: `members[value eq "${user.id}"]` }]);
      const replaced = await patch(`/Groups/${group.id}`, [
        { op: 'replace', path: 'members', value: [member] },
      ]);
      assert.equal(replaced.status, 204);
      const { body } = await scim(`/Groups/${group.id}`);
      assert.equal(body.displayName, 'Test SCIMv2 renamed');
      assert.equal((body.members as readonly unknown[]).length, 1);
    });
  });
}
