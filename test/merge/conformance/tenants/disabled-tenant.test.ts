import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { setTenantStatus } from '@inlay/server/features/tenants/tenants';
import { basic, exchange, goodClaims, signJwt } from '../../../support/embeds/embed-client.ts';
import { type ApiCall, call } from '../../../support/http/api-client.ts';
import { listRoutes, type RegisteredRoute } from '../../../support/http/list-routes.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import {
  ADMIN,
  STORES,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';
import { serverTime } from '../../../support/time/fake-time.ts';
import { askAbout, newToken } from '../../../support/tokens/token-client.ts';
import { addTenant, type SecondTenant } from '../../../support/users/second-tenant.ts';

/** What watches the process, and tells of no tenant. */
const OF_THE_OPERATOR = ['/healthz', '/readyz', '/metrics'];

/** Every node looks a host up again no later than this. */
const REMEMBERED_MS = 1100;

const DISABLED = 'This tenant is disabled. Ask the operator of this instance to enable it.';
const REFUSED = { statusCode: 403, message: DISABLED, code: 'TENANT_DISABLED' };

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`a disabled tenant on ${engine}`, () => {
    const time = serverTime();
    let store: TestStore;
    let inlay: TestInlay;
    let tenant: SecondTenant;
    let embedToken: string;
    const setStatus = async (status: 'active' | 'disabled') => {
      await inlay.services.store.write((transaction) =>
        setTenantStatus(transaction, 'sleeping' as TenantId, status),
      );
      await time.advance(REMEMBERED_MS);
    };
    const ask = (path: string, options: ApiCall = {}) =>
      call(`${inlay.url}${path}`, { ...options, headers: { ...options.headers, host: tenant.host } });
    const routes = (wanted: (route: RegisteredRoute) => boolean) => {
      const found = listRoutes(inlay.http).filter(wanted);
      assert.ok(found.length > 0);
      return found.map(({ method, url }) => ({
        method,
        path: url.replace('/admin*', '/admin/users').replaceAll(/:\w+/g, 'sleeping'),
      }));
    };
    const ofRealm = ({ url }: RegisteredRoute) => url.includes('/realms/');
    const ofHost = (route: RegisteredRoute) => !ofRealm(route) && !OF_THE_OPERATOR.includes(route.url);

    before(async () => {
      store = await storeWith('started', makeStore);
      inlay = await startInlay(store, { time, env: { INLAY_METRICS: 'true' } });
      tenant = await addTenant(inlay, 'sleeping');
      embedToken = await newToken(tenant);
      await setStatus('disabled');
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    it('refuses every route identically for every caller', async () => {
      const all = routes(ofHost);
      assert.ok(all.length > 60);
      for (const { method, path } of all) {
        for (const token of [undefined, tenant.adminToken, embedToken, 'inl_login_never-issued']) {
          const { status, body } = await ask(path, { method, token });
          assert.equal(status, 403, `${method} ${path}`);
          assert.deepEqual(body, REFUSED, `${method} ${path}`);
        }
      }
    });

    it('responds identically to HEAD, preflights, wrong methods and unknown addresses', async () => {
      for (const { path } of routes((route) => ofHost(route) && route.method === 'GET'))
        assert.equal((await ask(path, { method: 'HEAD' })).status, 403, path);
      for (const [method, path] of [
        ['OPTIONS', '/api/v0/users'],
        ['PUT', '/api/login'],
        ['GET', '/'],
        ['GET', '/api/v0/nothing'],
        ['GET', '/scripts/nothing.js'],
        ['GET', '/.well-known/openid-configuration'],
      ] as const)
        assert.deepEqual((await ask(path, { method })).body, REFUSED, `${method} ${path}`);
    });

    it('responds identically to valid and invalid logins', async () => {
      for (const body of [ADMIN, { ...ADMIN, password: 'wrong' }, {}])
        assert.deepEqual((await ask('/api/login', { body })).body, REFUSED);
    });

    it('is refused by its realm at any host, and its client gets the reason', async () => {
      const responses = [
        await exchange(tenant, signJwt(goodClaims(tenant))),
        await askAbout('introspect', tenant, { token: embedToken }),
        await askAbout('revoke', tenant, { token: embedToken }),
      ];
      for (const { status, body } of responses) {
        assert.equal(status, 400);
        assert.deepEqual(body, { error: 'unauthorized_client', error_description: DISABLED });
      }
      const wrong = basic(tenant.clientId, 'wrong');
      assert.equal((await askAbout('introspect', tenant, { token: embedToken }, wrong)).status, 401);
    });

    it('is reported when an assertion is checked', async () => {
      const args = ['check-token', signJwt(goodClaims(tenant)), '--tenant', 'sleeping'];
      const { code, stderr } = await runCommand(args, store.env);
      assert.equal(code, 1);
      assert.match(stderr, /Tenant 'sleeping' is disabled/);
    });

    it('blocks every route of its realm', async () => {
      for (const { method, path } of routes(ofRealm)) {
        const { status } = await call(`${inlay.url}${path}`, { method });
        assert.ok(status >= 400 && status < 500, `${method} ${path} answered ${status}`);
      }
    });

    it('does not affect the probes or other tenants', async () => {
      for (const path of OF_THE_OPERATOR) assert.equal((await ask(path)).status, 200, path);
      for (const path of ['/api/openapi.json', '/docs/api'])
        assert.equal((await call(`${inlay.url}${path}`)).status, 200, path);
      assert.equal((await call(`${inlay.url}/api/login`, { body: ADMIN })).status, 200);
    });

    it('is unchanged when it is enabled again', async () => {
      await setStatus('active');
      assert.equal((await ask('/api/v0/users', { token: tenant.adminToken })).status, 200);
      assert.equal((await ask('/embed/api/v0/session', { token: embedToken })).status, 200);
      assert.equal((await exchange(tenant, signJwt(goodClaims(tenant)))).status, 200);
    });
  });
}
