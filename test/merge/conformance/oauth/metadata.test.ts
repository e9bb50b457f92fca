import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { setTenantStatus } from '@inlay/server/features/tenants/tenants';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { exchange, GRANT_TYPE, signJwt } from '../../../support/embeds/embed-client.ts';
import { rawRequest } from '../../../support/http/raw-request.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const ISSUER = 'https://analytics.example:8443/api/auth/realms/demo';
const PATHS = [
  '/api/auth/realms/demo/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server/api/auth/realms/demo',
];

describeEmbedding(
  'metadata',
  SQLITE,
  (given) => {
    const get = (path: string, headers = {}) => rawRequest(given.inlay.url, { path, headers });

    for (const path of PATHS) {
      it(`row 35: ${path} lists the identical issuer, the grant and the authentication method`, async () => {
        const { status, body, headers } = await get(path);
        assert.equal(status, 200);
        assert.match(headers['content-type'] ?? '', /^application\/json/);
        assert.equal(body.issuer, ISSUER);
        assert.equal(body.token_endpoint, `${ISSUER}/protocol/openid-connect/token`);
        assert.equal(body.introspection_endpoint, `${ISSUER}/protocol/openid-connect/token/introspect`);
        assert.equal(body.revocation_endpoint, `${ISSUER}/protocol/openid-connect/revoke`);
        assert.equal(body.assertion_issuer, 'https://demo-embed');
        assert.equal(body.assertion_audience, ISSUER);
        assert.deepEqual(body.grant_types_supported, [GRANT_TYPE]);
        assert.deepEqual(body.scopes_supported, ['embed']);
        assert.deepEqual(body.response_types_supported, []);
        for (const endpoint of ['token', 'introspection', 'revocation'])
          assert.deepEqual(body[`${endpoint}_endpoint_auth_methods_supported`], ['client_secret_basic']);
      });
    }

    it('row 35: returns the identifiers that an assertion must contain', async () => {
      assert.equal(given.setup.audience, ISSUER);
      assert.equal(given.setup.issuer, 'https://demo-embed');
      assert.equal((await exchange(given.setup, signJwt(given.claims()))).status, 200);
    });

    it('row 15: accepts only the https audience if the instance is on https', async () => {
      const aud = ISSUER.replace('https:', 'http:');
      assert.equal((await exchange(given.setup, signJwt(given.claims({ aud })))).status, 400);
    });

    it('row 36: ignores Host and forwarded headers', async () => {
      for (const path of PATHS) {
        const { body } = await get(path, {
          host: 'attacker.example',
          'x-forwarded-host': 'attacker.example',
          'x-forwarded-proto': 'http',
          forwarded: 'host=attacker.example;proto=http',
        });
        assert.equal(body.issuer, ISSUER);
        assert.ok(!JSON.stringify(body).includes('attacker'));
      }
    });

    it('row 35: returns the address of a tenant on a subdomain', async () => {
      await addTenant(given.inlay);
      const { body } = await get(PATHS[0]?.replace('demo', 'acme') ?? '');
      assert.equal(body.issuer, 'https://acme.analytics.example:8443/api/auth/realms/acme');
    });

    it('row 35: responds with 404 for unknown realms', async () => {
      for (const realm of ['nobody', 'DEMO', '__proto__', 'x'.repeat(300)])
        for (const path of PATHS) assert.equal((await get(path.replace('demo', realm))).status, 404, realm);
    });

    it('row 35: reveals nothing about a disabled realm except that it is disabled', async () => {
      await setTenantStatus(given.inlay.services.store, 'acme' as TenantId, 'disabled');
      for (const path of PATHS) {
        const { status, body } = await get(path.replace('demo', 'acme'));
        assert.equal(status, 403);
        assert.deepEqual(Object.keys(body), ['statusCode', 'message', 'code']);
        assert.equal(body.code, 'TENANT_DISABLED');
      }
    });
  },
  { env: { INLAY_PUBLIC_URL: 'https://analytics.example:8443' } },
);
