import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type {
  CreatedDestination,
  Destination,
  DestinationSecret,
  DestinationTest,
} from '@inlay/protocol/report-settings';
import { startWebhookServer, type WebhookServer } from '../../../support/reports/start-webhook-server.ts';
import { verifiesWebhook } from '../../../support/reports/verify-webhook.ts';
import { BOTH_STORES, sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const URL = '/api/v0/report-destinations';
const SLACK = 'https://hooks.slack.com/services/T000/B000/a-secret-of-slack';
const TEAMS =
  'https://prod-01.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=a-secret-of-teams';

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`report destinations on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    let server: WebhookServer;
    let count = 0;
    before(async () => {
      server = await startWebhookServer();
    });
    after(() => server.close());
    const call = async <T>(path: string, options: object = {}) =>
      inlay.call<T & { message: string; details: { path: string; problem: string }[] }>(`${URL}${path}`, {
        token: await inlay.adminToken(),
        ...options,
      });
    const create = (body: object = {}) => {
      count += 1;
      const common = { name: `Destination ${count}`, kind: 'webhook', workspaceId: 'main', url: server.url };
      return call<CreatedDestination>('', { body: { ...common, ...body } });
    };
    const created = async (body: object = {}) => {
      const { status, body: made } = await create(body);
      assert.equal(status, 201, JSON.stringify(made));
      return made;
    };
    const test = (id: string) => call<DestinationTest>(`/${id}/test`, { method: 'POST' });
    const events = async (target: string) => {
      const { body } = await inlay.call<{ data: readonly AuditEvent[] }>('/api/v0/audit-events?limit=100', {
        token: await inlay.adminToken(),
      });
      return body.data.filter((event) => event.target === target);
    };

    it('show the host of their URL, and keep the rest and the secret encrypted', async () => {
      const slack = await created({ kind: 'slack', url: SLACK });
      const teams = await created({ kind: 'teams', url: TEAMS });
      const webhook = await created({ url: `${server.url}?key=a-secret-of-the-webhook` });
      assert.equal(slack.host, 'hooks.slack.com');
      assert.equal(slack.secret, null);
      assert.equal(teams.host, 'prod-01.westeurope.logic.azure.com');
      assert.equal(webhook.host, `127.0.0.1:${server.port}`);
      assert.match(webhook.secret ?? '', /^inl_secret_/);
      await call(`/${webhook.id}`, { method: 'PATCH', body: { name: 'Renamed' } });
      await test(webhook.id);
      const rows = await inlay.running.services.store.everyTenant
        .selectFrom('report_destinations')
        .selectAll()
        .execute();
      const { body: list } = await call('');
      const { body: read } = await call(`/${webhook.id}`);
      const recorded = await Promise.all([slack, teams, webhook].map(({ id }) => events(id)));
      const texts = [rows, list, read, recorded, inlay.running.logged()].map((each) => JSON.stringify(each));
      for (const text of texts)
        for (const secret of ['a-secret-of', webhook.secret ?? '']) assert.ok(!text.includes(secret), text);
    });

    it('are listed by name, in pages', async () => {
      for (const name of ['Zebra', 'Alpaca']) await created({ name });
      const { body } = await call<{ data: readonly Destination[]; meta: { total: number } }>('?limit=200');
      const names = body.data.map(({ name }) => name);
      assert.deepEqual(names, names.toSorted());
      assert.equal(body.meta.total, names.length);
      const first = await call<{ data: readonly Destination[] }>('?limit=1');
      assert.deepEqual(first.body.data, body.data.slice(0, 1));
    });

    it('are changed and deleted, which the audit log records', async () => {
      const made = await created({ kind: 'slack', url: SLACK });
      const { body: changed } = await call<Destination>(`/${made.id}`, {
        method: 'PATCH',
        body: { name: `Another name ${made.id}`, url: `${SLACK}-2` },
      });
      assert.equal(changed.name, `Another name ${made.id}`);
      assert.equal((await call(`/${made.id}`, { method: 'DELETE' })).status, 204);
      assert.equal((await call(`/${made.id}`)).status, 404);
      assert.equal((await call(`/${made.id}`, { method: 'DELETE' })).status, 404);
      const recorded = (await events(made.id)).map(({ action }) => action).toReversed();
      assert.deepEqual(recorded, [
        'report-destination.create',
        'report-destination.change',
        'report-destination.delete',
      ]);
    });

    for (const [what, body, path] of [
      ['a workspace that does not exist', { workspaceId: 'nowhere' }, '/workspaceId'],
      [
        'another service for Slack',
        { kind: 'slack', url: 'https://hooks.example.com/services/T/B/x' },
        '/url',
      ],
      [
        'the webhook of a workflow of Slack',
        { kind: 'slack', url: 'https://hooks.slack.com/triggers/x' },
        '/url',
      ],
      [
        'a host that only begins like Slack',
        { kind: 'slack', url: `https://hooks.slack.com.evil.example/services/x` },
        '/url',
      ],
      ['Slack without encryption', { kind: 'slack', url: SLACK.replace('https', 'http') }, '/url'],
      ['another service for Teams', { kind: 'teams', url: 'https://evil-logic.azure.com.example/x' }, '/url'],
      ['a host that only ends like Teams', { kind: 'teams', url: 'https://evillogic.azure.com/x' }, '/url'],
      ['a URL with a password', { url: 'https://user:pass@hooks.example.com/x' }, '/url'],
      ['a host that clients read differently', { url: 'https://2130706433/x' }, '/url'],
      ['another protocol', { url: 'ftp://hooks.example.com/x' }, '/url'],
      ['a private address', { url: 'https://10.0.0.1/hook' }, '/url'],
      ['an address of cloud metadata', { url: 'https://169.254.169.254/latest' }, '/url'],
      ['a private address of IPv6', { url: 'https://[fd00::1]/hook' }, '/url'],
      ['a public address without encryption', { url: 'http://1.1.1.1/hook' }, '/url'],
      ['a fragment', { url: 'https://hooks.example.com/x#y' }, '/url'],
      ['an unknown kind', { kind: 'pager' }, '/kind'],
      ['a chosen secret', { secret: 'mine' }, '/secret'],
    ] as const)
      it(`refuse ${what}`, async () => {
        const { status, body: refused } = await create(body);
        assert.equal(status, 400);
        assert.ok(refused.message.includes(path), refused.message);
      });

    it('refuse a name that is taken', async () => {
      const { name } = await created();
      const { status, body } = await create({ name });
      assert.deepEqual([status, body.details[0]?.path], [409, '/name']);
      const other = await created();
      const renamed = await call(`/${other.id}`, { method: 'PATCH', body: { name } });
      assert.equal(renamed.status, 409);
      assert.equal((await call(`/${other.id}`, { method: 'PATCH', body: { name: other.name } })).status, 200);
    });

    it('keep a workspace from being deleted, whose name another customer could get', async () => {
      const token = await inlay.adminToken();
      await inlay.call('/api/v0/workspaces', { token, body: { id: 'leaving', name: 'Leaving' } });
      const { id, name } = await created({ workspaceId: 'leaving' });
      const remove = () =>
        inlay.call<{ message: string }>('/api/v0/workspaces/leaving', { token, method: 'DELETE' });
      const refused = await remove();
      assert.equal(refused.status, 409);
      assert.ok(refused.body.message.includes(name), refused.body.message);
      await call(`/${id}`, { method: 'DELETE' });
      assert.equal((await remove()).status, 204);
    });

    it('get a signed test message', async () => {
      const { id, secret } = await created();
      server.replyWith({ status: 200, body: 'thanks' });
      assert.deepEqual((await test(id)).body, { sent: true, problem: null });
      const request = server.received.at(-1);
      assert.ok(request);
      assert.equal(request.headers['content-type'], 'application/json');
      assert.ok(verifiesWebhook(request, secret ?? '', inlay.now()));
      const message = JSON.parse(request.body);
      assert.equal(message.type, 'test');
      assert.equal(message.id, request.headers['idempotency-key']);
      assert.equal(message.title, 'Test message');
    });

    it('sign with a new secret once it is re-generated', async () => {
      const { id, secret } = await created();
      const { body } = await call<DestinationSecret>(`/${id}/secret`, { method: 'POST' });
      assert.notEqual(body.secret, secret);
      await test(id);
      const request = server.received.at(-1);
      assert.ok(request);
      assert.ok(verifiesWebhook(request, body.secret, inlay.now()));
      assert.ok(!verifiesWebhook(request, secret ?? '', inlay.now()));
      const slack = await created({ kind: 'slack', url: SLACK });
      assert.equal((await call(`/${slack.id}/secret`, { method: 'POST' })).status, 409);
    });

    it('keep the secret when the URL changes, and send there from then on', async () => {
      const { id, secret } = await created({ url: 'https://hooks.example.com/hook' });
      await call(`/${id}`, { method: 'PATCH', body: { url: `${server.url}/changed` } });
      assert.equal((await test(id)).body.sent, true);
      const request = server.received.at(-1);
      assert.equal(request?.path, '/hook/changed');
      assert.ok(request && verifiesWebhook(request, secret ?? '', inlay.now()));
    });

    it('say what is wrong, without the URL', async () => {
      inlay.pass(600_000);
      const { id } = await created({ url: `${server.url}?key=a-secret-of-the-webhook` });
      for (const [reply, problem] of [
        [{ status: 404, body: 'a-secret-of-the-webhook' }, /responded with status 404\. Check the URL/],
        [{ status: 302, headers: { location: 'http://127.0.0.1:1/x' } }, /Redirects are not followed/],
        [{ status: 500 }, /responded with status 500/],
        ['hang-up', /could not be reached/],
      ] as const) {
        server.replyWith(reply);
        const { body } = await test(id);
        assert.equal(body.sent, false);
        assert.match(String(body.problem), problem);
        assert.ok(!String(body.problem).includes('a-secret'), String(body.problem));
      }
      server.replyWith({ status: 204 });
      const outcomes = (await events(id)).filter(({ action }) => action === 'report-destination.test');
      assert.deepEqual([...new Set(outcomes.map(({ outcome }) => outcome))], ['refused']);
    });

    it('send ten tests in ten minutes', async () => {
      inlay.pass(600_000);
      const { id } = await created();
      const statuses = [];
      for (let times = 0; times < 11; times += 1) statuses.push((await test(id)).status);
      assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
    });

    it('are limited in number', async () => {
      const token = await inlay.adminToken();
      await inlay.call('/api/v0/workspaces', { token, body: { id: 'crowded', name: 'Crowded' } });
      for (let times = 0; times < 50; times += 1) await created({ workspaceId: 'crowded' });
      const { status, body } = await create({ workspaceId: 'crowded' });
      assert.equal(status, 409);
      assert.match(body.message, /can have 50 destinations/);
    });
  });
}

describe('report destinations without private networks', () => {
  const inlay = useInlay(sqliteStore);
  const create = async (url: string) => {
    const body = { name: `Hook at ${url}`, kind: 'webhook', workspaceId: 'main', url };
    const token = await inlay.adminToken();
    return inlay.call<CreatedDestination & { message: string }>(URL, { token, body });
  };

  it('refuse a URL without encryption', async () => {
    const refused = await create('http://hooks.example.com/x');
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /must be a complete https:\/\/ URL/);
  });

  it('send nothing to a name that leads to a private address', async () => {
    const server = await startWebhookServer();
    const { body } = await create(`https://localhost:${server.port}/hook`);
    const token = await inlay.adminToken();
    const tested = await inlay.call<DestinationTest>(`${URL}/${body.id}/test`, { method: 'POST', token });
    assert.equal(tested.body.sent, false);
    assert.match(String(tested.body.problem), /localhost .* is a private or reserved address/);
    assert.equal(server.received.length, 0);
    await server.close();
  });
});
