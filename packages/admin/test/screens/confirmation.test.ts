import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ConfirmOptions } from '@inlay/protocol/second-factor';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { addAuthenticator, passkeyOptions } from '../support/fake-authenticator.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';

const SECRET = `inl_key_${'Zk3v'.repeat(11).slice(1)}`;
const NEEDED = refuse(403, { code: 'CONFIRMATION_REQUIRED', message: 'Confirm that it is you.' });
const WRONG = refuse(400, { details: [{ path: '/password', problem: 'is not correct' }] });
const KEY = {
  id: 'one',
  workspaces: null,
  networks: null,
  expiresAt: null,
  prefix: 'inl_key_Zk3v',
  previous: null,
  createdBy: 'ann@demo.test',
  createdAt: AT,
  lastUsedAt: null,
} as const;

const dialogIn = (app: OpenApp) => app.getByRole('dialog', { name: 'Confirm that it is you' });

/** Presses the button that creates a key, in a session that has to be confirmed. */
async function createKey(
  test: TestContext,
  options: ConfirmOptions,
  confirm: NonNullable<Responses['POST /admin/session/confirm']>,
) {
  let isConfirmed = false;
  const app = await openApp(test, '/api-keys?new=1', {
    'GET /api-keys': () => list(),
    'POST /api-keys': ({ body: { name, scopes } }) =>
      isConfirmed ? { ...KEY, name, scopes, key: SECRET } : NEEDED,
    'GET /admin/session/confirm': () => options,
    'POST /admin/session/confirm/passkey-options': () => passkeyOptions('again'),
    'POST /admin/session/confirm': async (call) => {
      const response = await confirm(call);
      isConfirmed ||= response === undefined;
      return response;
    },
  });
  await app.getByLabel('Name').fill('nightly');
  await app.getByLabel('content:read').check();
  await app.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
  const confirmElsewhere = () => {
    isConfirmed = true;
  };
  return { app, dialog: dialogIn(app), confirmElsewhere };
}

const withPassword: ConfirmOptions = { methods: ['password'], provider: null };

describe('the confirmation that it is you', () => {
  it('asks for the password, and then goes on with what was typed', async (test) => {
    const { app, dialog } = await createKey(test, withPassword, ({ body }) =>
      'password' in body && body.password === 'secret' ? undefined : WRONG,
    );
    const password = dialog.getByLabel('Password');
    await eventually(() => assert.ok(password.isFocused()));
    await app.assertAccessible();
    await password.fill('wrong');
    await password.press('Enter');
    await eventually(() => assert.equal(password.descriptions()[0], 'Password is not correct.'));
    await password.fill('secret');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await app.getByText(SECRET).waitFor();
    const sent = app.api.calls('POST /api-keys').map(({ body }) => body.name);
    assert.deepEqual(sent, ['nightly', 'nightly']);
  });

  it('is by passkey or code where the account has them', async (test) => {
    const options: ConfirmOptions = { methods: ['passkey', 'totp'], provider: null };
    const { app, dialog } = await createKey(test, options, () => undefined);
    await dialog.getByLabel('Code', { exact: true }).waitFor();
    const authenticator = addAuthenticator(app.page);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await dialog.getByRole('button', { name: 'Use passkey' }).click();
    await app.getByText(SECRET).waitFor();
    assert.deepEqual(authenticator.challenges, ['again']);
  });

  it('can be canceled, which changes nothing and is no failure', async (test) => {
    const { app, dialog } = await createKey(test, withPassword, () => undefined);
    await dialog.getByLabel('Password').waitFor();
    await app.press('Escape');
    await dialog.waitForNone();
    const form = app.getByRole('dialog', { name: 'Create API key' });
    const create = form.getByRole('button', { name: 'Create API key' });
    await eventually(() => assert.ok(!create.isDisabled()));
    assert.equal(form.getByLabel('Name').value(), 'nightly');
    assert.equal(form.getByRole('alert').count(), 0);
    await create.click();
    await dialog.getByLabel('Password').fill('secret');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await app.getByText(SECRET).waitFor();
  });

  it('is a sign-in with the provider of the session, in another tab', async (test) => {
    const options: ConfirmOptions = { methods: ['provider'], provider: { id: 'okta', name: 'Okta' } };
    const { app, dialog, confirmElsewhere } = await createKey(test, options, () => undefined);
    const link = dialog.getByRole('link', { name: 'Continue with Okta' });
    await link.waitFor();
    const address = link.element().getAttribute('href');
    assert.deepEqual(
      [address, link.element().getAttribute('target')],
      ['/admin/session/providers/okta?confirm', '_blank'],
    );
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('link', { name: 'Continue with Okta' }).waitFor();
    confirmElsewhere();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await app.getByText(SECRET).waitFor();
  });

  it('is a new sign-in where nothing else can confirm it', async (test) => {
    const { dialog } = await createKey(test, { methods: [], provider: null }, () => undefined);
    await dialog.getByText('This session cannot be confirmed.').waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('comes after a new sign-in if the session ends meanwhile', async (test) => {
    let isOver = true;
    const { app, dialog } = await createKey(test, withPassword, () =>
      isOver ? refuse(401, { message: 'Unauthorized' }) : undefined,
    );
    app.api.respond({
      'POST /admin/session': () => {
        isOver = false;
        return undefined;
      },
    });
    await dialog.getByLabel('Password').fill('secret');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    const ended = app.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password').fill('secret');
    await ended.getByRole('button', { name: 'Sign in' }).click();
    await app.getByText(SECRET).waitFor();
  });
});
