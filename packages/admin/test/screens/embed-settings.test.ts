import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { type Responses, refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT, EMBED_SETTINGS, sampleWorld } from '../support/sample-world.ts';

type Settings = Schemas['EmbedAuthSettings'];

const KEY = {
  mode: 'public-key',
  changedAt: AT,
  publicKey: 'PEM',
  fingerprint: 'ab:cd',
  bits: 3072,
} as const;

/** Settings that change as the API changes them. */
const storedSettings = (initial: Partial<Settings> = {}) => {
  let settings: Settings = { ...EMBED_SETTINGS, ...initial };
  const save = (changes: Partial<Settings>) => {
    settings = { ...settings, ...changes };
    return settings;
  };
  return {
    ...sampleWorld,
    'GET /embed-settings': () => settings,
    'PATCH /embed-settings': ({ body }) => save(body),
    'POST /embed-settings/secret': ({ body }) => {
      save({
        hasSecret: true,
        secretCreatedAt: AT,
        formerSecretUntil: body?.graceSeconds ? '2999-01-01T00:00:00.000Z' : null,
      });
      return { secret: 'shown-once' };
    },
    'PUT /embed-settings/public-key': ({ body }) =>
      save({ signature: { ...KEY, publicKey: body.publicKey } }),
    'POST /embed-settings/revoke-tokens': () => undefined,
  } satisfies Responses;
};

