import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { contentClient } from '../../support/content/content-client.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedSetup, setUpEmbedding } from '../../support/embeds/embed-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { freePort } from '../../support/server/free-port.ts';
import { untilPrinted } from '../../support/server/run-inlay.ts';
import { spawnWatchedInlay, type WatchedCommand } from '../../support/server/spawn-watched-inlay.ts';
import { ADMIN, sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { assertResponsive } from '../../support/time/assert-responsive.ts';
import { eventually } from '../../support/time/eventually.ts';

const ROWS = 100_000;
const CLIENTS = 30;
const MEGABYTE = 1_000_000;
const TEXTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** 50 MB of rows that all differ. */
const RECORDS = [
  ['name', ...TEXTS].join(','),
  ...Array.from({ length: ROWS }, (_, row) =>
    [`name ${row}`, ...TEXTS.map((text) => `${text.repeat(55)} ${row}`)].join(','),
  ),
].join('\n');

describe('answers of 50 MB', () => {
  let store: TestStore;
  let serving: WatchedCommand;
  let setup: EmbedSetup;
  let token: string;
  let port: number;
  const opened: Socket[] = [];

  before(async () => {
    store = await sqliteStore();
    port = await freePort();
    serving = spawnWatchedInlay(['serve'], {
      ...store.env,
      INLAY_PORT: String(port),
      INLAY_ADMIN_PASSWORD: ADMIN.password,
      INLAY_LOG_LEVEL: 'error',
    });
    await untilPrinted(serving, /is listening/);
    const inlay = { url: `http://127.0.0.1:${port}` } as TestInlay;
    setup = await setUpEmbedding(inlay);
    const data = dataClient(inlay.url, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('records.csv', RECORDS)).status, 201);
    await data.create('datasets', {
      id: 'records',
      name: 'Records',
      connectionId: 'files',
      source: { kind: 'file', file: 'records' },
      segmented: false,
    });
    const admin = contentClient(inlay, setup.adminToken);
    await admin('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
    const query = { dimensions: ['name', ...TEXTS].map((column) => ({ column })), measures: [], limit: ROWS };
    await admin('POST', 'tiles', {
      body: { id: 'rows', appId: 'sales', title: 'Rows', kind: 'table', datasetId: 'records', query },
    });
    await admin('POST', 'tiles/rows/publish', { ifMatch: '*' });
    await admin('POST', 'embeds', { body: { id: 'e', title: 'Rows', target: { kind: 'tile', id: 'rows' } } });
    token = await viewerToken(setup);
  });
  after(async () => {
    for (const socket of opened) socket.destroy();
    serving.process.kill('SIGKILL');
    await serving.result;
    await store.drop();
  });

  const exported = async (format: string) => {
    const url = `http://127.0.0.1:${port}/embed/api/v0/embeds/e/tiles/rows/export.${format}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.status, 200);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return bytes;
  };
  /** The memory that the server needs at most during `work`, beyond what it has now. */
  const growth = async (work: () => Promise<unknown>) => {
    await serving.peaks();
    const { rssBytes } = await serving.peaks();
    await work();
    return ((await serving.peaks()).rssBytes - rssBytes) / MEGABYTE;
  };
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const askAndReadNothing = () => {
    const socket = connect({ port, host: '127.0.0.1' }).pause();
    opened.push(socket);
    const head = `host: localhost:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`;
    socket.write(`POST /embed/api/v0/embeds/e/tiles/rows HTTP/1.1\r\n${head}\r\ncontent-length: 2\r\n\r\n{}`);
  };

  it('are written as they are read: an XLSX file takes at most 50 MB of memory besides its rows', async () => {
    // The result is cached, and the code compiled.
    await exported('csv');
    await exported('xlsx');
    const megabytes = await growth(() => exported('xlsx'));
    assert.ok(megabytes <= 50, `${megabytes.toFixed(0)} MB`);
  });

  it(`leave memory and event loop to others while ${CLIENTS} clients read nothing`, async () => {
    const megabytes = await growth(() =>
      assertResponsive(serving, async () => {
        for (let client = 0; client < CLIENTS; client += 1) askAndReadNothing();
        await eventually(async () => assert.ok((await metric('inlay_http_unread_bytes')) > 0));
        await eventually(async () => assert.ok((await metric('inlay_http_connections')) > CLIENTS));
        for (let round = 0; round < 20; round += 1)
          assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
      }),
    );
    assert.ok(megabytes <= 300, `${megabytes.toFixed(0)} MB`);
    for (const socket of opened.splice(0)) socket.destroy();
    await eventually(async () => assert.equal(await metric('inlay_http_unread_bytes'), 0));
  });
});
