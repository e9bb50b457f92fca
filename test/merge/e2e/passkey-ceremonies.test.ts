import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Session } from '@inlay/protocol/sign-in';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import {
  ADMIN,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';
import { AUTHENTICATOR } from '../../support/sign-in/virtual-authenticator.ts';

const OTHER = { username: 'key@demo.test', password: ADMIN.password };

interface Reply<T> {
  readonly status: number;
  readonly body: T;
}

/** As the admin app does: in its page, with its cookies. */
const ask = <T>(page: Page, method: string, path: string, body?: object): Promise<Reply<T>> =>
  page.evaluate(
    async ({ method, path, body }) => {
      const headers = { 'content-type': 'application/json' };
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
      const response = await fetch(path, init);
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
    { method, path, body },
  );

/** Asks for options, lets the browser answer them, and returns what it says as JSON. */
const perform = (page: Page, ceremony: 'create' | 'get', path: string): Promise<object> =>
  page.evaluate(
    async ({ ceremony, path }) => {
      const response = await fetch(path, { method: 'POST' });
      const { options } = await response.json();
      const made =
        ceremony === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
            });
      return (made as PublicKeyCredential).toJSON();
    },
    { ceremony, path },
  );

describe('passkeys of a real browser', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let url: string;
  before(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    store = await sqliteStore();
    inlay = await startInlay(store, { env: { INLAY_PORT: String(port), INLAY_PUBLIC_URL: url } });
    const token = await logInAs(inlay.url);
    assert.equal((await call(`${inlay.url}/api/v0/users`, { token, body: OTHER })).status, 201);
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  const openPage = async () => {
    const browser = await openBrowser();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/admin`);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    return { context, page, devtools };
  };
  const attach = async (devtools: CDPSession, change: object = {}) => {
    const options = { ...AUTHENTICATOR, ...change };
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
    return authenticatorId;
  };

  it('are added, sign in without a password, sign in after it, and confirm the session', async () => {
    const { context, page, devtools } = await openPage();
    try {
      await attach(devtools);
      assert.equal((await ask(page, 'POST', '/admin/session', ADMIN)).status, 200);
      const response = await perform(page, 'create', '/api/v0/me/passkeys/options');
      const added = await ask<{ recoveryCodes: readonly string[] }>(page, 'POST', '/api/v0/me/passkeys', {
        name: 'Laptop',
        response,
      });
      assert.deepEqual([added.status, added.body.recoveryCodes.length], [201, 10]);
      assert.equal((await ask(page, 'DELETE', '/admin/session')).status, 204);

      const first = await perform(page, 'get', '/admin/session/passkey-options');
      assert.equal((await ask(page, 'POST', '/admin/session/passkey', { response: first })).status, 200);
      const { body } = await ask<{ data: readonly Session[] }>(page, 'GET', '/api/v0/me/sessions');
      const current = body.data.find(({ isCurrent }) => isCurrent);
      assert.deepEqual([current?.method, current?.secondFactor], ['passkey', true]);

      const again = await perform(page, 'get', '/admin/session/confirm/passkey-options');
      assert.equal((await ask(page, 'POST', '/admin/session/confirm', { response: again })).status, 204);
      await ask(page, 'DELETE', '/admin/session');

      const password = await ask<{ next: string }>(page, 'POST', '/admin/session', ADMIN);
      assert.equal(password.body.next, 'second-factor');
      const second = await perform(page, 'get', '/admin/session/second-factor/passkey-options');
      const signedIn = await ask(page, 'POST', '/admin/session/second-factor', { response: second });
      assert.equal(signedIn.status, 200);
    } finally {
      await context.close();
    }
  });

  it('of a security key without a PIN are second factors, but do not replace the password', async () => {
    const { context, page, devtools } = await openPage();
    try {
      await attach(devtools, { transport: 'usb', hasUserVerification: false, isUserVerified: false });
      await ask(page, 'POST', '/admin/session', OTHER);
      const response = await perform(page, 'create', '/api/v0/me/passkeys/options');
      const body = { name: 'Key', response };
      assert.equal((await ask(page, 'POST', '/api/v0/me/passkeys', body)).status, 201);
      await ask(page, 'DELETE', '/admin/session');
      await assert.rejects(perform(page, 'get', '/admin/session/passkey-options'), /NotAllowedError/);
      await ask(page, 'POST', '/admin/session', OTHER);
      const second = await perform(page, 'get', '/admin/session/second-factor/passkey-options');
      const signedIn = await ask(page, 'POST', '/admin/session/second-factor', { response: second });
      assert.equal(signedIn.status, 200);
    } finally {
      await context.close();
    }
  });
});
