import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';
import { SIGN_IN_SETTINGS } from '../support/stored-sessions.ts';
import { storedUsers, userOf } from '../support/stored-users.ts';

const LINK = 'https://inlay.test/admin/set-password#token';
const SENT = { sent: true, link: null, expiresAt: AT };
const NOT_SENT = { sent: false, link: LINK, expiresAt: AT };
const HAS_PASSWORD = refuse(409, { code: 'CONFLICT', message: 'This user has a password already.' });

describe('invitations in the admin app', () => {
  it('are sent to users as they are created, without a password', async (test) => {
    const app = await openApp(test, '/users?new=1', {
      ...storedUsers(),
      'POST /users/{id}/invitation': () => SENT,
    });
    await app.getByLabel('Username').fill('zoe');
    await app.getByRole('dialog').getByLabel('Email').fill('zoe@customer.example');
    assert.equal(app.getByRole('button', { name: 'Generate password' }).count(), 0);
    await app.assertAccessible();
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await app.getByText('User zoe created. An invitation was sent to zoe@customer.example.').waitFor();
    assert.ok(!('password' in (app.api.calls('POST /users')[0]?.body ?? {})));
    assert.deepEqual(app.api.writes, ['POST /api/v0/users', 'POST /api/v0/users/zoe/invitation']);
  });

  it('are links to pass on where no email can be sent, shown once', async (test) => {
    const app = await openApp(test, '/users?new=1', {
      ...storedUsers(),
      'POST /users/{id}/invitation': () => NOT_SENT,
    });
    await app.getByLabel('Username').fill('zoe');
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    const dialog = app.getByRole('dialog', { name: 'Pass this link on to zoe' });
    await dialog.getByText(LINK).waitFor();
    await app.assertAccessible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await app.getByText('The link was not copied').waitFor();
    await app.getByRole('button', { name: 'Stay' }).click();
    await dialog.getByRole('button', { name: 'Copy: Link' }).click();
    await dialog.getByText('Copied').waitFor();
    assert.equal(await app.clipboard(), LINK);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await app.getByRole('link', { name: 'zoe' }).waitFor();
    assert.equal(app.getByText(LINK).count(), 0);
  });

  it('that fail leave the user, and say why', async (test) => {
    const app = await openApp(test, '/users?new=1', {
      ...storedUsers(),
      'POST /users/{id}/invitation': () => refuse(429, { message: 'Too many emails are waiting.' }),
    });
    await app.getByLabel('Username').fill('zoe');
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await app.getByText('User zoe was created, but not invited: Too many emails are waiting.').waitFor();
    await app.getByRole('link', { name: 'zoe' }).waitFor();
  });

  it('are not sent to users without a password, if so chosen', async (test) => {
    const app = await openApp(test, '/users?new=1', storedUsers());
    await app.getByLabel('Username').fill('zoe');
    await app.getByLabel('First sign-in').selectOption('none');
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await app.getByText('User zoe created.').waitFor();
    assert.deepEqual(app.api.writes, ['POST /api/v0/users']);
  });

  it('are sent again to a user who never signed in', async (test) => {
    const app = await openApp(test, '/users/zoe', {
      ...storedUsers(userOf('zoe', { email: 'zoe@customer.example' })),
      'POST /users/{id}/invitation': () => SENT,
    });
    await app.getByRole('button', { name: 'Send invitation' }).click();
    await app.getByText('Email sent to zoe@customer.example.').waitFor();
  });

  it('become resets for a user who was given a password', async (test) => {
    const app = await openApp(test, '/users/zoe', {
      ...storedUsers(userOf('zoe', { email: 'zoe@customer.example' })),
      'POST /users/{id}/invitation': () => HAS_PASSWORD,
      'POST /users/{id}/password-reset': () => SENT,
    });
    await app.getByRole('button', { name: 'Send invitation' }).click();
    await app.getByText('Email sent to zoe@customer.example.').waitFor();
    assert.deepEqual(app.api.writes, [
      'POST /api/v0/users/zoe/invitation',
      'POST /api/v0/users/zoe/password-reset',
    ]);
  });

  it('are resets for users who have signed in, by link where no email can be sent', async (test) => {
    const app = await openApp(test, '/users/zoe', {
      ...storedUsers(userOf('zoe', { lastLoginAt: AT })),
      'POST /users/{id}/password-reset': () => NOT_SENT,
    });
    await app.getByRole('button', { name: 'Send password reset' }).click();
    const dialog = app.getByRole('dialog', { name: 'Pass this link on to zoe' });
    await dialog.getByRole('button', { name: 'Copy: Link' }).click();
    await dialog.getByText('Copied').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitForNone();
    assert.deepEqual(app.api.writes, ['POST /api/v0/users/zoe/password-reset']);
  });

  it('are not offered for disabled users', async (test) => {
    const app = await openApp(test, '/users/zoe', storedUsers(userOf('zoe', { status: 'disabled' })));
    await app.getByRole('button', { name: 'Enable user' }).waitFor();
    assert.equal(app.getByRole('button', { name: 'Send invitation' }).count(), 0);
  });

  it('are not offered where nobody signs in with a password', async (test) => {
    const app = await openApp(test, '/users/zoe', {
      ...storedUsers(userOf('zoe')),
      'GET /sign-in-settings': () => ({ ...SIGN_IN_SETTINGS, passwords: false }),
    });
    await app.getByRole('button', { name: 'Disable user' }).waitFor();
    await app.getByRole('button', { name: 'Send invitation' }).waitForNone();
    await app.getByRole('button', { name: 'Close' }).click();
    await app.getByRole('button', { name: 'Create user' }).click();
    await app.getByLabel('Username').fill('ann');
    assert.equal(app.getByLabel('First sign-in').count(), 0);
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await app.getByText('User ann created.').waitFor();
    assert.deepEqual(app.api.writes, ['POST /api/v0/users']);
  });
});
