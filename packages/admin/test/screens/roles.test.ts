import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ADMIN_ROLES, type AdminRole } from '@inlay/protocol/admin-role';
import { list } from '../support/fake-api.ts';
import { ADMIN, openApp } from '../support/open-app.ts';
import { storedUsers, userOf } from '../support/stored-users.ts';

const as = (adminRole: AdminRole) => ({
  'GET /me': () => ({ ...ADMIN, adminRole, permissions: ADMIN_ROLES[adminRole] }),
});

describe('roles in the admin app', () => {
  it('hide the screens and actions that they do not include', async (test) => {
    const app = await openApp(test, '/datasets', { ...as('content-author'), 'GET /datasets': () => list() });
    const sidebar = app.locator('.sidebar');
    await sidebar.getByRole('link', { name: 'Datasets' }).waitFor();
    for (const name of ['Users', 'Audit', 'API keys'])
      assert.equal(sidebar.getByRole('link', { name }).count(), 0, name);
    assert.equal(app.getByRole('link', { name: 'Create dataset' }).count(), 0);
  });

  it('say why where a link leads to such a screen, and ask the server for nothing of it', async (test) => {
    const app = await openApp(test, '/users', as('data-manager'));
    await app.getByText('Your role does not include this screen').waitFor();
    await app.getByText('ask an owner or administrator').waitFor();
    assert.equal(app.getByRole('dialog').count(), 0);
  });

  it('show what they cannot change, with fields and buttons switched off', async (test) => {
    const app = await openApp(test, '/users/ann', { ...as('auditor'), ...storedUsers(userOf('ann')) });
    const dialog = app.getByRole('dialog');
    await dialog.getByText('your role does not allow changes').waitFor();
    for (const part of [dialog.getByLabel('Username'), dialog.getByRole('button', { name: 'Set password…' })])
      assert.ok(part.element().closest('fieldset[disabled]'));
  });

  it('are given by owners and administrators, who cannot make owners', async (test) => {
    const app = await openApp(test, '/users/ann', {
      ...as('administrator'),
      ...storedUsers(userOf('ann')),
    });
    const role = app.getByRole('dialog').getByLabel('Role');
    await role.selectOption('Content author');
    await app.getByText('Builds and publishes apps').waitFor();
    assert.ok(!/Owner/.test(role.element().textContent ?? ''));
    assert.equal(app.getByText('Privileges', { exact: true }).count(), 0);
    await app.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await app.getByText('User ann saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /users/{id}')[0]?.body, { adminRole: 'content-author' });
  });

  it('of an owner cannot be changed by an administrator', async (test) => {
    const app = await openApp(test, '/users/olga', {
      ...as('administrator'),
      ...storedUsers(userOf('olga', { roles: ['ADMIN'], adminRole: 'owner' })),
    });
    const role = app.getByRole('dialog').getByLabel('Role');
    await role.waitFor();
    assert.equal(role.value(), 'owner');
    assert.ok(role.isDisabled());
  });
});
