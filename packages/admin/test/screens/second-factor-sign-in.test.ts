import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SecondFactor } from '@inlay/protocol/second-factor';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { type Responses, refuse } from '../support/fake-api.ts';
import { addAuthenticator, newPasskeyOptions, passkeyOptions } from '../support/fake-authenticator.ts';
import { type OpenApp, openApp, PASSWORDS_ONLY } from '../support/open-app.ts';
import { storedGroups } from '../support/stored-groups.ts';

const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
const LATER = '2030-01-01T00:00:00.000Z';
const OVER = refuse(401, { message: 'This sign-in took too long. Enter your password again.' });
const wrong = (field: string) =>
  refuse(400, { message: 'Wrong.', details: [{ path: `/${field}`, problem: 'is not correct' }] });

/** After the right password. */
async function openStep(test: TestContext, responses: Responses): Promise<OpenApp> {
  const app = await openApp(test, '/groups', { ...storedGroups(), ...responses }, { isSignedIn: false });
  await app.getByRole('heading', { name: 'Sign in' }).waitFor();
  await enterPassword(app);
  return app;
}

async function enterPassword(app: OpenApp): Promise<void> {
  await app.getByLabel('Username').fill('ann');
  await app.getByLabel('Password').fill('secret');
  await app.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const proofOf = (...methods: SecondFactor[]) =>
  ({ 'POST /admin/session': () => ({ next: 'second-factor', methods }) }) satisfies Responses;

const isSignedIn = (app: OpenApp) => app.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();

describe('the second factor at the sign-in', () => {
  it('is a code of the authenticator app, which a phone offers to fill in', async (test) => {
    const app = await openStep(test, {
      ...proofOf('totp', 'recovery-code'),
      'POST /admin/session/second-factor': () => undefined,
    });
    const code = app.getByLabel('Code', { exact: true });
    await eventually(() => assert.ok(code.isFocused()));
    assert.equal(code.element().getAttribute('autocomplete'), 'one-time-code');
    assert.equal(code.element().getAttribute('inputmode'), 'numeric');
    await app.assertAccessible();
    await code.fill(' 123 456 ');
    await app.getByRole('button', { name: 'Sign in', exact: true }).click();
    await isSignedIn(app);
    const sent = app.api.calls('POST /admin/session/second-factor').map(({ body }) => body);
    assert.deepEqual(sent, [{ code: ' 123 456 ' }]);
  });

  it('is asked for again if it was wrong, and waits while it is blocked', async (test) => {
    const app = await openStep(test, {
      ...proofOf('totp'),
      'POST /admin/session/second-factor': () => wrong('code'),
    });
    const code = app.getByLabel('Code', { exact: true });
    await code.fill('000000');
    await code.press('Enter');
    await eventually(() => assert.equal(code.descriptions()[0], 'Code is not correct, or was used already.'));
    assert.deepEqual([code.value(), code.isFocused()], ['', true]);
    app.api.respond({
      'POST /admin/session/second-factor': () =>
        refuse(429, { message: 'Too many.', headers: { 'retry-after': '3000' } }),
    });
    await code.fill('000000');
    await code.press('Enter');
    await app.getByText('Too many attempts').waitFor();
    await eventually(() => assert.ok(app.getByRole('button', { name: 'Wait 50 min' }).isDisabled()));
  });

  it('leads back to the password, with the reason, if it took too long', async (test) => {
    const app = await openStep(test, {
      ...proofOf('totp'),
      'POST /admin/session/second-factor': () => OVER,
    });
    await app.getByLabel('Code', { exact: true }).fill('000000');
    await app.getByRole('button', { name: 'Sign in', exact: true }).click();
    await app.getByText('This sign-in took too long. Enter your password again.').waitFor();
    await enterPassword(app);
    await app.getByLabel('Code', { exact: true }).waitFor();
    assert.equal(app.getByText('took too long').count(), 0);
    await app.getByRole('button', { name: 'Back to the password' }).click();
    await app.getByLabel('Password').waitFor();
  });

  it('is a recovery code, if the others are lost', async (test) => {
    const app = await openStep(test, {
      ...proofOf('totp', 'recovery-code'),
      'POST /admin/session/second-factor': () => undefined,
    });
    await app.getByRole('button', { name: 'Use a recovery code' }).click();
    const code = app.getByLabel('Recovery code');
    await eventually(() => assert.ok(code.isFocused()));
    await code.fill('AAAA BBBB');
    await code.press('Enter');
    await isSignedIn(app);
    const sent = app.api.calls('POST /admin/session/second-factor').map(({ body }) => body);
    assert.deepEqual(sent, [{ recoveryCode: 'AAAA BBBB' }]);
  });

  it('is a passkey, and a canceled one can be tried again', async (test) => {
    const responses = {
      ...proofOf('passkey', 'totp'),
      'POST /admin/session/second-factor/passkey-options': () => passkeyOptions('prove it'),
      'POST /admin/session/second-factor': () => undefined,
    } satisfies Responses;
    const app = await openApp(test, '/groups', { ...storedGroups(), ...responses }, { isSignedIn: false });
    const authenticator = addAuthenticator(app.page);
    await enterPassword(app);
    const use = app.getByRole('button', { name: 'Use passkey' });
    await eventually(() => assert.ok(use.isFocused()));
    authenticator.refuse('NotAllowedError');
    await use.click();
    await app.getByText('No passkey was used. Try again, or choose another way.').waitFor();
    authenticator.refuse('SecurityError');
    await use.click();
    await app.getByText('Passkeys work at inlay.test only.').waitFor();
    authenticator.refuse(undefined);
    await use.click();
    await isSignedIn(app);
    assert.equal(authenticator.challenges.at(-1), 'prove it');
    const [sent] = app.api.calls('POST /admin/session/second-factor').map(({ body }) => body);
    assert.ok(sent && 'response' in sent && sent.response.id === 'bWFkZQ');
  });

  it('is not a passkey first where the browser has none', async (test) => {
    const app = await openStep(test, proofOf('passkey', 'totp'));
    await app.getByLabel('Code', { exact: true }).waitFor();
    await app.getByRole('button', { name: 'Use a passkey' }).waitFor();
  });
});

describe('the set-up of a second factor at the sign-in', () => {
  it('shows the secret as QR code and text, and the recovery codes once', async (test) => {
    const app = await openStep(test, {
      'POST /admin/session': () => ({ next: 'set-up' }),
      'POST /admin/session/set-up/totp': () => ({
        secret: 'ABCDEFGH',
        uri: 'otpauth://totp/Acme:ann?secret=ABCDEFGH',
      }),
      'POST /admin/session/set-up/totp/confirm': () => ({ recoveryCodes: CODES, expiresAt: LATER }),
    });
    await app.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    assert.equal(app.getByRole('button', { name: 'Passkey' }).count(), 0, 'this browser has none');
    await app.getByRole('button', { name: 'Authenticator app' }).click();
    await app.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await app.getByText('ABCD EFGH').waitFor();
    await app.assertAccessible();
    await app.getByLabel('Code', { exact: true }).fill('123456');
    await app.getByRole('button', { name: 'Confirm code' }).click();
    await app.getByText('eeee-ffff-gggg-hhhh').waitFor();
    assert.equal(app.api.calls('GET /me').length, 0, 'the app does not begin before they are stored');
    const next = app.getByRole('button', { name: 'Continue' });
    assert.ok(next.isDisabled());
    await app.getByRole('button', { name: 'Copy: Recovery codes' }).click();
    await eventually(async () => assert.equal(await app.clipboard(), CODES.join('\n')));
    await app.getByRole('button', { name: 'Download' }).click();
    const [file] = app.downloads;
    assert.equal(file?.name, 'recovery-codes.txt');
    assert.match((await file?.file?.text()) ?? '', /inlay\.test\s+aaaa-bbbb-cccc-dddd\neeee/);
    await app.getByLabel('I have stored them').check();
    await next.click();
    await isSignedIn(app);
  });

  it('adds a passkey', async (test) => {
    const responses = {
      'POST /admin/session': () => ({ next: 'set-up' }),
      'POST /admin/session/set-up/passkey-options': () => newPasskeyOptions('make one'),
      'POST /admin/session/set-up/passkey': () => ({ recoveryCodes: CODES, expiresAt: LATER }),
    } satisfies Responses;
    const app = await openApp(test, '/groups', { ...storedGroups(), ...responses }, { isSignedIn: false });
    const authenticator = addAuthenticator(app.page);
    await enterPassword(app);
    await app.getByRole('button', { name: 'Passkey' }).click();
    await app.getByText('aaaa-bbbb-cccc-dddd').waitFor();
    assert.deepEqual(authenticator.challenges, ['make one']);
    const [sent] = app.api.calls('POST /admin/session/set-up/passkey');
    assert.equal(sent?.body.name, 'Passkey');
  });
});

describe('a passkey instead of a password', () => {
  it('signs in', async (test) => {
    const app = await openApp(
      test,
      '/groups',
      {
        ...storedGroups(),
        'GET /admin/session/options': () => ({ ...PASSWORDS_ONLY, passkeys: true }),
        'POST /admin/session/passkey-options': () => passkeyOptions('anybody'),
        'POST /admin/session/passkey': () => undefined,
      },
      { isSignedIn: false },
    );
    const authenticator = addAuthenticator(app.page);
    await app.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isSignedIn(app);
    assert.deepEqual(authenticator.challenges, ['anybody']);
  });
});

describe('a session that ended', () => {
  it('asks for the second factor in its dialog, and repeats the request', async (test) => {
    let isOver = true;
    const groups = storedGroups();
    const app = await openApp(test, '/groups?new=1', {
      ...groups,
      ...proofOf('totp'),
      'POST /groups': (call) =>
        isOver ? refuse(401, { message: 'Unauthorized' }) : groups['POST /groups'](call),
      'POST /admin/session/second-factor': () => {
        isOver = false;
        return undefined;
      },
    });
    await app.getByLabel('Name').fill('Sales');
    await app.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    const dialog = app.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill('secret');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    const code = dialog.getByLabel('Code', { exact: true });
    await eventually(() => assert.ok(code.isFocused()));
    await code.fill('123456');
    await code.press('Enter');
    await app.getByRole('link', { name: 'Sales' }).waitFor();
    assert.equal(app.api.calls('POST /groups').length, 2);
  });
});
