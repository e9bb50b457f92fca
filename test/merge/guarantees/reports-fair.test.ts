import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { makeEmbedWorld } from '../../support/embeds/embed-world.ts';
import {
  DEMO,
  enableReports,
  insertDestination,
  jobIdOf,
  type ReportWorld,
  readJobs,
  startReportWorld,
  subscribe,
  toAddress,
} from '../../support/reports/report-world.ts';
import { postgresStore, sqliteStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';
import { serverTime } from '../../support/time/fake-time.ts';
import { addTenant } from '../../support/users/second-tenant.ts';

const DAY = 86_400_000;
const MANY = 150;

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}@customer.example`);

describe('reports that are due at the same time', () => {
  it('arrive once each, from two nodes on PostgreSQL, and both nodes send', async (test) => {
    const time = serverTime(Date.now());
    const world = await startReportWorld(postgresStore, time);
    test.after(() => world.close());
    const second = await world.start();
    const all = addresses('many', MANY);
    await subscribe(
      world.services,
      world.setup,
      all.map((address) => ({ to: toAddress(address) })),
    );
    time.setClockBy(DAY);
    await world.settle();
    const received = world.smtp.received.flatMap(({ to }) => to);
    assert.deepEqual(received.toSorted(), all.toSorted());
    const ids = world.smtp.received.map(jobIdOf);
    assert.equal(new Set(ids).size, MANY);
    assert.ok(
      (await readJobs(world.services)).every(({ state, attempts }) => state === 'sent' && attempts === 1),
    );
    for (const node of [world.services, second.services]) assert.ok((await sentBy(node.metrics)) > 0);
  });

  it('arrive once each when a node is stopped while it sends, and none is unknown', async (test) => {
    const time = serverTime(Date.now());
    const world = await startReportWorld(postgresStore, time);
    test.after(() => world.close());
    const second = await world.start();
    const all = addresses('stopped', MANY);
    await subscribe(
      world.services,
      world.setup,
      all.map((address) => ({ to: toAddress(address) })),
    );
    time.setClockBy(DAY);
    await time.advance(2500);
    await eventually(async () => assert.ok((await sentBy(second.services.metrics)) > 0));
    await world.stop(second);
    await world.settle();
    const received = world.smtp.received.flatMap(({ to }) => to);
    assert.deepEqual(received.toSorted(), all.toSorted());
    assert.ok((await readJobs(world.services)).every(({ state }) => state === 'sent'));
  });

  it('take turns: a tenant with one does not wait for all of another', async (test) => {
    const time = serverTime(Date.now());
    const world = await startReportWorld(sqliteStore, time);
    test.after(() => world.close());
    const other = await addTenant(world.setup.inlay, 'acme');
    await makeEmbedWorld(world.setup.inlay, other);
    await enableReports(world.services, {}, other.realm as TenantId);
    const all = addresses('busy', MANY);
    await subscribe(
      world.services,
      world.setup,
      all.map((address) => ({ to: toAddress(address) })),
    );
    await subscribe(world.services, other, [{ to: toAddress('lone@customer.example') }]);
    time.setClockBy(DAY);
    await world.settle();
    const order = world.smtp.received.flatMap(({ to }) => to);
    assert.equal(order.length, MANY + 1);
    assert.ok(
      order.indexOf('lone@customer.example') < MANY / 2,
      String(order.indexOf('lone@customer.example')),
    );
  });

  it('do not wait for a recipient that does not respond', async (test) => {
    const time = serverTime(Date.now());
    const world = await startReportWorld(sqliteStore, time);
    test.after(() => world.close());
    const hook = await startWebhook(test);
    hook.isSilent = true;
    const id = await insertDestination(world.services, hook.url);
    const silent = Array.from({ length: 20 }, () => ({ to: { kind: 'destination' as const, id } }));
    const all = addresses('others', 30);
    await subscribe(world.services, world.setup, [
      ...silent,
      ...all.map((address) => ({ to: toAddress(address) })),
    ]);
    time.setClockBy(DAY);
    await time.advance(2500);
    await eventually(() => assert.equal(world.smtp.received.length, all.length));
    const jobs = await readJobs(world.services);
    const sentToHook = jobs.filter(({ recipient, state }) => recipient === id && state === 'sent');
    assert.equal(sentToHook.length, 0);
    hook.isSilent = false;
    hook.release();
  });
});

describe('webhooks', () => {
  it('are sent again after a crash, with the same key', async (test) => {
    const time = serverTime(Date.now());
    const world = await startReportWorld(sqliteStore, time);
    test.after(() => world.close());
    const hook = await startWebhook(test);
    const id = await insertDestination(world.services, hook.url);
    await subscribe(world.services, world.setup, [{ to: { kind: 'destination', id } }]);
    time.setClockBy(DAY);
    await world.settle();
    assert.equal(hook.keys.length, 1);
    await crashWhileSending(world);
    await world.settle();
    assert.equal(hook.keys.length, 2);
    assert.equal(new Set(hook.keys).size, 1);
    const [job] = await readJobs(world.services);
    assert.equal(job?.state, 'sent');
    assert.equal(job?.attempts, 2);
  });
});

/** Leaves the rows of messages as a node does that is killed when they have arrived. */
async function crashWhileSending({ services: { store, time } }: ReportWorld): Promise<void> {
  await store.write((transaction) =>
    transaction
      .tenant(DEMO)
      .update('report_jobs', { state: 'sending', next_at: time.now(), finished_at: null })
      .execute(),
  );
}

async function sentBy(metrics: { expose(): Promise<string> }): Promise<number> {
  const [, count = 0] = /^inlay_reports_total\{outcome="sent"\} (\d+)/m.exec(await metrics.expose()) ?? [];
  return Number(count);
}

interface Webhook {
  readonly url: string;
  readonly keys: readonly string[];
  isSilent: boolean;
  /** Responds to those that wait. */
  release(): void;
}

async function startWebhook(test: { after(work: () => unknown): void }): Promise<Webhook> {
  const keys: string[] = [];
  const waiting: (() => void)[] = [];
  const server: Server = createServer((request: IncomingMessage, response) => {
    void json(request).then(() => {
      keys.push(String(request.headers['inlay-delivery']));
      const respond = () => response.writeHead(204).end();
      if (hook.isSilent) waiting.push(respond);
      else respond();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const hook: Webhook = {
    url: `http://127.0.0.1:${port}/hook`,
    keys,
    isSilent: false,
    release: () => {
      for (const respond of waiting.splice(0)) respond();
    },
  };
  return hook;
}
