import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, refuse } from '../support/fake-api.ts';
import type { Locator } from '../support/locator.ts';
import { ADMIN, openApp } from '../support/open-app.ts';
import { REVENUE, sampleWorld } from '../support/sample-world.ts';
import { storedGroups } from '../support/stored-groups.ts';

describe('forms of the admin app', () => {
  it('show a server error at its field, focus the field and keep the input', async (test) => {
    const app = await openApp(test, '/users?new=1', {
      'POST /users': ({ body }) =>
        body.username === 'taken'
          ? refuse(409, { details: [{ path: '/username', problem: 'is already taken' }] })
          : { ...ADMIN, id: 'zoe', username: body.username },
    });
    await app.getByLabel('Username').fill('taken');
    await app.getByLabel('First name').fill('Zoe');
    await app.getByLabel('First sign-in').selectOption('set');
    await app.getByRole('button', { name: 'Generate password' }).click();
    await app.getByRole('dialog').getByLabel('Role').selectOption('Administrator');
    const create = app.getByRole('dialog').getByRole('button', { name: 'Create user' });
    await create.press('Enter');
    const username = app.getByLabel('Username');
    await assertRefused(username, 'Username is already taken.');
    assert.equal(username.value(), 'taken');
    assert.equal(app.getByLabel('First name').value(), 'Zoe');
    assert.equal(app.getByRole('dialog').getByLabel('Role').value(), 'administrator');
    assert.equal(app.getByRole('alert').count(), 0);

    await username.fill('free');
    await app.getByText('Username is already taken.').waitForNone();
    assert.equal(username.element().getAttribute('aria-invalid'), null);
    await create.click();
    await app.getByText('User free created.').waitFor();
    const [, sent] = app.api.calls('POST /users');
    assert.equal(sent?.body.firstName, 'Zoe');
    assert.equal(sent?.body.adminRole, 'administrator');
  });

  it('report what is missing before anything is sent', async (test) => {
    const app = await openApp(test, '/users?new=1');
    await app.getByRole('dialog').getByLabel('Email').fill('nobody');
    await app.getByLabel('First sign-in').selectOption('set');
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await assertRefused(app.getByLabel('Username'), 'Username is required.');
    await app.getByText('Email must be an email address.').waitFor();
    await app.getByText('Password is required.').waitFor();
    assert.deepEqual(app.api.writes, []);
  });

  it('are busy until the server responds, and are sent once, however often they are submitted', async (test) => {
    const saving = Promise.withResolvers<void>();
    const responses = storedGroups();
    const app = await openApp(test, '/groups?new=1', {
      ...responses,
      'POST /groups': async (call) => {
        await saving.promise;
        return responses['POST /groups'](call);
      },
    });
    const name = app.getByLabel('Name');
    await name.fill('Sent once');
    for (let count = 0; count < 5; count += 1) await name.press('Enter');
    const create = app.getByRole('dialog').getByRole('button', { name: 'Create group' });
    await eventually(() => assert.equal(create.element().getAttribute('aria-busy'), 'true'));
    saving.resolve();
    await app.getByRole('cell', { name: 'sent-once' }).waitFor();
    assert.deepEqual(app.api.writes, ['POST /api/v0/groups']);
  });

  it('wait for the title of the content that an embed is for', async (test) => {
    const held = Promise.withResolvers<void>();
    const app = await openApp(test, '/embeds?new=tile&target=revenue', {
      ...sampleWorld,
      'GET /tiles': async () => {
        await held.promise;
        return list(REVENUE);
      },
    });
    const dialog = app.getByRole('dialog', { name: 'Create embed' });
    await dialog.waitFor();
    assert.equal(dialog.getByRole('textbox').count(), 0);
    held.resolve();
    const title = dialog.getByRole('textbox', { name: /^Title/ });
    await eventually(() => assert.equal(title.value(), 'Revenue by month'));
  });

  it('keep the input while the server cannot be reached, and save it afterwards', async (test) => {
    const responses = storedGroups();
    const app = await openApp(test, '/groups?new=1', {
      ...responses,
      'POST /groups': () => {
        throw new Error('no connection');
      },
    });
    const create = app.getByRole('dialog').getByRole('button', { name: 'Create group' });
    await app.getByLabel('Name').fill('Unlucky');
    await create.click();
    await app.getByRole('alert').getByText('did not respond').waitFor();
    assert.equal(app.getByLabel('Name').value(), 'Unlucky');
    app.api.respond(responses);
    await create.click();
    await app.getByRole('cell', { name: 'unlucky', exact: true }).waitFor();
  });

  it('suggest an id from the name, and report at the field that it is taken', async (test) => {
    const responses = storedGroups({ id: 'taken', name: 'Taken' });
    const app = await openApp(test, '/groups?new=1', responses);
    await app.getByLabel('Name').fill('Taken');
    const id = app.getByLabel('Identifier');
    await eventually(() => assert.equal(id.value(), 'taken'));
    const create = app.getByRole('dialog').getByRole('button', { name: 'Create group' });
    await create.click();
    await assertRefused(id, 'Identifier is taken. Choose another one.');
    app.type('-2');
    await app.getByLabel('Name').fill('Taken again');
    assert.equal(id.value(), 'taken-2');
    await create.click();
    await app.getByRole('cell', { name: 'taken-2' }).waitFor();
  });
});

/** The control has the focus, and screen readers read the error out with it. */
async function assertRefused(control: Locator, error: string): Promise<void> {
  await eventually(() => {
    const [first] = control.descriptions();
    const isInvalid = control.element().getAttribute('aria-invalid') === 'true';
    assert.deepEqual([control.isFocused(), isInvalid, first], [true, true, error]);
  });
}
