import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  basic,
  CONTEXT,
  type EmbedSetup,
  GRANT_TYPE,
  goodClaims,
  signJwt,
} from '../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import {
  attributesOf,
  type CollectedSpan,
  type Collector,
  startCollector,
} from '../../support/server/start-collector.ts';
import { STORES, sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';
import { eventually } from '../../support/time/eventually.ts';
import { serverTime } from '../../support/time/fake-time.ts';
import { startJwksServer } from '../../support/tokens/start-jwks-server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const ORIGIN = 'https://app.example.com';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`traces, on ${engine}`, () => {
    let collector: Collector;
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    before(async () => {
      collector = await startCollector();
      const env = {
        INLAY_TRACES_URL: collector.url,
        INLAY_TRACES_HEADERS: 'x-key=collector key',
        INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      };
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, { env }));
    });
    after(async () => {
      await inlay?.close();
      await collector?.close();
      await store?.drop();
    });

    const exchange = (headers: Record<string, string>) =>
      fetch(setup.tokenUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: basic(setup.clientId, setup.secret),
          ...headers,
        },
        body: new URLSearchParams({
          grant_type: GRANT_TYPE,
          scope: 'embed',
          assertion: signJwt(goodClaims(setup)),
        }),
      });
    /** A span, once it has ended, which may be after the response has arrived. */
    const findSpan = (isWanted: (span: CollectedSpan) => boolean) =>
      eventually(async () => {
        await inlay.services.tracer.flush();
        const found = collector.spans.find(isWanted);
        assert.ok(found, collector.spans.map((span) => span.name).join(', '));
        return found;
      });
    const rootOf = (name: string, traceId?: string) =>
      findSpan((span) => span.name === name && (traceId === undefined || span.traceId === traceId));
    const below = ({ spanId }: CollectedSpan) =>
      collector.spans.filter((span) => span.parentSpanId === spanId);
    const within = (span: CollectedSpan): readonly CollectedSpan[] => [
      span,
      ...below(span).flatMap((each) => within(each)),
    ];
    const named = (spans: readonly CollectedSpan[], name: string) => spans.find((span) => span.name === name);

    it('continue the trace of the caller with the steps of a token exchange', async () => {
      const response = await exchange({ traceparent: `00-${TRACE}-${PARENT}-01` });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('traceresponse') ?? '', new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
      const root = await rootOf('POST /api/auth/realms/:realm/protocol/openid-connect/token', TRACE);
      assert.equal(root.parentSpanId, PARENT);
      assert.equal(root.kind, 2);
      const attributes = attributesOf(root);
      assert.equal(attributes['http.response.status_code'], 200);
      assert.equal(attributes['http.request.method'], 'POST');
      assert.ok(BigInt(root.endTimeUnixNano) > BigInt(root.startTimeUnixNano));
      const steps = below(root);
      for (const name of ['authenticate client', 'verify assertion', 'read context', 'issue token'])
        assert.ok(named(steps, name), name);
      const issue = named(steps, 'issue token') as CollectedSpan;
      assert.ok(named(within(issue), 'store transaction'));
      assert.ok(within(root).every((span) => span.traceId === TRACE));
    });

    it('reach from the page of an embed to the query of its engine', async () => {
      const token = await viewerToken(setup);
      const page = await openPage(inlay, 'e-tile', { token, origin: ORIGIN });
      assert.equal(page.status, 200);
      assert.match(page.html, /Revenue by product/);
      const root = await rootOf('POST /embed/:id');
      assert.equal(root.parentSpanId, undefined);
      assert.equal(attributesOf(root)['inlay.tenant'], 'demo');
      const spans = within(root);
      for (const name of ['wait in queue', 'query', 'plan', 'guard', 'compile', 'engine query', 'render'])
        assert.ok(named(spans, name), `${name} in ${spans.map((span) => span.name).join(', ')}`);
      const query = named(spans, 'query') as CollectedSpan;
      assert.equal(attributesOf(query)['inlay.query.from'], 'engine');
      assert.equal(attributesOf(query)['inlay.dataset'], 'sales');
      const ran = named(within(query), 'engine query') as CollectedSpan;
      assert.equal(ran.kind, 3);
      assert.deepEqual(attributesOf(ran), { 'db.system.name': 'duckdb', 'db.response.returned_rows': 2 });
    });

    it('say where a failed query failed, and not with which values', async () => {
      const token = await viewerToken(setup);
      await openPage(inlay, 'e-broken', { token, origin: ORIGIN });
      const failed = await findSpan((span) => span.name === 'engine query' && span.status.code === 2);
      assert.deepEqual(Object.keys(attributesOf(failed)).sort(), ['db.system.name', 'error.type']);
    });

    it('follow the decision of the caller not to record a request', async () => {
      const unsampled = TRACE.replace(/^4/, '5');
      const response = await exchange({ traceparent: `00-${unsampled}-${PARENT}-00` });
      assert.match(
        response.headers.get('traceresponse') ?? '',
        new RegExp(`^00-${unsampled}-[0-9a-f]{16}-00$`),
      );
      // A header that is not valid starts another trace.
      for (const traceparent of [`00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`, 'canary'])
        assert.equal((await exchange({ traceparent })).status, 200);
      await inlay.services.tracer.flush();
      assert.ok(collector.spans.every((span) => span.traceId !== unsampled));
      assert.ok(collector.spans.every((span) => !/^0+$/.test(span.traceId)));
    });

    it('are passed on to the server with the keys of a tenant', async () => {
      const jwks = await startJwksServer();
      let sent: string | string[] | undefined;
      jwks.answer((request, response) => {
        sent = request.headers.traceparent;
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}');
      });
      await call(`${inlay.url}/api/v0/embed-settings/jwks`, {
        token: setup.adminToken,
        method: 'PUT',
        headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
        body: { url: jwks.url },
      });
      await jwks.close();
      assert.match(String(sent), new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    });

    it('name the service and its version, and contain no secrets, viewers, values or SQL', async () => {
      await inlay.services.tracer.flush();
      const resource = attributesOf({ attributes: collector.resources[0] ?? [] });
      assert.deepEqual(Object.keys(resource).sort(), [
        'host.name',
        'service.instance.id',
        'service.name',
        'service.version',
      ]);
      assert.equal(resource['service.name'], 'inlay');
      assert.equal(collector.headers[0]?.['x-key'], 'collector key');
      const sent = collector.received.join('\n');
      for (const secret of [
        setup.secret,
        setup.adminToken,
        CONTEXT.username,
        'canary',
        'region',
        'north',
        'emea',
        'Coffee',
        'select',
        'eyJ',
        'collector key',
      ])
        assert.ok(!sent.toLowerCase().includes(secret.toLowerCase()), secret);
    });
  });
}

