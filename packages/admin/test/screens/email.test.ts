import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailSettings } from '@inlay/protocol/mail-settings';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, refuse } from '../support/fake-api.ts';
import { ADMIN, openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';

const INSTANCE: MailSettings = {
  useOwnServer: false,
  host: null,
  port: null,
  encryption: 'starttls',
  username: null,
  senderName: null,
  senderAddress: null,
  replyTo: null,
  theme: null,
  logo: null,
  hasPassword: false,
  instanceSender: 'analytics@vendor.example',
  canSend: true,
  waiting: 0,
  failures: [],
};
const OWN: MailSettings = {
  ...INSTANCE,
  useOwnServer: true,
  host: 'smtp.customer.example',
  port: 587,
  username: 'mailer',
  hasPassword: true,
  senderAddress: 'bi@customer.example',
};
const PASSWORD_NEEDED = refuse(400, {
  details: [
    { path: '/password', problem: 'must be entered again, because the server or the username changed' },
  ],
});
const stored = (first: MailSettings) => {
  let settings = first;
  return {
    'GET /mail-settings': () => settings,
    'PATCH /mail-settings': ({ body: { password, ...body } }: { body: Record<string, unknown> }) => {
      settings = { ...settings, ...body, canSend: true } as MailSettings;
      return settings;
    },
  };
};

describe('the email screen', () => {
  it('names the sender, and sets up a mail server of the tenant', async (test) => {
    const app = await openApp(test, '/email', stored({ ...INSTANCE, instanceSender: null, canSend: false }));
    await app.getByText('No emails are sent').waitFor();
    assert.equal(app.getByRole('button', { name: 'Send test email' }).count(), 0);
    await app.getByLabel('Sent by').selectOption('own');
    await app.getByLabel('Host').fill('smtp.customer.example');
    await app.getByLabel('Port').fill('587');
    await app.getByLabel('Username').fill('mailer');
    await app.getByLabel('Password').fill('a secret');
    await app.getByLabel('Sender address').fill('bi@customer.example');
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Mail settings saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /mail-settings')[0]?.body, {
      useOwnServer: true,
      host: 'smtp.customer.example',
      port: 587,
      username: 'mailer',
      password: 'a secret',
      senderAddress: 'bi@customer.example',
    });
    await app.getByText('Emails can be sent').waitFor();
    await eventually(() => assert.equal(app.getByLabel('Password').value(), ''));
  });

  it('asks for the password again when the server says so', async (test) => {
    const app = await openApp(test, '/email', {
      'GET /mail-settings': () => OWN,
      'PATCH /mail-settings': () => PASSWORD_NEEDED,
    });
    await app.getByLabel('Host').fill('smtp.other.example');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('must be entered again', { exact: false }).waitFor();
    await eventually(() => assert.ok(app.getByLabel('Password').isFocused()));
    assert.deepEqual(app.api.calls('PATCH /mail-settings')[0]?.body, { host: 'smtp.other.example' });
  });

  it('removes the password with the username, and keeps it otherwise', async (test) => {
    const app = await openApp(test, '/email', stored(OWN));
    await app.getByLabel('Password').fill('x');
    await app.getByLabel('Password').fill('');
    await app.getByLabel('Sender name').fill('Acme');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Mail settings saved.').waitFor();
    await app.getByLabel('Username').fill('');
    await app.getByRole('button', { name: 'Save' }).click();
    await eventually(() =>
      assert.deepEqual(
        app.api.calls('PATCH /mail-settings').map(({ body }) => body),
        [{ senderName: 'Acme' }, { username: null, password: null }],
      ),
    );
  });

  it('sends a test with the saved settings, and says what is wrong', async (test) => {
    const problem = 'smtp.customer.example:587 refused the username or password (535). Check both.';
    const app = await openApp(test, '/email', {
      ...stored(OWN),
      'POST /mail-settings/test': () => ({ sent: false, recipient: 'ann@customer.example', problem }),
    });
    await app.getByRole('button', { name: 'Send test email' }).click();
    await app.getByText(problem).waitFor();
    app.api.respond({
      'POST /mail-settings/test': () => ({ sent: true, recipient: 'ann@customer.example', problem: null }),
    });
    await app.getByRole('button', { name: 'Send test email' }).click();
    await app.getByText('Sent to ann@customer.example').waitFor();
    await app.getByLabel('Host').fill('smtp.other.example');
    await app.getByText('Save your changes to test them.').waitFor();
    assert.ok(app.getByRole('button', { name: 'Send test email' }).isDisabled());
  });

  it('shows a logo before it is saved, removes it, and rejects files that are not small images', async (test) => {
    const app = await openApp(test, '/email', stored(INSTANCE));
    const input = app.getByLabel('Choose image');
    await input.setFiles(app.file('logo.svg', '<svg/>', 'image/svg+xml'));
    await app.getByText('Choose a PNG or JPEG image.').waitFor();
    await input.setFiles(app.file('logo.png', 'x'.repeat(64 * 1024 + 1), 'image/png'));
    await app.getByText('The image is larger than 64 KB.').waitFor();
    await input.setFiles(app.file('logo.png', 'pixels', 'image/png'));
    const logo = `data:image/png;base64,${btoa('pixels')}`;
    await eventually(() => assert.equal(app.locator(`.mail-logo img[src="${logo}"]`).count(), 1));
    assert.equal(app.getByText('The image is larger than 64 KB.').count(), 0);
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Mail settings saved.').waitFor();
    await app.getByRole('button', { name: 'Remove logo' }).click();
    await app.getByRole('button', { name: 'Save' }).click();
    await eventually(() =>
      assert.deepEqual(
        app.api.calls('PATCH /mail-settings').map(({ body }) => body),
        [{ logo }, { logo: null }],
      ),
    );
  });

  it('says at the logo what the server found in it', async (test) => {
    const details = [{ path: '/logo', problem: 'must be at most 2000 pixels wide and high' }];
    const app = await openApp(test, '/email', {
      'GET /mail-settings': () => INSTANCE,
      'PATCH /mail-settings': () => refuse(400, { details }),
    });
    await app.getByLabel('Choose image').setFiles(app.file('logo.png', 'pixels', 'image/png'));
    await app.getByRole('button', { name: 'Remove logo' }).waitFor();
    await app.getByRole('button', { name: 'Save' }).click();
    await eventually(() => assert.match(app.locator('.ui-field-invalid [role=alert]').text(), /2000 pixels/));
  });

  it('lists what could not be sent, and how much waits', async (test) => {
    const failure = { id: '1', kind: 'invitation', recipient: 'zoe@customer.example', failedAt: AT };
    const reason = 'smtp.customer.example:587 refused the message: 550 No such user.';
    const app = await openApp(
      test,
      '/email',
      stored({ ...OWN, waiting: 3, failures: [{ ...failure, reason }] }),
    );
    await app.getByText('3 emails are waiting to be sent.').waitFor();
    await app.getByText(reason).waitFor();
    await app.getByText('Invitation', { exact: false }).first().waitFor();
    await app.assertAccessible();
  });

  it('is read-only for administrators who are not owners', async (test) => {
    const app = await openApp(test, '/email', {
      ...stored(OWN),
      'GET /me': () => ({ ...ADMIN, adminRole: 'administrator' }),
      'GET /themes': () => list(),
    });
    await app.getByText('Only owners can change this', { exact: false }).waitFor();
    assert.equal(app.locator('fieldset[disabled] [name=host]').count(), 1);
    assert.ok(!app.getByRole('button', { name: 'Send test email' }).isDisabled());
  });
});
