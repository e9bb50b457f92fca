import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { ReportSettings } from '@inlay/protocol/report-settings';
import { logInAs } from '../../../support/http/api-client.ts';
import { BOTH_STORES, STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const URL_OF_HOST = 'https://host.example/assertion';
const url = '/api/v0/report-settings';

const reportSettingsOf = (inlay: ReturnType<typeof useInlay>) => ({
  read: async () => (await inlay.call<ReportSettings>(url, { token: await inlay.adminToken() })).body,
  change: async (body: object) =>
    inlay.call<ReportSettings & { message: string }>(url, {
      method: 'PATCH',
      token: await inlay.adminToken(),
      body,
    }),
  newSecret: async () => {
    const token = await inlay.adminToken();
    return (await inlay.call<{ secret: string }>(`${url}/secret`, { method: 'POST', token })).body.secret;
  },
});

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`report settings on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const { read, change, newSecret } = reportSettingsOf(inlay);

    it('begin switched off', async () => {
      const { rights, hasSecret, assertionUrl, keepSecrets, isPaused } = await read();
      assert.deepEqual(
        { rights, hasSecret, assertionUrl, keepSecrets, isPaused },
        { rights: 'off', hasSecret: false, assertionUrl: null, keepSecrets: false, isPaused: false },
      );
    });

    it('need an endpoint and a secret before Inlay can ask for assertions', async () => {
      const withoutBoth = await change({ rights: 'assertion' });
      assert.equal(withoutBoth.status, 400);
      assert.match(withoutBoth.body.message, /\/assertionUrl is required/);
      const withoutSecret = await change({ rights: 'assertion', assertionUrl: URL_OF_HOST });
      assert.equal(withoutSecret.status, 400);
      assert.match(withoutSecret.body.message, /\/rights needs a secret/);
      assert.equal((await read()).assertionUrl, null);
      await newSecret();
      const { status, body } = await change({ rights: 'assertion', assertionUrl: URL_OF_HOST });
      assert.deepEqual(
        [status, body.rights, body.assertionUrl, body.hasSecret],
        [200, 'assertion', URL_OF_HOST, true],
      );
      const without = await change({ assertionUrl: null });
      assert.equal(without.status, 400);
      assert.equal((await change({ rights: 'off', assertionUrl: null })).status, 200);
    });

    it('show the secret once, store it encrypted, and replace it by a new one', async () => {
      const first = await newSecret();
      const second = await newSecret();
      assert.match(first, /^inl_report_[\w-]{43}$/);
      assert.notEqual(first, second);
      assert.equal((await read()).hasSecret, true);
      const token = await inlay.adminToken();
      const audit = await inlay.call('/api/v0/audit-events?limit=50', { token });
      const rows = await inlay.running.services.store.everyTenant
        .selectFrom('report_settings')
        .selectAll()
        .execute();
      for (const text of [await read(), audit.body, rows, inlay.running.logged()])
        for (const secret of [first, second]) assert.ok(!JSON.stringify(text).includes(secret));
    });

    it('record who changed what', async () => {
      await change({ rights: 'stored-context', keepSecrets: true, pageUrl: 'https://app.example/{embed}' });
      await newSecret();
      const token = await inlay.adminToken();
      const { body } = await inlay.call<{ data: AuditEvent[] }>('/api/v0/audit-events?limit=2', { token });
      assert.deepEqual(
        body.data.map(({ action, actor, details }) => ({ action, actor, details })),
        [
          { action: 'report-settings.regenerate-secret', actor: 'admin@demo.test', details: null },
          {
            action: 'report-settings.change',
            actor: 'admin@demo.test',
            details: { fields: ['rights', 'keepSecrets', 'pageUrl'], rights: 'stored-context' },
          },
        ],
      );
    });
  });
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`the addresses in report settings on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const { change } = reportSettingsOf(inlay);

    for (const [what, body, message] of [
      ['plain http', { assertionUrl: 'http://host.example/' }, /assertionUrl must be a complete https/],
      [
        'a private address',
        { assertionUrl: 'https://10.0.0.7/' },
        /assertionUrl is not allowed: 10\.0\.0\.7/,
      ],
      ['the metadata service', { assertionUrl: 'https://169.254.169.254/' }, /assertionUrl is not allowed/],
      ['loopback in brackets', { assertionUrl: 'https://[::1]/' }, /assertionUrl is not allowed/],
      ['an address that clients read differently', { assertionUrl: 'https://127.1/' }, /standard notation/],
      ['a password', { assertionUrl: 'https://a:b@host.example/' }, /must not contain a username/],
      ['another protocol', { assertionUrl: 'ftp://host.example/' }, /assertionUrl must be a complete https/],
      ['a page on plain http', { pageUrl: 'http://app.example/{embed}' }, /pageUrl must be a complete https/],
      ['a script as the page', { pageUrl: 'javascript:alert(1)' }, /pageUrl must be a complete https/],
      ['a domain with a path', { allowedDomains: ['a.example/b'] }, /allowedDomains/],
      ['a secret as the address of a viewer', { recipientFrom: 'secrets.email' }, /recipientFrom/],
      ['an unknown field', { hasSecret: true }, /hasSecret/],
    ] as const)
      it(`refuse ${what}`, async () => {
        const refused = await change(body);
        assert.equal(refused.status, 400);
        assert.match(refused.body.message, message);
      });

    it('take a page on the own computer', async () => {
      const { status } = await change({ pageUrl: 'http://localhost:3000/reports/{embed}?s={subscription}' });
      assert.equal(status, 200);
    });

    it('are read with settings:read, and changed by people with settings:write', async () => {
      const body = { username: 'an-auditor', password: 'the password of an auditor', adminRole: 'auditor' };
      await inlay.call('/api/v0/users', { token: await inlay.adminToken(), body });
      const token = await logInAs(inlay.running.url, body);
      assert.equal((await inlay.call(url, { token })).status, 200);
      const paused = { method: 'PATCH', token, body: { isPaused: true } };
      assert.equal((await inlay.call(url, paused)).status, 401);
      assert.equal((await inlay.call(`${url}/secret`, { method: 'POST', token })).status, 401);
      assert.equal((await inlay.call(url)).status, 401);
    });
  });

  describe(`the addresses in report settings on ${engine}, with private networks`, () => {
    const inlay = useInlay(makeStore, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    const { change } = reportSettingsOf(inlay);

    it('take plain http in a network that the operator listed, and no other', async () => {
      assert.equal((await change({ assertionUrl: 'http://127.0.0.1:3000/assertion' })).status, 200);
      assert.equal((await change({ assertionUrl: 'http://localhost:3000/assertion' })).status, 200);
      const refused = await change({ assertionUrl: 'http://10.0.0.7/assertion' });
      assert.match(refused.body.message, /10\.0\.0\.7 requires https/);
    });
  });
}