describe('traces', () => {
  it('are off by default: requests have no trace', async () => {
    const { store, inlay } = await startWorld('embeds', sqliteStore, {});
    const response = await fetch(`${inlay.url}/healthz`, {
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    });
    assert.equal(response.headers.get('traceresponse'), null);
    assert.equal(inlay.services.tracer.isOn, false);
    await inlay.close();
    await store.drop();
  });

  for (const [state, start] of Object.entries({
    'does not respond': () => startCollector('hang'),
    'refuses them': () => startCollector(503),
    'is unreachable': async () => {
      const collector = await startCollector();
      await collector.close();
      return collector;
    },
  }))
    it(`change nothing for callers if the collector ${state}, and are counted as dropped`, async () => {
      const collector = await start();
      const env = { INLAY_TRACES_URL: collector.url };
      const time = serverTime();
      const { store, inlay, setup } = await startWorld('embeds', sqliteStore, { env, time });
      try {
        const token = await viewerToken(setup);
        for (let view = 0; view < 5; view += 1)
          assert.equal((await openPage(inlay, 'e-tile', { token, origin: ORIGIN })).status, 200);
        await eventually(async () => {
          await time.advance(5000);
          const metrics = await (await fetch(`${inlay.url}/metrics`)).text();
          assert.match(metrics, /^inlay_trace_dropped_spans_total\{reason="export"\} [1-9]/m);
        });
        assert.equal(inlay.logged().match(/traces not exported/g)?.length, 1);
      } finally {
        await inlay.close();
        await collector.close();
        await store.drop();
      }
    });

  it('are named in the log, so that lines and spans of a request can be found together', async () => {
    const collector = await startCollector();
    const store = await sqliteStore();
    const port = String(await freePort());
    const env = { ...store.env, INLAY_PORT: port, INLAY_TRACES_URL: collector.url, INLAY_LOG_LEVEL: 'debug' };
    const command = spawnInlay(['serve'], env);
    try {
      await untilPrinted(command, /localhost/);
      const response = await fetch(`http://127.0.0.1:${port}/api/v0/users`, {
        headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
      });
      assert.equal(response.status, 401);
    } finally {
      command.process.kill('SIGTERM');
    }
    const { stderr } = await command.result;
    assert.match(stderr, new RegExp(`"trace_id":"${TRACE}","span_id":"[0-9a-f]{16}"`));
    await collector.close();
    await store.drop();
  });
});
