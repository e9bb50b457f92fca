import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { type Page, postForm, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  ADMIN,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { startWorld, storeWith } from '../../../support/server/worlds.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

/** Those that protect nobody. Every other header of a response is compared, so that none is added or lost by accident. */
const OTHER_HEADERS = [
  'connection',
  'content-disposition',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'location',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'www-authenticate',
  'x-request-id',
];

const EVERYWHERE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

const json = 'application/json; charset=utf-8';
const page = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'";
const ofData = (type: string) => ({
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': POLICY_OF_DATA,
  'content-type': type,
});

const OF_ADMIN_PAGE = {
  ...EVERYWHERE,
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'content-type': page,
};

const ofEmbedPage = (nonce: string, frameAncestors: string) => ({
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none';script-src 'nonce-${nonce}' 'strict-dynamic';style-src 'self' 'nonce-${nonce}';connect-src 'self';img-src 'self' data: blob:;form-action 'self';base-uri 'none';frame-ancestors ${frameAncestors};require-trusted-types-for 'script';trusted-types inlay`,
  'cross-origin-resource-policy': 'cross-origin',
  'content-type': page,
});

const OF_EMBED_SCRIPT = {
  ...EVERYWHERE,
  'cache-control': 'public, max-age=300',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'content-type': script,
};

const compared = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OTHER_HEADERS.includes(name)));
const sha256 = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('security headers', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;
  before(async () => {
    // The clock is stopped, so that the token lasts on a machine of any speed.
    const now = Date.now();
    ({ store, inlay, setup } = await startWorld('builders', sqliteStore, { time: timeAt(() => now) }));
    token = await viewerToken(setup, {}, now);
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    call<string>(`${inlay.url}${path}`, { headers });

  it('of the admin app allow only its own files and no frame', async () => {
    for (const path of ['/admin', '/admin/users', '/admin/dashboards/unknown'])
      assert.deepEqual(compared((await get(path)).headers), OF_ADMIN_PAGE, path);
    const { body } = await get('/admin');
    const [asset = ''] = /\/admin\/assets\/[^"]+\.js/.exec(body) ?? [];
    const caching = { 'cache-control': 'public, max-age=31536000, immutable' };
    assert.deepEqual(compared((await get(asset)).headers), { ...ofData(script), ...caching });
  });

  it('of the documentation allow its own files, one inline script and no frame', async () => {
    for (const path of ['/docs', '/docs/api', '/docs/nowhere']) {
      const { headers, body } = await get(path);
      const [, inline] = /<script>(.*?)<\/script>/s.exec(body) ?? [];
      assert.deepEqual(
        compared(headers),
        {
          ...EVERYWHERE,
          'cache-control': 'no-cache',
          'content-security-policy': `default-src 'none'; script-src 'self' ${sha256(inline)}; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
          'content-type': page,
        },
        path,
      );
    }
  });

  it('of the API, its errors and files for download allow nothing', async () => {
    for (const path of ['/api/openapi.json', '/api/v0/users', '/healthz', '/nowhere', '/api/nowhere', '/%'])
      assert.deepEqual(compared((await get(path)).headers), ofData(json), path);
    const { headers } = await call(`${inlay.url}/api/v0/users`, { token: setup.adminToken });
    assert.deepEqual(compared(headers), ofData(json));
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['svg', 'image/svg+xml; charset=utf-8'],
    ] as const) {
      const path = `/embed/api/v0/embeds/e-tile/tiles/revenue/export.${format}`;
      const response = await call(`${inlay.url}${path}`, { token });
      assert.deepEqual(compared(response.headers), ofData(type), format);
    }
  });

  it('of the page at a host without a tenant allow its own style alone', async () => {
    const { headers, body } = await get('/', { host: 'nobody.example', accept: 'text/html' });
    const [, style] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    assert.deepEqual(compared(headers), {
      ...ofData(page),
      'content-security-policy': `default-src 'none'; style-src ${sha256(style)}; frame-ancestors 'none'`,
    });
  });

  it('of the scripts for host pages let every page load them', async () => {
    for (const path of ['/scripts/embedLauncher.js', '/scripts/embedSdk.js'])
      assert.deepEqual(compared((await get(path)).headers), OF_EMBED_SCRIPT, path);
  });

  describe('of an embed', () => {
    const nonces = new Set<string>();
    const assertHeaders = ({ headers, html }: Pick<Page, 'headers' | 'html'>, ancestors = '*', more = {}) => {
      const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(String(headers['content-security-policy'])) ?? [];
      assert.deepEqual(compared(headers), { ...ofEmbedPage(nonce, ancestors), ...more });
      assert.ok(html.includes(`<style nonce="${nonce}">`));
      assert.ok(!nonces.has(nonce), 'every page has another nonce');
      nonces.add(nonce);
    };
    const open = (id: string, fields = {}) =>
      postForm(inlay, id, { token, origin: 'https://app.example.com', ...fields });

    for (const id of ['e-tile', 'e-dashboard', 'e-story', 'b-sales', 'e-hidden', 'unknown'])
      it(`allow scripts with the nonce of the page and no eval: ${id}`, async () => {
        assertHeaders(await open(id));
      });

    it('are the same for a viewer who is refused', async () => {
      assertHeaders(await open('e-tile', { token: 'never-issued' }));
    });

    it('name the websites that may show it', async () => {
      assertHeaders(await open('e-origin'), 'https://app.example.com');
    });

    it('keep the page without a token out of search engines', async () => {
      const { headers, body } = await get('/embed/e-tile?origin=https://app.example.com');
      assertHeaders({ headers, html: body }, '*', { 'x-robots-tag': 'noindex' });
    });
  });
});

describe('the session cookie of the admin app', () => {
  const session = async (publicUrl: string) => {
    const store = await storeWith('started', sqliteStore);
    const inlay = await startInlay(store, publicUrl ? { env: { INLAY_PUBLIC_URL: publicUrl } } : {});
    const origin = publicUrl || inlay.url;
    const headers = { origin, host: new URL(origin).host };
    const url = `${inlay.url}/admin/session`;
    try {
      const begun = await call(url, { body: ADMIN, headers });
      assert.equal(begun.status, 200, JSON.stringify(begun.body));
      const [set = ''] = begun.headers['set-cookie'] ?? [];
      const [cookie = ''] = set.split(';', 1);
      const ended = await call(url, { method: 'DELETE', headers: { ...headers, cookie } });
      return { begun, cookies: [begun, ended].map((response) => response.headers['set-cookie']) };
    } finally {
      await inlay.close();
      await store.drop();
    }
  };
  const withoutValue = (cookies: readonly (readonly string[] | undefined)[]) =>
    cookies.map((set) => set?.map((cookie) => cookie.replace(/=inl_login_[\w-]{43};/, '=TOKEN;')));

  it('is unreadable for scripts and not sent by other sites, until it ends', async () => {
    const { begun, cookies } = await session('');
    assert.deepEqual(withoutValue(cookies), [
      ['inlay_admin=TOKEN; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict'],
      ['inlay_admin=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'],
    ]);
    assert.deepEqual(compared(begun.headers), ofData(json));
    assert.deepEqual(Object.keys(begun.body), ['expiresAt']);
  });

  it('is sent only over https, to this host alone, if the instance is on https', async () => {
    const { cookies } = await session('https://analytics.example.com');
    assert.deepEqual(withoutValue(cookies), [
      ['__Host-inlay_admin=TOKEN; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure'],
      ['__Host-inlay_admin=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure'],
    ]);
  });
});
