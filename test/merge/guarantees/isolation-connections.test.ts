import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { QuerySpec } from '@inlay/protocol/query';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import pg from 'pg';
import { tablesOf } from '../../support/isolation/isolation-tables.ts';
import { type IsolatedTenants, startTenants } from '../../support/isolation/isolation-tenants.ts';
import { contextOf } from '../../support/isolation/isolation-world.ts';

describe('a connection with viewer values', () => {
  let world: IsolatedTenants;
  const canaries = { ann: 'canary-ann-7f3a', bob: 'canary-bob-9c1e' };
  const dataset = {
    id: 'who',
    name: 'Who',
    connectionId: 'personal',
    source: { kind: 'sql', sql: 'SELECT current_user::text AS who, current_database()::text AS place' },
    columns: [
      { name: 'who', type: 'string' },
      { name: 'place', type: 'string' },
    ],
    segmented: false,
  };
  const who: QuerySpec = { dimensions: [{ column: 'who' }, { column: 'place' }], measures: [] };
  const contextFor = (secrets: object, attributes: object = { db: 'demo_data' }) => ({
    ...contextOf('ann'),
    attributes,
    secrets,
  });
  const said: unknown[] = [];
  const asks = async (context: Record<string, unknown>) => {
    const viewer = (await world.viewer('demo', context)) as EmbedPrincipal;
    try {
      const response = await world.ask(viewer, 'who', who);
      said.push(response);
      return response.result.columns.map(({ values }) => values[0]);
    } catch (error) {
      const { code, message, details, detail } = error as Record<string, unknown>;
      said.push({ code, message, details, detail, stack: (error as Error).stack });
      return code;
    }
  };
  before(async () => {
    world = await startTenants(tablesOf, ['postgres']);
    const postgresUrl = world.postgresUrl ?? '';
    const admin = new pg.Client(postgresUrl);
    await admin.connect();
    for (const [name, password] of Object.entries(canaries))
      await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
    await admin.end();
    const { hostname, port } = new URL(postgresUrl);
    await world.clients.demo.create('connections', {
      id: 'personal',
      name: 'Personal',
      kind: 'postgres',
      host: hostname,
      port: Number(port),
      database: '{{ attributes.db }}',
      user: '{{ secrets.user }}',
      password: '{{ secrets.password }}',
      tls: 'off',
      allowed: { database: ['demo_data', 'acme_data'], user: ['ann', 'bob'] },
    });
    await world.clients.demo.create('datasets', dataset);
  });
  after(() => world?.stop());

  it("connects as each viewer, and never serves one viewer's results to another", async () => {
    for (const round of [1, 2]) {
      assert.deepEqual(
        await asks(contextFor({ user: 'ann', password: canaries.ann })),
        ['ann', 'demo_data'],
        `${round}`,
      );
      assert.deepEqual(await asks(contextFor({ user: 'bob', password: canaries.bob })), ['bob', 'demo_data']);
      const elsewhere = contextFor({ user: 'ann', password: canaries.ann }, { db: 'acme_data' });
      assert.deepEqual(await asks(elsewhere), ['ann', 'acme_data']);
    }
  });

  it('denies a viewer whose values are missing or not allowed, before connecting', async () => {
    for (const secrets of [
      {},
      { user: 'ann' },
      { user: 'postgres', password: 'x' },
      { user: ['ann'], password: 'x' },
    ])
      assert.equal(await asks(contextFor(secrets)), 'DATA_DENIED', JSON.stringify(secrets));
    const good = { user: 'ann', password: canaries.ann };
    for (const db of [
      undefined,
      'postgres',
      'demo_data ',
      'DEMO_DATA',
      '',
      ['demo_data'],
      '{{ secrets.user }}',
    ])
      assert.equal(await asks(contextFor(good, { db })), 'DATA_DENIED', String(db));
    const lost = contextFor(good, { pad: 'x'.repeat(3500), db: 'demo_data' });
    assert.equal(await asks(lost), 'DATA_DENIED');
  });

  it('refuses a wrong password, even if the result for the right one is cached', async () => {
    assert.equal(await asks(contextFor({ user: 'ann', password: 'canary-wrong-55d0' })), 'DATABASE_FAILED');
  });

  it('explains without revealing a secret, and asks an administrator for a context', async () => {
    const { demo } = world.clients;
    const context = contextFor({ user: 'ann', password: canaries.ann });
    const explained = await demo.ask<{ connection: unknown }>('datasets/who/explain', {
      body: { query: who, context },
    });
    const reads = ['attributes.db', 'secrets.password', 'secrets.user'];
    assert.deepEqual(explained.body.connection, { ok: true, reason: null, reads });
    const tested = await demo.ask('connections/personal/test', { body: { context } });
    assert.equal(tested.body.ok, true, JSON.stringify(tested.body));
    const asked = await demo.ask('connections/personal/test', { body: {} });
    assert.equal(asked.status, 400);
    said.push(
      explained,
      tested,
      asked,
      await demo.ask('connections'),
      await demo.ask('audit-events?limit=200'),
    );
  });

  it('refuses an address that the operator did not allow, even if the administrator lists it', async () => {
    const { demo } = world.clients;
    const hosts = ['127.0.0.2', '169.254.169.254', '10.0.0.1', '::ffff:7f00:2'];
    await demo.create('connections', {
      id: 'wandering',
      name: 'Wandering',
      kind: 'postgres',
      host: '{{ attributes.host }}',
      database: 'x',
      user: 'x',
      password: '{{ secrets.password }}',
      tls: 'off',
      allowed: { host: hosts },
    });
    for (const host of hosts) {
      const context = contextFor({ password: canaries.ann }, { host });
      const { body } = await demo.ask<{ code: string }>('connections/wandering/test', {
        body: { context },
      });
      assert.equal(body.code, 'ADDRESS_NOT_ALLOWED', host);
      said.push(body);
    }
  });

  it('leaves no secret in a response, error, log line, store or file', () => {
    const secret = /canary-(ann|bob|wrong)-/;
    assert.ok(said.length > 20);
    assert.doesNotMatch(JSON.stringify(said), secret);
    assert.doesNotMatch(world.inlay.logged(), secret);
    const folder = world.inlay.services.config.dataDir;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    assert.ok(files.some(({ name }) => name === 'inlay.db'));
    for (const { parentPath, name } of files)
      assert.doesNotMatch(readFileSync(join(parentPath, name), 'latin1'), secret, name);
  });
});
