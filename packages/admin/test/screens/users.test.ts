import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT, SALES } from '../support/sample-world.ts';
import { storedGroups } from '../support/stored-groups.ts';
import { storedUsers, userOf } from '../support/stored-users.ts';

const people = Array.from({ length: 30 }, (_, at) => userOf(`person-${at}`));
const admin = userOf('admin', { roles: ['ADMIN'] });
const workspaceOf = (id: string, name: string) => ({ id, name, createdAt: AT, updatedAt: AT });

describe('users in the admin app', () => {
  it('are created with a random password and groups, found by name, and disabled', async (test) => {
    const app = await openApp(test, '/users?new=1', {
      ...storedUsers(...people),
      ...storedGroups({ id: 'emea', name: 'Sales EMEA' }),
    });
    await app.getByLabel('Username').fill('zoe');
    await app.getByLabel('First sign-in').selectOption('set');
    await app.getByRole('button', { name: 'Generate password' }).click();
    const password = app.getByRole('dialog').locator('[name=password]');
    await eventually(() => assert.match(password.value(), /^\S{12,}$/));
    const made = password.value();
    await app.getByLabel('Sales EMEA').check();
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await app.getByText('User zoe created.').waitFor();
    const [sent] = app.api.calls('POST /users');
    assert.deepEqual([sent?.body.password, sent?.body.groups], [made, ['emea']]);

    await app.getByLabel('Search by name or email').fill('zoe');
    await eventually(() => assert.match(app.path(), /q=zoe/));
    await app.getByRole('link', { name: 'zoe' }).click();
    await eventually(() => assert.ok(app.getByLabel('Sales EMEA').isChecked()));
    await app.getByRole('button', { name: 'Disable user' }).click();
    await app.getByText('can no longer sign in').waitFor();
    assert.deepEqual(app.api.calls('PATCH /users/{id}')[0]?.body, { status: 'disabled' });
  });

  it('are listed with page and filters in the address, so that a link shows the same list', async (test) => {
    const app = await openApp(test, '/users', storedUsers(admin, ...people));
    await app.getByText('1 to 25 of 31 users').waitFor();
    await app.getByRole('button', { name: 'Next' }).click();
    await app.getByText('26 to 31 of 31 users').waitFor();
    assert.match(app.path(), /page=2/);
  });

  it('are filtered by a link', async (test) => {
    const app = await openApp(test, '/users?role=ADMIN', storedUsers(admin, ...people));
    await app.getByText('1 user', { exact: true }).waitFor();
    assert.equal(app.getByLabel('Role').value(), 'ADMIN');
  });

  it('get privileges by app', async (test) => {
    const app = await openApp(test, '/users/person-7', {
      ...storedUsers(...people),
      'GET /apps': () => list(SALES),
    });
    await app.getByLabel('Create drafts in Sales').check();
    await app.press('Escape');
    await app
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('User person-7 saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /users/{id}')[0]?.body, { privileges: { sales: ['contribute'] } });
  });

  it('are deleted after confirmation', async (test) => {
    const app = await openApp(test, '/users/person-7', storedUsers(...people));
    await app.getByRole('button', { name: 'Delete…' }).click();
    assert.deepEqual(app.api.writes, []);
    await app.getByRole('button', { name: 'Delete user' }).click();
    await app.getByText('User person-7 deleted.').waitFor();
    await app.getByText('of 29 users').waitFor();
    assert.deepEqual(app.api.writes, ['DELETE /api/v0/users/person-7']);
  });

  it('move from one workspace to another', async (test) => {
    const workspaces = [workspaceOf('main', 'Main'), workspaceOf('north', 'North')];
    const app = await openApp(test, '/users?new=1', {
      ...storedUsers(),
      'GET /workspaces': () => list(...workspaces),
    });
    const workspace = app.getByRole('dialog').getByLabel('Workspace');
    await app.getByLabel('Username').fill('mover');
    await app.getByLabel('First sign-in').selectOption('set');
    await app.getByRole('button', { name: 'Generate password' }).click();
    await eventually(() => assert.equal(workspace.value(), 'main'));
    await workspace.selectOption('north');
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await app.getByText('User mover created.').waitFor();
    assert.equal(app.api.calls('POST /users')[0]?.body.workspaceId, 'north');
    await app.getByRole('link', { name: 'mover' }).click();
    await workspace.selectOption('main');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('User mover saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /users/{id}')[0]?.body, { workspaceId: 'main' });
  });
});
