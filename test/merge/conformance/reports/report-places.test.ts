import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { makeEmbedWorld, viewerToken } from '../../../support/embeds/embed-world.ts';
import {
  enableReports,
  type ReportWorld,
  readJobs,
  startReportWorld,
  subscribe,
  subscribeWith,
  toAddress,
} from '../../../support/reports/report-world.ts';
import { postgresStore } from '../../../support/server/start-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { serverTime } from '../../../support/time/fake-time.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const DAY = 24 * 60 * 60_000;
const SLOW = ['slow1', 'slow2', 'slow3', 'slow4', 'slow5'];
const OF_EACH = 6;
const QUICK = ['one@customer.example', 'two@customer.example', 'three@customer.example'];

describe('reports from databases that do not respond', () => {
  it('take no place that other tenants need, neither to be made nor to be drawn', async (test) => {
    const time = serverTime(Date.now());
    const world = await startReportWorld(postgresStore, time);
    test.after(() => world.close());
    const { services, setup } = world;
    for (const name of SLOW) {
      const tenant = await addTenant(setup.inlay, name);
      await enableReports(services, {}, tenant.realm as TenantId);
      await subscribeToNothing(world, tenant);
    }
    time.setClockBy(DAY);
    await time.advance(2500);
    const waiting = async () => (await readJobs(services)).filter(({ state }) => state === 'working').length;
    await eventually(async () => {
      assert.equal(await waiting(), 12);
      assert.equal(services.queries.databases.load().running, SLOW.length);
    });
    await subscribe(
      services,
      setup,
      QUICK.map((address) => ({ to: toAddress(address) })),
    );
    time.setClockBy(DAY);
    await time.advance(2500);
    await eventually(async () => {
      await time.advance(100);
      assert.equal(world.smtp.received.length, QUICK.length);
    });
    assert.equal(await waiting(), 12);
  });
});

/** Subscriptions to a chart whose query takes ten minutes. */
async function subscribeToNothing({ store, services }: ReportWorld, tenant: EmbedSetup & { host: string }) {
  const { adminToken, host, inlay } = tenant;
  await makeEmbedWorld(inlay, tenant);
  const data = dataClient(inlay.url, adminToken, host);
  const address = new URL(store.env.INLAY_DATABASE_URL ?? '');
  await data.create('connections', {
    id: 'slow',
    name: 'Slow',
    kind: 'postgres',
    host: address.hostname,
    port: Number(address.port),
    database: address.pathname.slice(1),
    user: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password) || 'none',
    tls: 'off',
  });
  await data.create('datasets', {
    id: 'slow',
    name: 'Slow',
    connectionId: 'slow',
    source: { kind: 'sql', sql: "select 'Tea' as product, pg_sleep(600)::text as nothing" },
    columns: [{ name: 'product', type: 'string' }],
    measures: [{ name: 'rows', kind: 'count' }],
    segmented: false,
  });
  const admin = contentClient(inlay, adminToken, host);
  const query = { dimensions: [{ column: 'product' }], measures: ['rows'] };
  const tile = { id: 'slow', appId: 'sales', title: 'Slow', kind: 'bar', datasetId: 'slow', query };
  assert.equal((await admin('POST', 'tiles', { body: tile })).status, 201);
  assert.equal((await admin('POST', 'tiles/slow/publish', { ifMatch: '*' })).status, 200);
  const embed = { id: 'e-slow', title: 'Slow', target: { kind: 'tile', id: 'slow' } };
  assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
  const token = await viewerToken(tenant, {}, services.time.now());
  const target = {
    app_id: 'sales',
    embed_id: 'e-slow',
    content_kind: 'tile',
    content_id: 'slow',
  } as const;
  const all = Array.from({ length: OF_EACH }, (_, index) => ({
    to: toAddress(`slow${index}@customer.example`),
  }));
  await subscribeWith(services, { tenantId: tenant.realm as TenantId, token, target }, all);
}
