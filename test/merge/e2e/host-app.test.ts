import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { demoHostFolder, enrollDemoHost } from '@inlay/server/features/demo/enroll-demo-host';
import { enrollDemoInbox, resetDemoInbox } from '@inlay/server/features/demo/enroll-demo-inbox';
import { regenerateSecret } from '@inlay/server/features/tokens/change-auth-settings';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { decodeJwt } from 'jose';
import { axeFindings, COLORS } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { users } from '../../support/embeds/demo-viewers.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { runCommand } from '../../support/server/run-command.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

const demo = 'demo' as TenantId;
const program = fileURLToPath(new URL('../../../examples/host-app/server.mjs', import.meta.url));

describe('the demo host application', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let shop: ChildProcess;
  let shopUrl: string;
  let folder: string;
  before(async () => {
    store = await sqliteStore();
    const port = await freePort();
    const shopPort = String(await freePort());
    const demoEnv = { INLAY_DEMO: 'true', INLAY_DEMO_PORT: shopPort };
    inlay = await startInlay(store, { env: { INLAY_PORT: String(port), ...demoEnv } });
    assert.equal(await enrollDemoHost(inlay.services, demo), true);
    await enrollDemoInbox(inlay.services, demo);
    folder = demoHostFolder(inlay.services);
    const env = {
      PORT: shopPort,
      INLAY_URL: `http://localhost:${port}`,
      INLAY_CLIENT_SECRET_FILE: join(folder, 'client-secret'),
      INLAY_PRIVATE_KEY_FILE: join(folder, 'private-key.pem'),
      INLAY_INBOX_SECRET_FILE: join(folder, 'inbox-secret'),
    };
    shop = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(shop, 'message');
    shopUrl = `http://127.0.0.1:${shopPort}`;
  });
  after(async () => {
    const exited = once(shop, 'exit');
    shop.kill('SIGTERM');
    const ended = await exited;
    await inlay.close();
    await store.drop();
    assert.deepEqual(ended, [0, null]);
  });

  const get = (path: string, user?: string) =>
    fetch(`${shopUrl}${path}`, { headers: user ? { cookie: `user=${user}` } : {} });
  const secret = () => readFileSync(join(folder, 'client-secret'), 'utf8');

  /** Who the instance says a token is for. */
  async function holderOf(token: string): Promise<unknown> {
    const realm = `${inlay.url}/api/auth/realms/demo/protocol/openid-connect`;
    const answer = await fetch(`${realm}/token/introspect`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`demo-embed:${secret()}`).toString('base64')}` },
      body: new URLSearchParams({ token }),
    });
    return ((await answer.json()) as { username?: unknown }).username;
  }

  it('stores its key and secret readable only by itself', () => {
    for (const name of ['client-secret', 'private-key.pem'])
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.doesNotMatch(inlay.logged(), new RegExp(secret()));
  });

  it('writes a token of the signed-in user into the page, and never its key or secret', async () => {
    for (const [id, user] of Object.entries(users)) {
      const page = await get('/', id);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      const html = await page.text();
      assert.ok(html.includes(`<html lang="${user.language.slice(0, 2)}">`));
      const token = /token=([\w-]+)/.exec(html)?.[1] ?? '';
      assert.equal(await holderOf(token), user.embedContext.username);
      for (const path of ['/', '/app.js', '/context-panel.js', '/view-code.js', '/style.css']) {
        const text = await (await get(path, id)).text();
        assert.ok(!text.includes(secret()) && !text.includes('PRIVATE KEY'), path);
        // The exchange is the server's: nothing that a browser gets knows where it happens.
        assert.ok(!text.includes('openid-connect'), path);
      }
    }
  });

  for (const [device, width] of [
    ['desktop', 1440],
    ['phone', 390],
  ] as const) {
    it(`has no accessibility findings on a ${device}, light or dark`, async () => {
      const browser = await openBrowser();
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      try {
        const page = await context.newPage();
        await page.goto(shopUrl);
        await page.locator('iframe').first().waitFor();
        await expect(page.getByRole('link', { name: 'Larkfell' })).toHaveCount(1);
        if (device === 'phone') await page.getByText('What the server signs').click();
        await expect(page.locator('#token')).toHaveText(/^inl_embed_/);
        assert.deepEqual(await axeFindings(page), []);
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await axeFindings(page, { rules: COLORS }), []);
      } finally {
        await context.close();
        await browser.close();
      }
    });
  }

  it('shows the code of a card with the context that is signed', async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(shopUrl);
      await page.getByLabel('Region').selectOption('France');
      await expect(page.locator('#context-status')).toHaveText(/^Signed and exchanged in \d+ ms/);
      await expect(page.locator('#claims')).toHaveText(/"region": "France"/);
      await page.getByRole('button', { name: 'View code' }).first().click();
      const snippet = page.locator('#snippet');
      await expect(snippet).toHaveText(/insertEmbedById\('revenue-figure'/);
      await page.getByRole('tab', { name: 'Your server' }).click();
      await expect(snippet).toHaveText(/region: "France"/);
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect(page.getByLabel('Context as JSON')).toHaveValue(/UK & Ireland/);
    } finally {
      await browser.close();
    }
  });

  it('scrolls to a section although embeds above it get their heights on the way', async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(shopUrl);
      await page.getByRole('link', { name: 'Products' }).click();
      await page.locator('[data-embed=sales-dashboard]').evaluate((embed: HTMLElement) => {
        embed.style.height = '3000px';
      });
      await eventually(async () => {
        const { y } = (await page.locator('#products').boundingBox()) ?? {};
        assert.equal(Math.round(y ?? 0), 80);
      });
    } finally {
      await browser.close();
    }
  });

  it('renews tokens only for the signed-in user', async () => {
    const renew = (user?: string) =>
      fetch(`${shopUrl}/embed-token`, { method: 'POST', headers: user ? { cookie: `user=${user}` } : {} });
    const answer = await renew('jonas');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const { token } = (await answer.json()) as { token: string };
    assert.equal(await holderOf(token), users.jonas.embedContext.username);
    assert.equal((await renew()).status, 401);
    assert.equal((await renew('constructor')).status, 401);
  });

  const edit = (context: unknown, user?: string, type = 'application/json') =>
    fetch(`${shopUrl}/demo/edited-token`, {
      method: 'POST',
      headers: { 'content-type': type, ...(user ? { cookie: `user=${user}` } : {}) },
      body: typeof context === 'string' ? context : JSON.stringify(context),
    });

  it('signs an edited context as the signed-in user, and returns the used assertion with the token', async () => {
    const context = {
      privileges: { sales: ['view'] },
      groups: ['finance'],
      attributes: { region: 'France', tier: 2 },
    };
    const answer = await edit(context, 'maeve');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const text = await answer.text();
    assert.ok(!text.includes(secret()));
    const { token, assertion } = JSON.parse(text) as { token: string; assertion: string };
    assert.equal(await holderOf(token), users.maeve.embedContext.username);
    const { embed_context: signed } = decodeJwt(assertion);
    const { username } = users.maeve.embedContext;
    assert.deepEqual(signed, { username, workspace_id: 'main', roles: ['USER'], ...context });
    // An assertion that is copied from the page cannot be exchanged again.
    const realm = `${inlay.url}/api/auth/realms/demo/protocol/openid-connect`;
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      scope: 'embed',
      assertion,
    });
    const authorization = `Basic ${Buffer.from(`demo-embed:${secret()}`).toString('base64')}`;
    const replayed = await fetch(`${realm}/token`, { method: 'POST', headers: { authorization }, body });
    assert.equal(replayed.status, 400);
  });

  it('signs no edit that reaches beyond its app, and none from another site', async () => {
    const refused = async (response: Promise<Response>) => {
      const { status } = await response;
      const body = (await (await response).json()) as Record<string, unknown>;
      return [status, body.problem, Object.keys(body).length];
    };
    assert.deepEqual(await refused(edit({})), [401, 'refused', 1]);
    const cases: Readonly<Record<string, readonly unknown[]>> = {
      fields: [
        { username: 'jonas@larkfell.test' },
        { roles: ['ADMIN'] },
        { secrets: {} },
        { workspaceId: 'x' },
        [],
        null,
      ],
      privileges: [
        { privileges: { other: ['view'] } },
        { privileges: { sales: ['admin'] } },
        { privileges: [] },
      ],
      groups: [{ groups: 'finance' }, { groups: [1] }],
      attributes: [{ attributes: { region: { a: 1 } } }, { attributes: [] }],
      size: [{ attributes: { text: 'x'.repeat(4000) } }, { groups: ['x'.repeat(9000)] }],
      json: ['{'],
    };
    for (const [problem, contexts] of Object.entries(cases))
      for (const context of contexts)
        assert.deepEqual(await refused(edit(context, 'maeve')), [400, problem, 1], JSON.stringify(context));
    assert.deepEqual(await refused(edit({}, 'maeve', 'text/plain')), [400, 'json', 1]);
  });

  it('has an inbox for what Inlay sends, also after its secret is replaced', async () => {
    const token = await logInAs(inlay.url);
    const destinations = `${inlay.url}/api/v0/report-destinations`;
    const { body } = await call<{ data: readonly { id: string }[] }>(destinations, { token });
    const sendTest = async () => {
      const options = { method: 'POST', token };
      return (await call<{ sent: boolean }>(`${destinations}/${body.data[0]?.id}/test`, options)).body;
    };
    assert.equal((await get('/inbox', 'maeve')).status, 204);
    assert.deepEqual(await sendTest(), { sent: true, problem: null });
    const messages = await get('/inbox', 'maeve');
    assert.match(await messages.text(), /<details class="message" data-id="[^"]+">/);
    assert.match(await (await get('/', 'maeve')).text(), /<details class="message"/);
    assert.equal((await get('/inbox')).status, 401);
    const unsigned = await fetch(`${shopUrl}/demo/inbox`, { method: 'POST', body: '{}' });
    assert.equal(unsigned.status, 401);
    await resetDemoInbox(inlay.services, demo);
    assert.deepEqual(await sendTest(), { sent: true, problem: null });
  });

  it('switches between its users and refuses others', async () => {
    const signIn = async (as: string) => {
      const answer = await fetch(`${shopUrl}/sign-in?as=${as}`, { method: 'POST', redirect: 'manual' });
      return answer.headers.get('set-cookie');
    };
    assert.match((await signIn('jonas')) ?? '', /^user=jonas; Path=\/; HttpOnly; SameSite=Strict$/);
    assert.match((await signIn('x%0d%0ay')) ?? '', /^user=maeve;/);
  });

  it('says that its credentials were replaced, and shows embeds again once they are reset', async () => {
    await regenerateSecret(inlay.services, demo, 0, { actor: null, caller: OPERATOR });
    assert.equal(await enrollDemoHost(inlay.services, demo), false);
    const broken = await (await get('/', 'maeve')).text();
    assert.match(
      broken,
      /role="alert">Inlay refuses the credentials.*<code>npm run inlay -- demo reset-credentials<\/code>/,
    );
    assert.doesNotMatch(broken, new RegExp(secret()));

    const { code, stdout } = await runCommand(['demo', 'reset-credentials'], store.env);
    assert.equal(code, 0);
    assert.match(stdout, /Reload its page/);
    const repaired = await (await get('/', 'maeve')).text();
    assert.doesNotMatch(repaired, /Inlay refuses the credentials/);
    assert.equal(
      await holderOf(/token=([\w-]+)/.exec(repaired)?.[1] ?? ''),
      users.maeve.embedContext.username,
    );
    assert.equal(await enrollDemoHost(inlay.services, demo), true);
  });

  it('does not replace the key of an application that already embeds', async () => {
    const other = await sqliteStore();
    const another = await startInlay(other);
    try {
      assert.equal(await enrollDemoHost(another.services, demo), true);
      assert.equal(await enrollDemoHost(another.services, demo), true, 'a second start keeps the first');
      const elsewhere = {
        ...another.services,
        config: { ...another.services.config, dataDir: store.env.INLAY_DATA_DIR ?? '' },
      };
      assert.equal(await enrollDemoHost(elsewhere, demo), false);
    } finally {
      await another.close();
      await other.drop();
    }
  });
});
