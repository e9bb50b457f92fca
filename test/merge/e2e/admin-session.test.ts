import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { call, logInAs } from '../../support/http/api-client.ts';
import {
  ADMIN,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';
import { addTenant } from '../../support/users/second-tenant.ts';

const REFUSED = { statusCode: 401, message: 'Unauthorized' };
const group = () => ({ id: `group-${randomUUID()}`, name: 'Made by an attacker' });

describe("attacks on the admin app's session", () => {
  let store: TestStore;
  let inlay: TestInlay;
  let cookie: string;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    cookie = await signIn();
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  const session = (method: string, headers: Readonly<Record<string, string>>, body?: unknown) =>
    call<{ message: string }>(`${inlay.url}/admin/session`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  const signIn = async () => {
    const { status, headers } = await session('POST', { origin: inlay.url }, ADMIN);
    assert.equal(status, 200);
    return String(headers['set-cookie']).split(';', 1)[0] ?? '';
  };
  const createGroup = (headers: Readonly<Record<string, string>>) =>
    call(`${inlay.url}/api/v0/groups`, { body: group(), headers: { cookie, ...headers } });
  const groups = async () =>
    (await call<{ data: unknown[] }>(`${inlay.url}/api/v0/groups`, { token: await logInAs(inlay.url) })).body
      .data.length;

  it('keeps the token in a cookie that scripts cannot read', async () => {
    const { body, headers } = await session('POST', { origin: inlay.url }, ADMIN);
    const set = String(headers['set-cookie']);
    assert.match(set, /^inlay_admin=inl_login_[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    assert.deepEqual(Object.keys(body), ['expiresAt']);
    assert.doesNotMatch(JSON.stringify(body), /inl_login/);
  });

  it('is a Secure __Host- cookie if the instance is on https', async () => {
    const other = await sqliteStore();
    const secure = await startInlay(other, { env: { INLAY_PUBLIC_URL: 'https://analytics.example.com' } });
    try {
      const headers = { host: 'analytics.example.com', origin: 'https://analytics.example.com' };
      const response = await call(`${secure.url}/admin/session`, { body: ADMIN, headers });
      assert.equal(response.status, 200);
      assert.match(
        String(response.headers['set-cookie']),
        /^__Host-inlay_admin=.*; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/,
      );
      assert.doesNotMatch(String(response.headers['set-cookie']), /Domain/i);
      const plain = { ...headers, origin: 'http://analytics.example.com' };
      assert.equal((await call(`${secure.url}/admin/session`, { body: ADMIN, headers: plain })).status, 400);
    } finally {
      await secure.close();
      await other.drop();
    }
  });

  it('opens the public API to a page of the same origin', async () => {
    const read = await call(`${inlay.url}/api/v0/me`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(read.status, 200);
    const before = await groups();
    const written = await createGroup({ origin: inlay.url, 'sec-fetch-site': 'same-origin' });
    assert.equal(written.status, 201);
    assert.equal(await groups(), before + 1);
  });

  const attacks: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site in a browser that sends no Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['the page of a sibling tenant', { origin: 'http://acme.127.0.0.1', 'sec-fetch-site': 'same-site' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['the same host over another protocol', { origin: 'https://127.0.0.1' }],
    ['a sandboxed page, whose origin is null', { origin: 'null' }],
    ['nobody who says an origin', {}],
    ['nobody who says an origin, though of the same one', { 'sec-fetch-site': 'same-origin' }],
    ['a link or bookmark', { 'sec-fetch-site': 'none' }],
  ];
  for (const [who, headers] of attacks) {
    it(`refuses a change from ${who}`, async () => {
      const before = await groups();
      const { status, body } = await createGroup(headers);
      assert.equal(status, 401);
      assert.deepEqual(body, REFUSED);
      assert.equal(await groups(), before);
    });
  }

  it('refuses a change from an origin that only starts or ends like ours', async () => {
    for (const origin of [
      `${inlay.url}.evil.example`,
      `${inlay.url}/`,
      `http://evil@127.0.0.1:${inlay.port}`,
      `${inlay.url}0`,
    ])
      assert.equal((await createGroup({ origin })).status, 401, origin);
  });

  it('refuses reads from another site or a sibling tenant', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { status } = await call(`${inlay.url}/api/v0/me`, {
        headers: { cookie, 'sec-fetch-site': site },
      });
      assert.equal(status, 401, site);
    }
    const headers = { cookie, origin: 'http://acme.127.0.0.1' };
    assert.equal((await call(`${inlay.url}/api/v0/me`, { headers })).status, 401);
  });

  it('sends no CORS header that would let another origin read or preflight', async () => {
    const asked = await call(`${inlay.url}/api/v0/groups`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    assert.ok(asked.status >= 400);
    assert.equal(asked.headers['access-control-allow-origin'], undefined);
  });

  it('accepts Bearer tokens from any origin, and never combines them with the cookie', async () => {
    const token = await logInAs(inlay.url);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await call(`${inlay.url}/api/v0/me`, { token, headers: foreign })).status, 200);
    const wrong = { cookie, origin: inlay.url, authorization: 'Bearer inl_login_never-issued' };
    assert.equal((await call(`${inlay.url}/api/v0/me`, { headers: wrong })).status, 401);
    const basic = { cookie, origin: inlay.url, authorization: 'Basic YTpi' };
    assert.equal((await call(`${inlay.url}/api/v0/me`, { headers: basic })).status, 401);
  });

  it('gives no access to embed routes', async () => {
    const headers = { cookie, origin: inlay.url, 'sec-fetch-site': 'same-origin' };
    assert.equal((await call(`${inlay.url}/embed/api/v0/session`, { headers })).status, 401);
  });

  it('is invalid if a sibling host set a second cookie of the same name', async () => {
    for (const pair of [`${cookie}; inlay_admin=planted`, `inlay_admin=planted; ${cookie}`]) {
      const headers = { cookie: pair, 'sec-fetch-site': 'same-origin' };
      assert.equal((await call(`${inlay.url}/api/v0/me`, { headers })).status, 401);
    }
  });

  it("does not work on another tenant's host", async () => {
    const { host } = await addTenant(inlay);
    const headers = { cookie, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    assert.equal((await call(`${inlay.url}/api/v0/me`, { headers })).status, 401);
  });

  it('cannot be started or ended from another origin', async () => {
    for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      const started = await session('POST', headers, ADMIN);
      assert.equal(started.status, 400);
      assert.match(
        started.body.message,
        /Only the admin app at http:\/\/127\.0\.0\.1:\d+\/admin can do this/,
      );
      assert.equal(started.headers['set-cookie'], undefined);
      assert.equal((await session('DELETE', { cookie, ...headers })).status, 400);
    }
    assert.equal((await call(`${inlay.url}/api/v0/me`, { headers: { cookie } })).status, 200);
  });

  it('ends on the server at sign-out, and removes the cookie', async () => {
    const own = await signIn();
    const { status, headers } = await session('DELETE', { cookie: own, origin: inlay.url });
    assert.equal(status, 204);
    assert.match(String(headers['set-cookie']), /^inlay_admin=; Path=\/; Max-Age=0; HttpOnly/);
    assert.equal((await call(`${inlay.url}/api/v0/me`, { headers: { cookie: own } })).status, 401);
  });

  it('counts wrong passwords and blocks as the login endpoint does', async () => {
    const wrong = { username: 'someone@demo.test', password: 'wrong' };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status, body } = await session('POST', { origin: inlay.url }, wrong);
      assert.equal(status, 401);
      assert.equal(body.message, 'Login failed. Invalid username or password');
    }
    const blocked = await session('POST', { origin: inlay.url }, wrong);
    assert.equal(blocked.status, 429);
    assert.ok(Number(blocked.headers['retry-after']) > 0);
  });
});