describe('specification 5.1, 5.2: Embed Settings in the admin app', () => {
  it('are reached from the Embed Manager and have the tenant id to copy', async (test) => {
    const app = await openApp(test, '/embeds', storedSettings());
    await app.locator('#view').getByRole('link', { name: 'Embed Settings' }).click();
    await app.getByRole('heading', { name: 'Embed Settings', level: 1 }).waitFor();
    await app.getByRole('button', { name: 'Copy: Tenant id' }).click();
    await app.getByText('Copied').waitFor();
    assert.equal(await app.clipboard(), 'acme');
    await app.getByRole('link', { name: '← Embed Manager' }).click();
    await app.getByRole('heading', { name: 'Embed Manager', level: 1 }).waitFor();
  });

  it('show a new secret once, and count it in the checklist', async (test) => {
    const responses = storedSettings();
    const app = await openApp(test, '/embed-settings', responses);
    const checklist = app.getByRole('region', { name: 'Setup checklist' });
    await checklist.getByText('1 of 5 done').waitFor();
    await app.getByRole('button', { name: 'Re-generate secret' }).click();
    await app.getByRole('button', { name: 'Generate secret', exact: true }).click();
    await eventually(() =>
      assert.equal(app.getByLabel('Client secret', { exact: true }).text(), 'shown-once'),
    );
    await checklist.getByText('2 of 5 done').waitFor();

    const later = await openApp(test, '/embed-settings', responses);
    await later.getByText('It cannot be shown again').waitFor();
    assert.doesNotMatch(later.page.document.documentElement.outerHTML, /shown-once/);
  });

  it('replace a secret at once or after a while', async (test) => {
    const app = await openApp(
      test,
      '/embed-settings',
      storedSettings({ hasSecret: true, secretCreatedAt: AT }),
    );
    await app.getByRole('button', { name: 'Re-generate secret' }).click();
    await app.getByText('Servers that use the current secret will be refused').waitFor();
    await app.getByLabel('Current secret expires').selectOption('After 1 day');
    await app.getByRole('button', { name: 'Replace secret' }).click();
    await app.getByText('The previous secret still works').waitFor();
    assert.deepEqual(app.api.calls('POST /embed-settings/secret')[0]?.body, { graceSeconds: 86_400 });
  });

  it('generate a key pair in the browser, from which the private key never leaves', async (test) => {
    const app = await openApp(test, '/embed-settings', storedSettings());
    await app.getByRole('button', { name: 'Generate key pair' }).click();
    await app.getByText('Valid key: RSA, 3072 bits').waitFor();
    await app.getByRole('button', { name: 'Register key' }).click();
    await app.getByText('RSA, 3072 bits, since').waitFor();
    const [file] = app.downloads;
    assert.equal(file?.name, 'inlay-private-key.pem');
    assert.equal(createPrivateKey((await file.file?.text()) ?? '').asymmetricKeyType, 'rsa');
    assert.deepEqual(app.api.writes, ['PUT /api/v0/embed-settings/public-key']);
    const sent = app.api.calls('PUT /embed-settings/public-key')[0]?.body.publicKey ?? '';
    assert.match(sent, /^-----BEGIN PUBLIC KEY-----\n[\w+/=\n]+-----END PUBLIC KEY-----\n$/);
  });

  it('refuse a private key before sending it, and say what to do', async (test) => {
    const app = await openApp(test, '/embed-settings', storedSettings());
    const key = app.getByRole('textbox', { name: /public key/i });
    const register = app.getByRole('button', { name: 'Register key' });
    await key.fill('-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----');
    await app.getByText('This is a private key. Never share it').waitFor();
    await eventually(() => assert.ok(register.isDisabled()));
    await key.fill('nonsense');
    await app.getByText('This is not an RSA public key').waitFor();
    await key.press('Enter');
    assert.ok(register.isDisabled());
    assert.deepEqual(app.api.writes, []);
  });

  it('report why a key set cannot be used, and keep the key', async (test) => {
    const details = [{ path: '/url', problem: 'The JWKS could not be read' }];
    const app = await openApp(test, '/embed-settings', {
      ...storedSettings({ signature: KEY }),
      'PUT /embed-settings/jwks': () => refuse(400, { details }),
    });
    await app.getByRole('tab', { name: 'Key set URL (JWKS)' }).click();
    await app.getByLabel('Key set URL').fill('https://127.0.0.1:1/jwks.json');
    await app.getByRole('button', { name: 'Fetch and register' }).click();
    await app.locator('.ui-field-error').getByText('The JWKS could not be read').waitFor();
    await app.getByText('RSA, 3072 bits').waitFor();
  });

  it('save the security policy', async (test) => {
    const app = await openApp(test, '/embed-settings/security', storedSettings());
    await app.getByRole('checkbox', { name: /Replay protection/ }).uncheck();
    await app.getByText('Assertions can now be exchanged repeatedly').waitFor();
    await app.getByLabel('Origin').fill('https://app.example.com/some/page');
    await app.getByRole('button', { name: 'Add' }).click();
    await app.getByRole('button', { name: 'Remove https://app.example.com' }).waitFor();
    await app.getByText('Allowed origins saved.').waitFor();
    const saved = app.api.calls('PATCH /embed-settings').map(({ body }) => body);
    assert.deepEqual(saved, [{ replayProtection: false }, { allowedOrigins: ['https://app.example.com'] }]);
    await app.getByRole('button', { name: 'Revoke all tokens' }).click();
    await app.getByRole('button', { name: 'Revoke all', exact: true }).click();
    await app.getByText('All tokens revoked.').waitFor();
    assert.equal(app.api.calls('POST /embed-settings/revoke-tokens').length, 1);
  });

  it("fill the snippets of seven languages with the tenant's values", async (test) => {
    const app = await openApp(test, '/embed-settings/server-code', storedSettings());
    for (const language of ['Node.js', 'curl', 'Python', 'Java', 'PHP', 'Go', 'C#']) {
      const tab = app.getByRole('tab', { name: language, exact: true });
      await tab.click();
      await eventually(() => {
        assert.equal(tab.element().getAttribute('aria-selected'), 'true');
        const code = app.locator('figure pre').last().text();
        assert.ok(code.includes(EMBED_SETTINGS.clientId) && code.includes(EMBED_SETTINGS.aud), language);
      });
    }
  });

  it('check a token: which checks fail, and which entries of a large context are lost', async (test) => {
    const report: Schemas['TokenReport'] = {
      valid: false,
      checks: [{ name: 'aud', ok: false, reason: "got 'https://elsewhere.example'" }],
      context: {
        bytes: 9000,
        limit: 4096,
        truncated: true,
        lost: [{ section: 'attributes', key: 'field-79' }],
        bytesByField: { attributes: 9000 },
        ignored: [],
        effective: {},
      },
      warnings: [],
    };
    const app = await openApp(test, '/embed-settings/check-token', {
      ...storedSettings({ signature: KEY }),
      'POST /embed-settings/check-token': () => report,
    });
    const check = async () => {
      await app.getByLabel('Assertion (JWT)').fill('a.b.c');
      await app.locator('#view form').getByRole('button', { name: 'Check token' }).click();
    };
    await check();
    await app.getByText('An exchange would be refused').waitFor();
    await app
      .getByText(/got 'https:\/\/elsewhere\.example'/)
      .first()
      .waitFor();
    await app.getByText('Truncated').first().waitFor();
    await app
      .getByText(/entr(y was|ies were) dropped/)
      .first()
      .waitFor();
    await app
      .getByText(/attributes\.field-79/)
      .first()
      .waitFor();
    const fine = {
      ...report,
      valid: true,
      checks: [],
      context: { ...report.context, truncated: false, lost: [] },
    };
    app.api.respond({ 'POST /embed-settings/check-token': () => ({ ...report, ...fine, context: null }) });
    await check();
    await app.getByText('An exchange would succeed').waitFor();
    assert.deepEqual(app.api.calls('POST /embed-settings/check-token')[0]?.body, { assertion: 'a.b.c' });
  });
});
