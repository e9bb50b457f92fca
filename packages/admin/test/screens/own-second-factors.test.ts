import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Passkey, SecondFactors } from '@inlay/protocol/second-factor';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { addAuthenticator, newPasskeyOptions } from '../support/fake-authenticator.ts';
import { NO_FACTORS, type OpenApp, openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';
import { sessionOf } from '../support/stored-sessions.ts';
import { storedUsers, userOf } from '../support/stored-users.ts';

const LAPTOP: Passkey = { id: 'one', name: 'Laptop', isSynced: true, createdAt: AT, lastUsedAt: null };
const WITH_TOTP: SecondFactors = { ...NO_FACTORS, totp: { createdAt: AT }, recoveryCodes: { left: 9 } };
const CODES = ['aaaa-bbbb-cccc-dddd'];

const section = (app: OpenApp) => app.getByRole('region', { name: 'Second factor' });
const openAccount = (test: TestContext, factors: SecondFactors, responses: Responses = {}) =>
  openApp(test, '/account', { 'GET /me/second-factors': () => factors, ...responses });

describe('the second factors of an account', () => {
  it('begin with a passkey, which gets a name, and with recovery codes', async (test) => {
    let factors = NO_FACTORS;
    const app = await openAccount(test, factors, {
      'GET /me/second-factors': () => factors,
      'POST /me/passkeys/options': () => newPasskeyOptions('make one'),
      'POST /me/passkeys': ({ body: { name } }) => {
        factors = { ...factors, passkeys: [{ ...LAPTOP, name }], recoveryCodes: { left: 10 } };
        return { recoveryCodes: CODES };
      },
    });
    const authenticator = addAuthenticator(app.page);
    await section(app).getByText('You sign in with a password only.').waitFor();
    await section(app).getByRole('button', { name: 'Add passkey' }).click();
    const dialog = app.getByRole('dialog', { name: 'Add passkey' });
    const name = dialog.getByLabel('Name');
    await eventually(() => assert.notEqual(name.value(), ''));
    await name.fill('Office laptop');
    authenticator.refuse('InvalidStateError');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('This device already has a passkey for your account.').waitFor();
    authenticator.refuse(undefined);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const codes = app.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByText('aaaa-bbbb-cccc-dddd').waitFor();
    await app.assertAccessible();
    await app.press('Escape');
    const leaving = app.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await codes.getByLabel('I have stored them').check();
    await codes.getByRole('button', { name: 'Continue' }).click();
    await section(app).getByText('Office laptop').waitFor();
    await section(app).getByText('10 left').waitFor();
    assert.equal(app.getByRole('dialog').count(), 0);
    await app.assertAccessible();
  });

  it('can be renamed and removed', async (test) => {
    let passkeys = [LAPTOP];
    const app = await openAccount(test, NO_FACTORS, {
      'GET /me/second-factors': () => ({ ...WITH_TOTP, passkeys }),
      'PATCH /me/passkeys/{id}': ({ body: { name } }) => {
        passkeys = [{ ...LAPTOP, name }];
        return { ...LAPTOP, name };
      },
      'DELETE /me/passkeys/{id}': () => {
        passkeys = [];
        return undefined;
      },
    });
    await section(app).getByText('Passkey, synced between devices').waitFor();
    await section(app).getByRole('button', { name: 'Rename Laptop' }).click();
    await app.getByRole('dialog').getByLabel('Name').fill('Old laptop');
    await app.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await section(app).getByRole('button', { name: 'Remove Old laptop' }).click();
    await app
      .getByRole('dialog', { name: 'Remove Old laptop?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await section(app).getByText('Old laptop').waitForNone();
    assert.deepEqual(app.api.writes, ['PATCH /api/v0/me/passkeys/one', 'DELETE /api/v0/me/passkeys/one']);
  });

  it('include an authenticator app, which another one replaces', async (test) => {
    const app = await openAccount(test, WITH_TOTP, {
      'POST /me/totp': () => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Acme:ann?secret=ABCDEFGH' }),
      'POST /me/totp/confirm': () => ({ recoveryCodes: [] }),
    });
    await section(app).getByRole('button', { name: 'Replace authenticator app' }).click();
    const dialog = app.getByRole('dialog', { name: 'Replace authenticator app' });
    await dialog.getByText('The app that you use now works until you have confirmed the new one.').waitFor();
    await dialog.getByText('ABCD EFGH').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill('123456');
    await dialog.getByRole('button', { name: 'Confirm code' }).click();
    await app.getByText('Authenticator app set up.').waitFor();
    assert.equal(app.getByRole('dialog').count(), 0, 'the recovery codes stay as they are');
  });

  it('cannot lose the last one that the role requires', async (test) => {
    const app = await openAccount(test, { ...WITH_TOTP, isRequired: true });
    await section(app).getByText('Required', { exact: true }).waitFor();
    await section(app).getByText('Before you remove this one, add another.').waitFor();
    assert.ok(section(app).getByRole('button', { name: 'Remove Authenticator app' }).isDisabled());
  });

  it('have recovery codes, which new ones replace before they run out', async (test) => {
    const app = await openAccount(
      test,
      { ...WITH_TOTP, recoveryCodes: { left: 1 } },
      {
        'POST /me/recovery-codes': () => ({ recoveryCodes: CODES }),
      },
    );
    await section(app).getByText('You have 1 recovery code left. Create new ones in time.').waitFor();
    await section(app).getByRole('button', { name: 'Create new codes…' }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Create codes' }).click();
    await app.getByRole('dialog', { name: 'Recovery codes' }).getByText('aaaa-bbbb-cccc-dddd').waitFor();
  });
});

describe('second factors that an administrator requires or removes', () => {
  it('are removed for somebody who lost them', async (test) => {
    const app = await openApp(test, '/users/bob', {
      ...storedUsers(userOf('bob')),
      'DELETE /users/{id}/second-factors': () => undefined,
    });
    await app.getByRole('button', { name: 'Remove second factors…' }).click();
    const dialog = app.getByRole('dialog', { name: 'Remove the second factors of bob?' });
    await dialog.getByText('make sure that you are talking to the right person').waitFor();
    await dialog.getByRole('button', { name: 'Remove second factors' }).click();
    await app.getByText('Second factors of bob removed.').waitFor();
    assert.deepEqual(app.api.writes, ['DELETE /api/v0/users/bob/second-factors']);
  });

  it('are not required of a role whose own session has none, without saying so first', async (test) => {
    const app = await openApp(test, '/sign-in', {
      'PATCH /sign-in-settings': () => refuse(409, { message: 'Add a second factor first.' }),
      'GET /me/sessions': () => list(sessionOf()),
      'GET /identity-providers': () => list(),
    });
    const warning = app.getByText('This includes your own role');
    await app.getByLabel('Auditor').check();
    await app.getByText('Discard changes').waitFor();
    assert.equal(warning.count(), 0);
    await app.getByLabel('Owner').check();
    await warning.waitFor();
    await app.getByRole('link', { name: 'your account' }).waitFor();
  });
});
