import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, it } from 'node:test';
import { createEmbedClient, reportAssertionHandler } from '@inlay/node';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { type Claims, CONTEXT, exchange, KEYS, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { DEMO, reportRights } from '../../../support/reports/report-rights.ts';
import { type ReportHost, replyJson, startHost } from '../../../support/reports/start-host.ts';
import { BOTH_STORES, STORES } from '../../../support/server/start-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

const LOOPBACK = { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' };
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

describeEmbedding(
  'rights by assertion',
  BOTH_STORES,
  (given) => {
    const rights = reportRights(given);
    let host: ReportHost;
    let secret: string;
    before(async () => {
      host = await startHost();
      secret = await rights.newSecret();
      await rights.change({ rights: 'assertion', assertionUrl: host.url });
    });
    after(() => host.close());

    /** The context of each viewer as the customer knows it now. */
    const people = new Map<string, object>();
    const serveLibrary = (secretOfHost = secret) => {
      const { setup } = given;
      const client = createEmbedClient({
        instanceUrl: given.inlay.url,
        tenantId: setup.realm,
        clientId: setup.clientId,
        clientSecret: setup.secret,
        privateKey: KEYS.privateKey,
        issuer: setup.issuer,
        audience: setup.audience,
      });
      const handler = reportAssertionHandler(
        client,
        ({ username }) => {
          const context = people.get(username);
          return context && { ...CONTEXT, roles: ['USER'], privileges: { sales: ['view'] }, ...context };
        },
        { secret: secretOfHost, onError: () => {} },
      );
      host.serve(handler);
    };
    const respondWith = (claims: Claims, key = KEYS.privateKey) =>
      host.respond((response) =>
        replyJson(response, 200, { assertion: signJwt(given.claims(claims), { key }) }),
      );
    const audit = async (limit = 1) => {
      const url = `${given.inlay.url}/api/v0/audit-events?limit=${limit}`;
      return (await call<{ data: AuditEvent[] }>(url, { token: given.setup.adminToken })).body.data;
    };

    it('give a report the rights that the host signs when it is made', async () => {
      serveLibrary();
      people.set(CONTEXT.username, { attributes: { region: 'north' } });
      const id = await rights.subscribe();
      const { revenue: north } = (await rights.see(await rights.viewerOf(id), 'e-dashboard')) as Seen;
      assert.deepEqual(north, [
        ['product', 'Coffee', 'Tea'],
        ['revenue', 30, 10],
      ]);
      people.set(CONTEXT.username, { attributes: { region: 'south' } });
      const { revenue: south } = (await rights.see(await rights.viewerOf(id), 'e-dashboard')) as Seen;
      assert.deepEqual(south, [
        ['product', 'Cocoa', 'Tea'],
        ['revenue', 55, 700],
      ]);
      people.set(CONTEXT.username, { privileges: {} });
      assert.deepEqual(await rights.see(await rights.viewerOf(id), 'e-dashboard'), {
        refused: 'ACCESS_DENIED',
      });
    });

    it('end with a viewer whom the host no longer knows', async () => {
      serveLibrary();
      const id = await rights.subscribe({ username: 'gone@customer.example' });
      const { reason, effect } = await rights.whyNot(id);
      assert.deepEqual([reason, effect], ['refused-by-host', 'end']);
    });

    it('wait for a host whose secret is another', async () => {
      serveLibrary('inl_report_of-somebody-else');
      people.set(CONTEXT.username, {});
      const { reason, effect, message } = await rights.whyNot(await rights.subscribe());
      assert.deepEqual([reason, effect], ['host-unavailable', 'retry']);
      assert.match(message, /status 401\. Check that it verifies the signature/);
    });

    it('store no context of the viewer', async () => {
      const { sealed_context, context_ends_at } = await rights.subscription(await rights.subscribe());
      assert.deepEqual([sealed_context, context_ends_at], [null, null]);
    });

    it('tell the host who, what and why, and record the exchange with the id of the request', async () => {
      respondWith({});
      const id = await rights.subscribe({}, { kind: 'alert', embed_id: 'e-tile' });
      const viewer = await rights.viewerOf(id);
      const { headers, body } = host.asked.at(-1) ?? assert.fail();
      assert.deepEqual(JSON.parse(body), {
        tenant: 'demo',
        subscription: id,
        username: CONTEXT.username,
        workspace_id: 'main',
        embed: 'e-tile',
        purpose: 'alert',
        sent_at: new Date(given.now()).toISOString(),
      });
      assert.equal(headers['content-type'], 'application/json');
      assert.match(String(headers['inlay-signature']), /^v1=[0-9a-f]{64}$/);
      assert.equal(headers['inlay-timestamp'], String(Math.floor(given.now() / 1000)));
      const [issued] = await audit();
      assert.deepEqual(
        [issued?.action, issued?.outcome, issued?.actor, issued?.target, issued?.requestId, issued?.ip],
        ['token.issue', 'success', given.setup.clientId, CONTEXT.username, headers['inlay-request-id'], null],
      );
      assert.equal(viewer.username, CONTEXT.username);
    });

    it('ask with a new id each time', async () => {
      respondWith({});
      const id = await rights.subscribe();
      await rights.viewerOf(id);
      await rights.viewerOf(id);
      const ids = host.asked.slice(-2).map(({ headers }) => headers['inlay-request-id']);
      assert.equal(new Set(ids).size, 2);
    });

    it('leave neither a token that anybody could use nor a context in the store', async () => {
      respondWith({ exp: Math.floor(given.now() / 1000) + 3600 });
      const viewer = await rights.viewerOf(await rights.subscribe());
      assert.deepEqual(viewer.attribute('region'), { kind: 'value', value: 'north' });
      assert.ok(viewer.sealedSecrets);
      const row = await given.inlay.services.store
        .tenant(DEMO)
        .selectFrom('embed_tokens')
        .select(['context', 'sealed_secrets', 'issued_at', 'expires_at'])
        .where('token_key', '=', viewer.tokenHash)
        .executeTakeFirstOrThrow();
      assert.deepEqual(
        { ...row },
        {
          context: '{}',
          sealed_secrets: null,
          issued_at: given.now(),
          expires_at: given.now(),
        },
      );
    });

    for (const [what, status, body, text] of [
      ['403 and its refusal', 403, { refused: true }, /refused this viewer\.$/],
      ['404 and its refusal', 404, { refused: true }, /refused this viewer\.$/],
      [
        'a refusal with a reason',
        200,
        { refused: true, reason: 'Left\u0000 the\ncompany.' },
        /: Left the company\.$/,
      ],
      ['a long reason', 200, { refused: true, reason: 'x'.repeat(5000) }, /: x{200}\.$/],
      ['410', 410, {}, /refused this viewer\.$/],
    ] as const)
      it(`end after ${what}`, async () => {
        host.respond((response) => replyJson(response, status, body));
        const { reason, effect, message } = await rights.whyNot(await rights.subscribe());
        assert.deepEqual([reason, effect], ['refused-by-host', 'end']);
        assert.match(message, text);
      });

    for (const [what, status, body, text] of [
      ['500', 500, '', /responded with status 500\.$/],
      ['503', 503, '{"refused":true}', /responded with status 503\.$/],
      ['401', 401, '', /verifies the signature/],
      // A proxy, or a server that has not been deployed yet.
      ['a 403 that says nothing', 403, '<h1>Forbidden</h1>', /has to respond with \{"refused": true\}/],
      ['a 404 that says nothing', 404, '{"refused":false}', /has to respond with \{"refused": true\}/],
      ['a redirect', 302, '', /Redirects are not followed/],
      ['text', 200, 'hello', /responded without an assertion/],
      ['an empty object', 200, '{}', /responded without an assertion/],
      ['an assertion that is a number', 200, '{"assertion":1}', /responded without an assertion/],
      ['bytes that are not text', 200, Buffer.from([0xff, 0xfe]), /responded without an assertion/],
      ['too much', 200, 'x'.repeat(65_537), /more than 65536 bytes/],
    ] as const)
      it(`try again after ${what}`, async () => {
        host.respond((response) =>
          response.writeHead(status, { location: 'https://elsewhere.example/' }).end(body),
        );
        const { reason, effect, message } = await rights.whyNot(await rights.subscribe());
        assert.deepEqual([reason, effect], ['host-unavailable', 'retry']);
        assert.match(message, text);
        assert.ok(!message.includes('/inlay/assertion'), 'the path may be a secret');
      });

    it('try again after a connection that breaks', async () => {
      host.respond((response) => response.destroy());
      const { reason, effect } = await rights.whyNot(await rights.subscribe());
      assert.deepEqual([reason, effect], ['host-unavailable', 'retry']);
    });

    it('wait for a host for ten seconds at most', async () => {
      const id = await rights.subscribe();
      const before = host.asked.length;
      host.respond(() => {});
      const outcome = rights.whyNot(id);
      await eventually(() => assert.equal(host.asked.length, before + 1));
      await given.time.advance(10_000);
      const { reason, effect, message } = await outcome;
      assert.deepEqual([reason, effect], ['host-unavailable', 'retry']);
      assert.match(message, /did not respond within 10 s/);
    });

    it('stop waiting with the work that needs them', async () => {
      const id = await rights.subscribe();
      const before = host.asked.length;
      const stop = new AbortController();
      host.respond(() => {});
      const outcome = assert.rejects(rights.viewerOf(id, stop.signal), /the node stops/);
      await eventually(() => assert.equal(host.asked.length, before + 1));
      stop.abort(new Error('the node stops'));
      await outcome;
    });

    for (const [check, claims, key] of [
      ['signature', {}, other.privateKey],
      ['iss', { iss: 'https://somebody.example' }],
      ['sub', { sub: 'somebody' }],
      ['aud', { aud: 'https://another.example' }],
      ['exp', { exp: 1 }],
      ['nbf', { nbf: 9_999_999_999 }],
      ['jti', { jti: undefined }],
      ['embed_context', { embed_context: { ...CONTEXT, roles: ['ROOT'] } }],
    ] as const)
      it(`verify ${check} as the token endpoint does`, async () => {
        respondWith(claims, key);
        const { reason, effect, message } = await rights.whyNot(await rights.subscribe());
        assert.deepEqual([reason, effect], ['host-unavailable', 'retry']);
        assert.match(message, new RegExp(`failed the check of ${check}: `));
        const [refused] = await audit();
        assert.deepEqual(
          [refused?.action, refused?.outcome, refused?.reason],
          ['token.issue', 'refused', check],
        );
      });

    it('refuse what is not an assertion', async () => {
      host.respond((response) => replyJson(response, 200, { assertion: 'none' }));
      assert.match((await rights.whyNot(await rights.subscribe())).message, /failed the check of form/);
    });

    it('refuse an assertion that was used before, here or at the token endpoint', async () => {
      const first = signJwt(given.claims());
      host.respond((response) => replyJson(response, 200, { assertion: first }));
      const id = await rights.subscribe();
      await rights.viewerOf(id);
      assert.match((await rights.whyNot(id)).message, /failed the check of replay/);
      assert.equal((await exchange(given.setup, first)).status, 400);
      const second = signJwt(given.claims());
      assert.equal((await exchange(given.setup, second)).status, 200);
      host.respond((response) => replyJson(response, 200, { assertion: second }));
      assert.match((await rights.whyNot(id)).message, /failed the check of replay/);
    });

    for (const [what, context] of [
      ['another viewer', { username: 'canary-bob@customer.example' }],
      ['a viewer whose name is written differently', { username: CONTEXT.username.toUpperCase() }],
      ['another workspace', { workspace_id: 'canary-workspace' }],
    ] as const)
      it(`fail with the assertion of ${what}, which the audit log names`, async () => {
        respondWith({ embed_context: { ...CONTEXT, ...context } });
        const { reason, effect, message } = await rights.whyNot(await rights.subscribe());
        assert.deepEqual([reason, effect], ['host-unavailable', 'fail']);
        assert.match(message, /another viewer or workspace/);
        assert.doesNotMatch(message, /canary/i);
        const [refused] = await audit();
        assert.deepEqual([refused?.outcome, refused?.reason], ['refused', 'viewer']);
        const [value = ''] = Object.values(context);
        assert.ok(JSON.stringify(refused?.details).includes(value));
      });

    it('apply the settings of now, also on a node that remembers others', async () => {
      const id = await rights.subscribe();
      respondWith({});
      await rights.viewerOf(id);
      const pem = other.publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const upload = async (publicKey: string) => {
        const url = `${given.inlay.url}/api/v0/embed-settings/public-key`;
        const token = given.setup.adminToken;
        assert.equal((await call(url, { method: 'PUT', token, body: { publicKey } })).status, 200);
      };
      await upload(pem);
      assert.match((await rights.whyNot(id)).message, /failed the check of signature/);
      respondWith({}, other.privateKey);
      await rights.viewerOf(id);
      await upload(KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString());
    });

    it('cut a context that is too large as the token endpoint does', async () => {
      const attributes = { pad: 'x'.repeat(3500), region: 'north' };
      respondWith({ embed_context: { ...CONTEXT, attributes } });
      const viewer = await rights.viewerOf(await rights.subscribe());
      assert.equal(viewer.truncated, true);
      const { revenue } = (await rights.see(viewer, 'e-dashboard')) as Seen;
      assert.deepEqual(revenue, [['product'], ['revenue']]);
    });

    it('outlive the tokens of the tenant, since each is new', async () => {
      respondWith({});
      const id = await rights.subscribe();
      const url = `${given.inlay.url}/api/v0/embed-settings/revoke-tokens`;
      await call(url, { method: 'POST', token: given.setup.adminToken });
      await rights.viewerOf(id);
    });

    it('send nothing while reports are off, or the tenant is disabled', async () => {
      respondWith({});
      const id = await rights.subscribe();
      const before = host.asked.length;
      await rights.change({ rights: 'off' });
      const { reason, effect } = await rights.whyNot(id);
      assert.deepEqual([reason, effect], ['reports-off', 'skip']);
      await rights.change({ rights: 'assertion' });
      const setStatus = (status: 'active' | 'disabled') =>
        given.inlay.services.store.write(({ everyTenant }) =>
          everyTenant.updateTable('tenants').set({ status }).where('id', '=', DEMO).execute(),
        );
      await setStatus('disabled');
      const disabled = await rights.whyNot(id);
      await setStatus('active');
      assert.deepEqual([disabled.reason, disabled.effect], ['reports-off', 'skip']);
      assert.equal(host.asked.length, before);
    });

    it('count as exchanges, and fail beyond their quota', async () => {
      respondWith({});
      const { store, quotas } = given.inlay.services;
      const id = await rights.subscribe();
      const used = async () =>
        (await store.tenant(DEMO).selectFrom('usage_totals').selectAll().execute()).find(
          ({ what }) => what === 'exchange',
        )?.count ?? 0;
      const before = await used();
      await rights.viewerOf(id);
      assert.equal(await used(), before + 1);
      const limits = JSON.stringify({ exchanges: before + 1 });
      await store.write((transaction) =>
        transaction.tenant(DEMO).insertInto('tenant_quotas', { limits }).execute(),
      );
      quotas.forget(DEMO);
      await given.time.advance(1000);
      const { effect, message } = await rights.whyNot(id);
      await store.write((transaction) => transaction.tenant(DEMO).deleteFrom('tenant_quotas').execute());
      quotas.forget(DEMO);
      await given.time.advance(1000);
      assert.equal(effect, 'fail');
      assert.match(message, /quota/);
      assert.equal(await used(), before + 1);
    });

    it('never log a secret or an assertion', async () => {
      const assertion = signJwt(given.claims());
      host.respond((response) => replyJson(response, 200, { assertion }));
      const viewer = await rights.viewerOf(await rights.subscribe());
      await rights.see(viewer, 'e-dashboard');
      const { warehouse } = CONTEXT.secrets;
      const texts = [given.inlay.logged(), JSON.stringify(await audit(200))];
      for (const text of texts)
        for (const canary of [secret, assertion, warehouse]) assert.ok(!text.includes(canary));
    });
  },
  { world: 'embeds', env: LOOPBACK },
);

describeEmbedding('rights by assertion without allowed private networks', STORES, (given) => {
  const rights = reportRights(given);

  it('reach no private address, even one that was allowed when it was entered', async () => {
    const host = await startHost();
    host.respond((response) => replyJson(response, 200, { assertion: signJwt(given.claims()) }));
    await rights.newSecret();
    await rights.change({ rights: 'assertion', assertionUrl: 'https://host.example/' });
    for (const assertionUrl of [host.url, host.url.replace('http:', 'https:')]) {
      const settings = JSON.stringify({ rights: 'assertion', assertionUrl });
      await given.inlay.services.store.write((transaction) =>
        transaction.tenant(DEMO).update('report_settings', { settings }).execute(),
      );
      const { reason, effect } = await rights.whyNot(await rights.subscribe());
      assert.deepEqual([reason, effect], ['host-unavailable', 'retry']);
    }
    assert.deepEqual(host.asked, []);
    await host.close();
  });
});

interface Seen {
  readonly revenue: unknown;
}
