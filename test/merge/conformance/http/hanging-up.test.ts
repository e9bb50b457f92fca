import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { contentClient } from '../../../support/content/content-client.ts';
import { type DataClient, dataClient } from '../../../support/data/data-client.ts';
import { setUpEmbedding } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { postgresStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

const dataset = {
  id: 'slow',
  name: 'Slow',
  connectionId: 'warehouse',
  source: { kind: 'sql', sql: "select 'inlay' as word, pg_sleep(600)::text as nothing" },
  columns: [{ name: 'word', type: 'string' }],
  segmented: false,
};
const QUICK = { kind: 'sql', sql: "select 'inlay' as word" };
const query = { dimensions: [{ column: 'word' }], measures: [] };
const context = { username: 'ann@customer.example', workspace_id: 'main' };

describe('a caller who disconnects', () => {
  let watcher: pg.Client;
  // Before the store goes, and the database with it.
  after(() => watcher.end());
  const inlay = useInlay(postgresStore, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32,::1/128' } });
  let data: DataClient;

  const sleepers = async () => {
    const { rows } = await watcher.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()",
    );
    return rows.length;
  };
  const until = (count: number) => eventually(async () => assert.equal(await sleepers(), count));

  before(async () => {
    const address = new URL(inlay.store.env.INLAY_DATABASE_URL as string);
    watcher = new pg.Client(address.href);
    await watcher.connect();
    data = dataClient(inlay.running.url, await inlay.adminToken());
    await data.create('connections', {
      id: 'warehouse',
      name: 'Warehouse',
      kind: 'postgres',
      host: address.hostname,
      port: Number(address.port),
      database: address.pathname.slice(1),
      user: decodeURIComponent(address.username),
      password: decodeURIComponent(address.password) || 'none',
      tls: 'off',
    });
    await data.create('datasets', dataset);
  });
  it('cancels their query, but not that of a waiting caller', async () => {
    const token = await inlay.adminToken();
    const ask = (more: object, signal: AbortSignal) =>
      fetch(`${inlay.running.url}/api/v0/datasets/slow/query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: { ...query, ...more }, context }),
        signal,
      }).then(
        ({ status }) => status,
        () => 'gone',
      );
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const left = ask({}, leaving.signal);
    const stays = ask({ limit: 7 }, staying.signal);
    await until(2);
    leaving.abort();
    assert.equal(await left, 'gone');
    await until(1);
    staying.abort();
    assert.equal(await stays, 'gone');
    await until(0);
  });

  it('cancels the queries of tiles that are not finished yet', async () => {
    const setup = await setUpEmbedding(inlay.running);
    await data.create('datasets', { ...dataset, id: 'quick', source: QUICK });
    const admin = contentClient(inlay.running, setup.adminToken);
    const make = async (path: string, body: object) => {
      const made = await admin('POST', path, { body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    };
    await make('apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
    const ids = ['slow', 'quick'];
    for (const id of ids) {
      await make('tiles', { id, appId: 'sales', title: id, kind: 'table', datasetId: id, query });
      await admin('POST', `tiles/${id}/publish`, { ifMatch: '*' });
    }
    const items = ids.map((tile, index) => ({ id: tile, x: 0, y: index * 6, w: 12, h: 6, tile }));
    await make('dashboards', { id: 'both', appId: 'sales', title: 'Both', items });
    await admin('POST', 'dashboards/both/publish', { ifMatch: '*' });
    await make('embeds', { id: 'both', title: 'Both', target: { kind: 'dashboard', id: 'both' } });

    const leaving = new AbortController();
    const { body } = await fetch(`${inlay.running.url}/embed/api/v0/embeds/both/render`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await viewerToken(setup)}`,
        'content-type': 'application/json',
        'accept-encoding': 'br',
      },
      body: JSON.stringify({ tiles: ids.map((id) => ({ id, width: 640, height: 280 })), mode: 'light' }),
      signal: leaving.signal,
    });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader?.read();
    assert.match(first?.value ?? '', /^\{"index":1,"tile":"quick",.*inlay/);
    await until(1);
    leaving.abort();
    await until(0);
  });

  it('is no error in the log', async () => {
    const admin = await inlay.adminToken();
    const viewer = await viewerToken(await setUpEmbedding(inlay.running));
    const render = JSON.stringify({ tiles: [{ id: 'quick', width: 640, height: 280 }], mode: 'light' });
    const requests = [
      ['PUT /api/v0/files/part.csv', admin, 'application/octet-stream', 1000, 'a,b\n1,2\n'],
      ['POST /embed/api/v0/embeds/both/render', viewer, 'application/json', render.length, render],
    ] as const;
    const disconnected = () => inlay.running.logged().split('"msg":"caller disconnected"').length;
    for (const [line, token, type, length, body] of requests) {
      const before = disconnected();
      // The server may not have read anything yet.
      await eventually(async () => {
        const socket = connect(inlay.running.port, '127.0.0.1');
        const head = `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}`;
        socket.write(`${head}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`);
        await once(socket, 'connect');
        socket.resetAndDestroy();
        assert.ok(disconnected() > before, line);
      });
    }
    assert.doesNotMatch(inlay.running.logged(), /"level":50/);
  });
});
