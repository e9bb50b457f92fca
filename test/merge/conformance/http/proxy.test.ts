import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { logInAs } from '../../../support/http/api-client.ts';
import { ADMIN, sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const ACME = { username: 'admin@acme.test', password: 'the password of acme' };

/** RFC 9700 §4.13: what a client can write itself counts only where a proxy that we trust wrote it. */
const settings: Record<string, readonly [trusted: string, believed: boolean]> = {
  'no proxy is trusted': ['false', false],
  'another address is trusted': ['10.0.0.1, 192.168.0.0/16', false],
  'the address of the proxy is trusted': ['127.0.0.1', true],
  'the network of the proxy is trusted': ['127.0.0.0/8', true],
  'every proxy is trusted': ['true', true],
};

// Which header counts is decided before a store is asked.
for (const [what, [trusted, believed]] of Object.entries(settings)) {
  describe(`forwarded headers if ${what}`, () => {
    const inlay = useInlay(sqliteStore, { env: { INLAY_TRUST_PROXY: trusted } });
    const statusOf = async (headers: Record<string, string>, body: object) =>
      (await inlay.call('/api/login', { body, headers })).status;
    const addressRecordedFor = async (headers: Record<string, string>) => {
      const token = await logInAs(inlay.running.url, ADMIN, headers);
      const { body } = await inlay.call<{ data: { ip: string }[] }>(
        '/api/v0/audit-events?action=login&limit=1',
        { token },
      );
      return body.data[0]?.ip;
    };
    before(async () => {
      const tenant = { id: 'acme', adminUsername: ACME.username, adminPassword: ACME.password };
      await createTenant(inlay.running.services, tenant);
    });

    it(`${believed ? 'select' : 'do not select'} the tenant`, async () => {
      const forwarded = { host: 'localhost', 'x-forwarded-host': 'acme.localhost' };
      assert.equal(await statusOf(forwarded, ACME), believed ? 200 : 401);
      assert.equal(await statusOf(forwarded, ADMIN), believed ? 401 : 200);
      const contrary = { host: 'acme.localhost', 'x-forwarded-host': 'localhost' };
      assert.equal(await statusOf(contrary, ACME), believed ? 401 : 200);
    });

    it(`${believed ? 'set' : 'do not set'} the address of the caller`, async () => {
      inlay.pass(60_000);
      const one = await addressRecordedFor({ 'x-forwarded-for': '203.0.113.7' });
      assert.equal(one, believed ? '203.0.113.7' : '127.0.0.1');
    });

    it('are ignored under names that our proxies do not write', async () => {
      inlay.pass(60_000);
      const headers = {
        forwarded: 'for=203.0.113.9;host=acme.localhost',
        'x-real-ip': '203.0.113.9',
        'x-original-host': 'acme.localhost',
      };
      assert.equal(await addressRecordedFor(headers), '127.0.0.1');
    });

    if (believed)
      it('are no address of the caller if they contain something else', async () => {
        inlay.pass(60_000);
        for (const [chain, address] of [
          ['<script>alert(1)</script>', '127.0.0.1'],
          ['unknown, 203.0.113.7', '203.0.113.7'],
          ['203.0.113.7:4711', '203.0.113.7'],
          ['[2001:db8::7]:4711', '2001:db8::7'],
        ] as const)
          assert.equal(await addressRecordedFor({ 'x-forwarded-for': chain }), address);
      });

    if (believed && trusted !== 'true') {
      it('count from the nearest proxy outward, ignoring entries that the client wrote', async () => {
        inlay.pass(60_000);
        const chain = '198.51.100.1, 203.0.113.7, 127.0.0.1';
        assert.equal(await addressRecordedFor({ 'x-forwarded-for': chain }), '203.0.113.7');
      });
    }
  });
}
