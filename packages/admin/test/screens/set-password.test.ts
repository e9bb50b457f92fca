import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { type Responses, refuse } from '../support/fake-api.ts';
import { openApp, PASSWORDS_ONLY } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';

const OVER = refuse(404, { message: 'This link has expired.' });
const linkTo = (purpose: 'invitation' | 'reset') => ({ purpose, username: 'zoe', expiresAt: AT });
const AVAILABLE = { available: true };

const open = (test: TestContext, path: string, responses: Responses = {}) =>
  openApp(test, path, { 'GET /admin/password-reset': () => AVAILABLE, ...responses }, { isSignedIn: false });

describe('links to set a password in the admin app', () => {
  it('show whose password it is, set it, and lead to the sign-in', async (test) => {
    const app = await open(test, '/set-password#secret-token', {
      'POST /admin/password-link': () => linkTo('invitation'),
      'POST /admin/password-link/password': () => undefined,
    });
    await app.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await app.getByText('for zoe').waitFor();
    assert.equal(app.page.location.hash, '', 'the token is not in the address bar');
    await app.assertAccessible();
    const field = app.getByLabel('New password');
    assert.equal(field.element().getAttribute('autocomplete'), 'new-password');
    await field.fill('a password of zoe');
    await app.getByLabel('Show password').check();
    await eventually(() => assert.equal(field.element().getAttribute('type'), 'text'));
    await app.getByRole('button', { name: 'Set password' }).click();
    await app.getByRole('heading', { name: 'Your password is set' }).waitFor();
    assert.equal(app.getByRole('link', { name: 'Sign in' }).element().getAttribute('href'), '/admin');
    const [sent] = app.api.calls('POST /admin/password-link/password');
    assert.deepEqual(sent?.body, { token: 'secret-token', newPassword: 'a password of zoe' });
    await app.assertAccessible();
  });

  it('say that a reset signs out everywhere, and show what is wrong with the password', async (test) => {
    const app = await open(test, '/set-password#secret-token', {
      'POST /admin/password-link': () => linkTo('reset'),
      'POST /admin/password-link/password': () =>
        refuse(400, { details: [{ path: '/newPassword', problem: 'must have 8 to 256 characters' }] }),
    });
    await app.getByText('You will be signed out everywhere.').waitFor();
    await app.getByLabel('New password').fill('short');
    await app.getByRole('button', { name: 'Set password' }).click();
    await app.getByText('8 to 256 characters', { exact: false }).waitFor();
    await eventually(() =>
      assert.equal(app.getByLabel('New password').element().getAttribute('aria-invalid'), 'true'),
    );
  });

  it('that have ended offer a new one', async (test) => {
    const app = await open(test, '/set-password#secret-token', {
      'POST /admin/password-link': () => OVER,
      'POST /admin/password-reset': () => undefined,
    });
    await app.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await app.getByLabel('Username or email').fill('zoe');
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Send link' }).click();
    await app.getByText('Check your email').waitFor();
    assert.deepEqual(app.api.calls('POST /admin/password-reset')[0]?.body, { username: 'zoe' });
  });

  it('that end while the password is typed say so', async (test) => {
    const app = await open(test, '/set-password#secret-token', {
      'POST /admin/password-link': () => linkTo('invitation'),
      'POST /admin/password-link/password': () => OVER,
    });
    await app.getByLabel('New password').fill('a password of zoe');
    await app.getByRole('button', { name: 'Set password' }).click();
    await app.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  });

  it('without their token ask to open them again', async (test) => {
    const app = await open(test, '/set-password');
    await app.getByRole('heading', { name: 'The link is incomplete' }).waitFor();
    assert.deepEqual(app.api.writes, []);
  });

  it('can be tried again when the server does not respond', async (test) => {
    let isDown = true;
    const app = await open(test, '/set-password#secret-token', {
      'POST /admin/password-link': () => {
        if (isDown) return refuse(503, { message: 'The server is busy.' });
        return linkTo('invitation');
      },
    });
    await app.getByText('The server is busy.').waitFor();
    isDown = false;
    await app.getByRole('button', { name: 'Try again' }).click();
    await app.getByText('for zoe').waitFor();
  });
});

describe('a forgotten password in the admin app', () => {
  it('is offered on the sign-in where email can be sent', async (test) => {
    const app = await open(test, '/groups', {
      'GET /admin/session/options': () => ({ ...PASSWORDS_ONLY, passwordReset: true }),
    });
    const link = app.getByRole('link', { name: 'Forgot your password?' });
    await link.waitFor();
    assert.equal(link.element().getAttribute('href'), '/admin/forgot-password');
    assert.equal(app.getByText('inlay user reset-password').count(), 0);
  });

  it('is reset with one answer for every name', async (test) => {
    const app = await open(test, '/forgot-password', { 'POST /admin/password-reset': () => undefined });
    for (const name of ['zoe', 'nobody']) {
      await app.getByLabel('Username or email').fill(name);
      await app.getByRole('button', { name: 'Send link' }).click();
      await app.getByText(`If ${name} has an account with an email address here`).waitFor();
      await app.assertAccessible();
      await app.getByRole('button', { name: 'Try another name' }).click();
    }
  });

  it('can be asked for later, after too many requests', async (test) => {
    const app = await open(test, '/forgot-password', {
      'POST /admin/password-reset': () => refuse(429, { headers: { 'retry-after': '900' } }),
    });
    await app.getByLabel('Username or email').fill('zoe');
    await app.getByRole('button', { name: 'Send link' }).click();
    await app.getByText('Too many requests. Try again later.').waitFor();
  });

  it('is for the administrator where no email can be sent', async (test) => {
    const app = await open(test, '/forgot-password', {
      'GET /admin/password-reset': () => ({ available: false }),
    });
    await app.getByText('Ask your administrator').waitFor();
    assert.equal(app.getByLabel('Username or email').count(), 0);
  });
});
