import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CreatedDestination, NewDestination } from '@inlay/protocol/report-settings';
import { deliverReport } from '@inlay/server/features/reports/channels/deliver-report';
import type { ReportDelivery } from '@inlay/server/features/reports/channels/report-delivery';
import { ReportError } from '@inlay/server/features/reports/store/report-error';
import { RETURNS, SALES, sampleReport } from '../../../support/reports/sample-report.ts';
import { startWebhookServer, type WebhookServer } from '../../../support/reports/start-webhook-server.ts';
import { storedSubscription } from '../../../support/reports/stored-subscription.ts';
import { verifiesWebhook } from '../../../support/reports/verify-webhook.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

const URL = '/api/v0/report-destinations';
const MEBIBYTE = 1024 * 1024;
const SECRET = 'a-secret-in-the-url';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`a report to a destination on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    let server: WebhookServer;
    let count = 0;
    before(async () => {
      server = await startWebhookServer();
    });
    after(() => server.close());

    const create = async (kind: NewDestination['kind'] = 'webhook', workspaceId = 'main') => {
      count += 1;
      const body = { name: `Destination ${count}`, kind, workspaceId, url: `${server.url}?key=${SECRET}` };
      const { status, body: made } = await inlay.call<CreatedDestination>(URL, {
        token: await inlay.adminToken(),
        body,
      });
      assert.equal(status, 201, JSON.stringify(made));
      return made;
    };
    const deliver = async ({ id }: Pick<CreatedDestination, 'id'>, given: Partial<ReportDelivery> = {}) =>
      deliverReport(inlay.running.services, {
        subscription: storedSubscription({ kind: 'destination', id }),
        report: sampleReport(),
        recipient: id,
        jobId: 'job-1',
        dueAt: Date.parse('2026-11-23T07:00:00Z'),
        signal: new AbortController().signal,
        beforeSend: async () => assert.fail('webhooks are sent again'),
        ...given,
      });
    /** The error of an attempt. */
    const failure = async (
      destination: Pick<CreatedDestination, 'id'>,
      given: Partial<ReportDelivery> = {},
    ): Promise<ReportError> => {
      const error = await deliver(destination, given).then(
        () => assert.fail('it was delivered'),
        (failed: unknown) => failed,
      );
      assert.ok(error instanceof ReportError, String(error));
      assert.ok(!`${error.message} ${error.cause}`.includes(SECRET), error.message);
      return error;
    };
    const lastRequest = () => {
      const request = server.received.at(-1);
      assert.ok(request);
      return request;
    };

    it('is a signed webhook with everything that the viewer sees', async () => {
      const webhook = await create();
      server.replyWith({ status: 202 });
      const files = [{ filename: 'sales.csv', contentType: 'text/csv', content: Buffer.from('a,b\n1,2\n') }];
      await deliver(webhook, { report: sampleReport({ files }) });
      const request = lastRequest();
      assert.equal(request.method, 'POST');
      assert.ok(verifiesWebhook(request, webhook.secret ?? '', inlay.now()));
      assert.equal(request.headers['idempotency-key'], 'job-1');
      const { image, ...sales } = SALES;
      assert.deepEqual(JSON.parse(request.body), {
        type: 'report',
        test: false,
        id: 'job-1',
        tenant: 'demo',
        workspace_id: 'main',
        username: 'ann@customer.example',
        subscription: { id: storedSubscription({ kind: 'destination', id: '' }).id, title: 'Every Monday' },
        due_at: '2026-11-23T07:00:00.000Z',
        sent_at: new Date(inlay.now()).toISOString(),
        language: 'en',
        title: 'Sales overview',
        description: 'What was sold, and where',
        headline: null,
        filters: ['Region: North', 'Year: 2026'],
        notes: [],
        made_at: 'November 19, 2026 at 8:00 AM GMT+1',
        link: 'https://app.customer.example/reports?embed=sales',
        sections: [
          { ...RETURNS, value: RETURNS.value, table: null, note: null, image: null },
          {
            ...sales,
            description: null,
            value: null,
            table: {
              columns: [
                { label: 'Region', is_number: false },
                { label: 'Sales', is_number: true },
              ],
              rows: SALES.table?.rows,
              total: null,
              more_rows: 0,
              note: null,
            },
            note: null,
            image: {
              content_type: 'image/png',
              alt: image?.alt,
              width: 560,
              height: 300,
              content: image?.light.toString('base64'),
            },
          },
          {
            kind: 'text',
            role: null,
            title: 'Note',
            paragraphs: ['Numbers are preliminary.'],
            source: 'Source: ERP',
          },
        ],
        left_out: 0,
        files: [
          {
            filename: 'sales.csv',
            content_type: 'text/csv',
            content: Buffer.from('a,b\n1,2\n').toString('base64'),
          },
        ],
      });
    });

    it('has the same id and key in every attempt, and a signature of its own', async () => {
      const webhook = await create();
      server.replyWith({ status: 503 });
      await failure(webhook);
      const first = lastRequest();
      inlay.pass(60_000);
      server.replyWith({ status: 204 });
      await deliver(webhook);
      const second = lastRequest();
      assert.equal(JSON.parse(first.body).id, JSON.parse(second.body).id);
      assert.equal(first.headers['idempotency-key'], second.headers['idempotency-key']);
      assert.notEqual(first.headers['inlay-signature'], second.headers['inlay-signature']);
      assert.ok(verifiesWebhook(second, webhook.secret ?? '', inlay.now()));
      assert.ok(
        !verifiesWebhook(first, webhook.secret ?? '', inlay.now() + 300_000),
        'an old one is refused',
      );
      assert.ok(!verifiesWebhook({ ...second, body: `${second.body} ` }, webhook.secret ?? '', inlay.now()));
    });

    it('says that it is an alert, and what happened', async () => {
      const webhook = await create();
      await deliver(webhook, {
        subscription: storedSubscription({ kind: 'destination', id: webhook.id }, { kind: 'alert' }),
        report: sampleReport({ headline: 'Returns are 9.2%, above 8%' }),
      });
      const { type, headline } = JSON.parse(lastRequest().body);
      assert.deepEqual([type, headline], ['alert', 'Returns are 9.2%, above 8%']);
    });

    it('leaves out what is too large, and names it', async () => {
      const webhook = await create();
      const light = Buffer.alloc(3 * MEBIBYTE);
      const image = { light, dark: light, alt: 'Bars', width: 1, height: 1 };
      const [small, large] = [9, 10].map((size, index) => ({
        filename: `${index}.pdf`,
        contentType: 'application/pdf',
        content: Buffer.alloc(size * MEBIBYTE, index + 1),
      }));
      assert.ok(small && large);
      const report = sampleReport({
        sections: [
          { kind: 'tile', title: 'One', image },
          { kind: 'tile', title: 'Two', image },
        ],
        files: [small, large],
      });
      await deliver(webhook, { report });
      const request = lastRequest();
      assert.ok(verifiesWebhook(request, webhook.secret ?? '', inlay.now()));
      const { sections, files } = JSON.parse(request.body);
      assert.deepEqual(
        sections.map((section: { image: unknown }) => section.image),
        [null, null],
      );
      assert.ok(Buffer.from(files[0].content, 'base64').equals(small.content));
      assert.deepEqual(files[1], { filename: '1.pdf', content_type: 'application/pdf', content: null });
    });

    it('carries every character unchanged', async () => {
      const webhook = await create();
      const title = '"\\ \u0000 \u2028 <!channel> 売上高 مبيعات 👩‍👩‍👧‍👦 \u202e';
      await deliver(webhook, { report: sampleReport({ title }) });
      assert.ok(verifiesWebhook(lastRequest(), webhook.secret ?? '', inlay.now()));
      assert.equal(JSON.parse(lastRequest().body).title, title);
    });

    for (const [kind, field] of [
      ['slack', 'blocks'],
      ['teams', 'attachments'],
    ] as const)
      it(`is a message in the format of ${kind}, which needs no signature`, async () => {
        await deliver(await create(kind));
        const { headers, body } = lastRequest();
        assert.equal(headers['inlay-signature'], undefined);
        assert.equal(headers['content-type'], 'application/json');
        assert.ok(Array.isArray(JSON.parse(body)[field]));
        assert.match(body, /Sales overview/);
      });

    for (const [status, effect, reason] of [
      [400, 'fail', 'delivery-failed'],
      [401, 'fail', 'delivery-failed'],
      [404, 'fail', 'delivery-failed'],
      [408, 'retry', 'delivery-failed'],
      [410, 'end', 'destination-gone'],
      [413, 'fail', 'delivery-failed'],
      [429, 'retry', 'delivery-failed'],
      [500, 'retry', 'delivery-failed'],
      [503, 'retry', 'delivery-failed'],
      [307, 'fail', 'delivery-failed'],
    ] as const)
      it(`${effect === 'retry' ? 'is tried again' : effect === 'end' ? 'ends' : 'has failed'} where the destination responds with ${status}`, async () => {
        server.replyWith({ status, headers: { location: `${server.url}/elsewhere` }, body: SECRET });
        const error = await failure(await create());
        assert.deepEqual([error.effect, error.reason], [effect, reason]);
        assert.match(
          error.message,
          new RegExp(`127\\.0\\.0\\.1:${server.port} responded with status ${status}`),
        );
        assert.equal(error.retryAfterMs, undefined);
      });

    it('ends where Slack says that the webhook was removed, and fails with the code of Slack otherwise', async () => {
      const slack = await create('slack');
      server.replyWith({ status: 404, body: 'no_service' });
      const gone = await failure(slack);
      assert.deepEqual([gone.effect, gone.reason], ['end', 'destination-gone']);
      server.replyWith({ status: 400, body: 'invalid_blocks' });
      const refused = await failure(slack);
      assert.equal(refused.effect, 'fail');
      assert.match(refused.message, /status 400 \(invalid_blocks\)/);
    });

    it('waits as long as the destination asks, up to an hour', async () => {
      const webhook = await create();
      const wait = async (after: string) => {
        server.replyWith({ status: 429, headers: { 'retry-after': after } });
        return (await failure(webhook)).retryAfterMs;
      };
      assert.equal(await wait('30'), 30_000);
      assert.equal(await wait('999999'), 3_600_000);
      assert.equal(await wait('soon'), undefined);
      assert.equal(await wait('-5'), undefined);
      const date = new Date(Math.ceil(inlay.now() / 1000) * 1000 + 60_000);
      assert.equal(await wait(date.toUTCString()), date.getTime() - inlay.now());
    });

    it('is tried again where the destination hangs up', async () => {
      server.replyWith('hang-up');
      assert.equal((await failure(await create())).effect, 'retry');
    });

    it('is tried again where the destination says nothing for 15 seconds', async () => {
      server.replyWith('silence');
      const before = server.received.length;
      const failed = failure(await create());
      await eventually(() => assert.equal(server.received.length, before + 1));
      await inlay.time.advance(15_000);
      const error = await failed;
      assert.equal(error.effect, 'retry');
      assert.match(error.message, /did not respond within 15 s/);
    });

    it('is tried again by the next server where this one stops', async () => {
      server.replyWith('silence');
      const before = server.received.length;
      const stopping = new AbortController();
      const failed = failure(await create(), { signal: stopping.signal });
      await eventually(() => assert.equal(server.received.length, before + 1));
      stopping.abort();
      assert.equal((await failed).effect, 'retry');
    });

    it('has arrived where the response is longer than anybody reads', async () => {
      server.replyWith({ status: 200, body: Buffer.alloc(MEBIBYTE, 'x') });
      await deliver(await create());
    });

    it('ends where the destination was deleted', async () => {
      const { id } = await create();
      await inlay.call(`${URL}/${id}`, { method: 'DELETE', token: await inlay.adminToken() });
      const error = await failure({ id });
      assert.deepEqual([error.effect, error.reason], ['end', 'destination-gone']);
    });

    it('is never sent to the destination of another workspace', async () => {
      const token = await inlay.adminToken();
      await inlay.call('/api/v0/workspaces', { token, body: { id: 'other', name: 'Other' } });
      const before = server.received.length;
      const error = await failure(await create('webhook', 'other'));
      assert.deepEqual([error.effect, error.reason], ['end', 'destination-gone']);
      assert.equal(server.received.length, before);
    });

    it('has failed where the operator no longer allows the address', async () => {
      const webhook = await create();
      const { services } = inlay.running;
      const restricted = {
        ...services,
        egressOf: () => inlayWithoutNetworks.running.services.egressOf('demo'),
      };
      const before = server.received.length;
      const delivery = {
        subscription: storedSubscription({ kind: 'destination', id: webhook.id }),
        report: sampleReport(),
        recipient: webhook.id,
        jobId: 'job-1',
        dueAt: 0,
        signal: new AbortController().signal,
        beforeSend: async () => {},
      };
      await assert.rejects(deliverReport(restricted, delivery), {
        effect: 'fail',
        message: /127\.0\.0\.1 requires https/,
      });
      assert.equal(server.received.length, before);
    });
    const inlayWithoutNetworks = useInlay(makeStore);

    it('leaves no secret in the log', () => {
      assert.ok(!inlay.running.logged().includes(SECRET));
    });
  });
}
