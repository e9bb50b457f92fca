import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { ADMIN, type OpenApp, openApp } from '../support/open-app.ts';
import { storedGroups } from '../support/stored-groups.ts';
import { storedUsers } from '../support/stored-users.ts';

const WRONG = refuse(401, { message: 'Login failed. Invalid username or password' });
const BLOCKED = refuse(429, {
  message: 'Too many requests in a short time, please wait a bit and try again.',
  headers: { 'retry-after': '60' },
});

const signIn = async (app: OpenApp, password: string) => {
  await app.getByLabel('Username').fill('ann');
  await app.getByLabel('Password').fill(password);
  await app.getByRole('button', { name: 'Sign in' }).click();
};

/** The time of the block runs down, and nothing can be sent meanwhile. */
const assertBlocked = async (app: OpenApp) => {
  await app.getByText('Too many attempts').waitFor();
  await eventually(() => assert.match(app.getByRole('timer').text(), /^\d+ s$/));
  await eventually(() => assert.ok(app.getByRole('button', { name: /Wait \d+ s/ }).isDisabled()));
};

describe('sessions of the admin app', () => {
  it('begin with username and password, at the address that was opened', async (test) => {
    const responses = { ...storedGroups(), 'POST /admin/session': () => undefined };
    const app = await openApp(test, '/groups', responses, { isSignedIn: false });
    await app.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(app.api.calls('GET /me').length, 0, 'nobody is signed in: there is nothing to request');
    await signIn(app, 'secret');
    await app.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
    const sent = app.api.calls('POST /admin/session').map(({ body }) => body);
    assert.deepEqual(sent, [{ username: 'ann', password: 'secret' }]);
  });

  it('do not begin with a wrong password, which is asked for again, or while the username is blocked', async (test) => {
    const app = await openApp(test, '/groups', { 'POST /admin/session': () => WRONG }, { isSignedIn: false });
    await signIn(app, 'wrong');
    await app.getByText('Login failed. Invalid username or password').waitFor();
    const password = app.getByLabel('Password');
    await eventually(() => assert.deepEqual([password.value(), password.isFocused()], ['', true]));
    app.api.respond({ 'POST /admin/session': () => BLOCKED });
    await signIn(app, 'wrong');
    await assertBlocked(app);
    assert.equal(app.getByText('Login failed').count(), 0);
  });

  it('that have expired ask for the password in a dialog, keep the input and repeat the request', async (test) => {
    let isOver = false;
    const users = storedUsers();
    const app = await openApp(test, '/users?new=1', {
      ...users,
      'POST /users': (call) =>
        isOver ? refuse(401, { message: 'Unauthorized' }) : users['POST /users'](call),
      'POST /admin/session': ({ body }) => {
        if (body.password !== 'secret') return WRONG;
        isOver = false;
        return undefined;
      },
    });
    await app.getByLabel('Username').fill('half-filled');
    await app.getByLabel('First sign-in').selectOption('set');
    await app.getByRole('button', { name: 'Generate password' }).click();
    isOver = true;
    await app.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    const dialog = app.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('Login failed. Invalid username or password').waitFor();
    await dialog.getByLabel('Password').fill('secret');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await app.getByText('User half-filled created.').waitFor();
    const sent = app.api.calls('POST /users').map(({ body }) => body.username);
    assert.deepEqual(sent, ['half-filled', 'half-filled']);
    assert.equal(app.api.calls('POST /admin/session')[0]?.body.username, ADMIN.username);
  });

  it('end on the server when the user signs out', async (test) => {
    const app = await openApp(test, '/groups', {
      ...storedGroups(),
      'DELETE /admin/session': () => undefined,
    });
    await app.locator('.sidebar').getByRole('button', { name: 'Account and theme' }).click();
    await app.getByRole('menuitem', { name: 'Sign out' }).click();
    await eventually(() => assert.equal(app.page.localStorage.getItem('inlay-session'), null));
    assert.deepEqual(app.api.writes, ['DELETE /admin/session']);
  });

  it('tell users whose role does not allow something whom to ask', async (test) => {
    const headers = { 'www-authenticate': 'Bearer error="insufficient_scope"' };
    const app = await openApp(test, '/groups', { 'GET /groups': () => refuse(401, { headers }) });
    await app.getByText('Your role does not allow this. Ask an owner or administrator.').waitFor();
    assert.equal(app.getByRole('dialog', { name: 'Your session has ended' }).count(), 0);
  });
});

describe("changing one's own password in the admin app", () => {
  const sectionIn = (app: OpenApp) => app.getByRole('region', { name: 'Password' });
  const openAccount = async (test: TestContext, response: NonNullable<Responses['POST /me/password']>) => {
    const responses = { ...storedGroups(), ...storedUsers(), 'POST /me/password': response };
    const app = await openApp(test, '/groups', { ...responses, 'GET /me/sessions': () => list() });
    await app.locator('.sidebar').getByRole('button', { name: 'Account and theme' }).click();
    await app.getByRole('menuitem', { name: 'Your account' }).click();
    await app.getByRole('heading', { name: 'Your account' }).waitFor();
    return app;
  };
  const change = async (app: OpenApp, current: string, next: string) => {
    await sectionIn(app).getByLabel('Current password').fill(current);
    await sectionIn(app).getByLabel('New password').fill(next);
    await sectionIn(app).getByRole('button', { name: 'Change password' }).click();
  };

  it('sends both passwords, helps password managers, and keeps this session', async (test) => {
    const app = await openAccount(test, () => undefined);
    const current = sectionIn(app).getByLabel('Current password');
    const next = sectionIn(app).getByLabel('New password');
    assert.equal(current.element().getAttribute('autocomplete'), 'current-password');
    assert.equal(next.element().getAttribute('autocomplete'), 'new-password');
    const account = sectionIn(app).element().querySelector<HTMLInputElement>('[autocomplete=username]');
    assert.equal(account?.value, ADMIN.username);
    assert.equal(next.element().getAttribute('type'), 'password');
    await sectionIn(app).getByLabel('Show passwords').check();
    await eventually(() => assert.equal(next.element().getAttribute('type'), 'text'));
    await change(app, 'the former one', 'a new and better one');
    await app.getByText('Password changed.').waitFor();
    await eventually(() => assert.deepEqual([current.value(), next.value()], ['', '']));
    const sent = app.api.calls('POST /me/password').map(({ body }) => body);
    assert.deepEqual(sent, [{ currentPassword: 'the former one', newPassword: 'a new and better one' }]);
    await app.locator('.sidebar').getByRole('link', { name: 'Users', exact: true }).click();
    await app.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    assert.equal(app.getByRole('dialog').count(), 0);
  });

  it('shows errors at the field, and warns before leaving with input', async (test) => {
    const details = [{ path: '/currentPassword', problem: 'is not correct' }];
    const app = await openAccount(test, () => refuse(400, { details }));
    await change(app, 'not it', 'a new and better one');
    const current = sectionIn(app).getByLabel('Current password');
    await eventually(() => assert.deepEqual(current.descriptions(), ['Current password is not correct.']));
    assert.ok(current.isFocused());
    const tooLong = [{ path: '/newPassword', problem: 'must have at most 256 characters' }];
    app.api.respond({ 'POST /me/password': () => refuse(400, { details: tooLong }) });
    await change(app, 'the former one', 'x'.repeat(257));
    await app.getByText('New password must have at most 256 characters.').waitFor();
    await app.locator('.sidebar').getByRole('link', { name: 'Users', exact: true }).click();
    await app
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    assert.equal(current.value(), 'the former one');
  });

  it('is blocked with a countdown after too many wrong passwords', async (test) => {
    const app = await openAccount(test, () => BLOCKED);
    await change(app, 'wrong', 'a new and better one');
    await assertBlocked(app);
  });
});
