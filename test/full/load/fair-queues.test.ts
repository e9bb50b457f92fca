import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createPasswords } from '@inlay/server/platform/identity/passwords';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedSetup, setUpEmbedding } from '../../support/embeds/embed-client.ts';
import { makeEmbedWorld, viewerToken } from '../../support/embeds/embed-world.ts';
import { type ApiResponse, call } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { untilPrinted } from '../../support/server/run-inlay.ts';
import { spawnWatchedInlay, type WatchedCommand } from '../../support/server/spawn-watched-inlay.ts';
import {
  ADMIN,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';
import { assertResponsive } from '../../support/time/assert-responsive.ts';
import { addTenant, type SecondTenant } from '../../support/users/second-tenant.ts';

/** Half a second of CPU time on a fast machine: one turn reads from up to a thousand sockets. */
const BURST_UNITS = 20;

/** Starts all of `count` at once; `answered` fills as they end. */
function flood<T>(count: number, work: (index: number) => Promise<T>) {
  const answered: T[] = [];
  const all = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      answered.push(await work(index));
    }),
  );
  return { answered, all };
}

const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** How many answers there are of each status. */
const tally = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([key, { length }]) => [key, length]),
  );

function assertRetryAfter(answers: readonly Pick<ApiResponse, 'status' | 'headers'>[]): void {
  for (const { status, headers } of answers)
    if (status === 429 || status === 503) assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
}

describe('login queue', () => {
  let store: TestStore;
  let inlay: TestInlay;
  before(async () => {
    store = await sqliteStore();
    // Cheap hashes would leave no queue.
    inlay = await startInlay(store, { env: { INLAY_TRUST_PROXY: 'true' }, passwords: createPasswords });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const logIn = (from: string, credentials: { username: string; password: string }) =>
    call<{ statusCode: number; message: string }>(`${inlay.url}/api/login`, {
      body: credentials,
      headers: { 'x-forwarded-for': from },
    });

  it('serves a valid login before a flood of invalid ones from another address, and rejects the excess', async () => {
    const first = Promise.withResolvers<void>();
    const { answered, all } = flood(260, async (index) => {
      const answer = await logIn('203.0.113.1', { username: `guess-${index}`, password: 'wrong' });
      if (answer.status === 401) first.resolve();
      return answer;
    });
    await first.promise;
    const valid = await logIn('198.51.100.7', ADMIN);
    const before = count(answered, 401);
    await all;
    const hashed = count(answered, 401);
    assert.equal(valid.status, 200);
    assert.ok(before < hashed / 2, `${before} of ${hashed} invalid logins were answered first`);
    assert.equal(hashed + count(answered, 429) + count(answered, 503), 260);
    assertRetryAfter(answered);
    const turnedAway = answered.find(({ status }) => status === 429);
    assert.deepEqual(turnedAway?.body, {
      statusCode: 429,
      message: 'Too many requests in a short time, please wait a bit and try again.',
    });
  });
});

describe('export queue', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let demo: EmbedSetup;
  let acme: SecondTenant;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    demo = await setUpEmbedding(inlay);
    acme = await addTenant(inlay);
    for (const setup of [demo, acme]) await makeEmbedWorld(inlay, setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const exportPicture = (token: string, host?: string) =>
    call(`${inlay.url}/embed/api/v0/embeds/e-tile/tiles/revenue/export.png`, {
      token,
      headers: host === undefined ? {} : { host },
    });

  /** Starts what `work` does once the queue turns the flooding viewer away. */
  const duringFlood = async (work: () => Promise<ApiResponse<unknown>>) => {
    const token = await viewerToken(demo, { username: 'flood@customer.example' });
    const full = Promise.withResolvers<void>();
    const { answered, all } = flood(120, async () => {
      const answer = await exportPicture(token);
      if (answer.status === 429) full.resolve();
      return answer;
    });
    await Promise.race([full.promise, all]);
    const others = flood(24, work);
    await others.all;
    await all;
    assertRetryAfter(answered);
    assert.equal(count(answered, 200) + count(answered, 429), 120);
    return count(others.answered, 200);
  };

  it('completes all exports of another tenant while one viewer requests too many', async () => {
    const token = await viewerToken(acme);
    assert.equal(await duringFlood(() => exportPicture(token, acme.host)), 24);
  });

  it('completes all exports of another viewer of the tenant while one viewer requests too many', async () => {
    const token = await viewerToken(demo, { username: 'other@customer.example' });
    assert.equal(await duringFlood(() => exportPicture(token)), 24);
  });
});

/** An embed whose page waits for a database that never answers. */
async function makeSlowEmbed(inlay: TestInlay, setup: EmbedSetup, port: number): Promise<void> {
  const data = dataClient(inlay.url, setup.adminToken);
  await data.create('connections', {
    ...{ id: 'silent', name: 'Silent', kind: 'postgres', host: '127.0.0.1', port, tls: 'off' },
    ...{ database: 'silent', user: 'reader', password: '{{ secrets.warehouse }}' },
  });
  await data.create('datasets', {
    ...{ id: 'silent', name: 'Silent', connectionId: 'silent', segmented: false },
    source: { kind: 'table', table: 'rows' },
    columns: [{ name: 'region', type: 'string' }],
    measures: [{ name: 'rows', kind: 'count' }],
  });
  const query = { dimensions: [{ column: 'region' }], measures: ['rows'] };
  const tile = { id: 'slow', appId: 'sales', title: 'Slow', kind: 'bar', datasetId: 'silent', query };
  await data.create('tiles', tile);
  const published = await data.ask('tiles/slow/publish', { method: 'POST', headers: { 'if-match': '*' } });
  assert.equal(published.status, 200, JSON.stringify(published.body));
  await data.create('embeds', { id: 'e-slow', title: 'Slow', target: { kind: 'tile', id: 'slow' } });
}

describe('page queue', () => {
  let store: TestStore;
  let serving: WatchedCommand;
  let url: string;
  let tokens: string[];
  let silent: Server;
  const sockets = new Set<Socket>();
  before(async () => {
    silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(silent.unref(), 'listening');
    store = await sqliteStore();
    const inlay = await startInlay(store, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    const setup = await setUpEmbedding(inlay);
    await makeEmbedWorld(inlay, setup);
    await makeSlowEmbed(inlay, setup, (silent.address() as AddressInfo).port);
    tokens = await Promise.all(
      Array.from({ length: 10 }, (_, index) => viewerToken(setup, { username: `viewer-${index}` })),
    );
    await inlay.close();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    // A process of its own: sending thousands of requests computes a lot too.
    serving = spawnWatchedInlay(['serve'], {
      ...inlay.env,
      INLAY_PORT: String(port),
      INLAY_LOG_LEVEL: 'silent',
      INLAY_METRICS: 'true',
      // Only the queue may refuse a page, however slow the machine is.
      INLAY_QUERY_SECONDS: '120',
    });
    await untilPrinted(serving, /is listening/);
  });
  after(async () => {
    serving.process.kill('SIGINT');
    await serving.result;
    for (const socket of sockets) socket.destroy();
    silent.close();
    await store.drop();
  });

  const openPage = async (token = '', embed = 'e-tile', signal?: AbortSignal) => {
    const sent = request(`${url}/embed/${embed}`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(signal ? { signal } : {}),
    });
    const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
    sent.on('response', resolve).on('error', reject).end(new URLSearchParams({ token }).toString());
    const response = await promise;
    const html = await text(response);
    return { status: response.statusCode ?? 0, headers: response.headers, html };
  };

  it('serves 2,000 concurrent pages while the event loop stays free', async () => {
    for (const token of tokens) assert.equal((await openPage(token)).status, 200);
    let answered: readonly { status: number }[] = [];
    await assertResponsive(
      serving,
      async () => {
        const pages = flood(2000, (index) => openPage(tokens[index % tokens.length]));
        await pages.all;
        answered = pages.answered;
      },
      BURST_UNITS,
    );
    assert.deepEqual(tally(answered), { 200: 2000 });
  });

  it('refuses 2,000 concurrent pages without a valid token while the event loop stays free', async () => {
    let answered: readonly { status: number }[] = [];
    await assertResponsive(
      serving,
      async () => {
        const pages = flood(2000, () => openPage('never-issued'));
        await pages.all;
        answered = pages.answered;
      },
      BURST_UNITS,
    );
    assert.deepEqual(tally(answered), { 401: 2000 });
  });

  it('opens the page of another viewer while one viewer opens too many and gets an error page', async () => {
    const leave = new AbortController();
    const full = Promise.withResolvers<void>();
    const { answered, all } = flood(2800, async () => {
      const answer = await openPage(tokens[0], 'e-slow', leave.signal).catch(() => undefined);
      if (answer?.status === 429) full.resolve();
      return answer;
    });
    await Promise.race([full.promise, all]);
    const other = await openPage(tokens[1]);
    const answeredBefore = answered.length;
    leave.abort();
    await all;
    assert.equal(other.status, 200);
    const pages = answered.slice(0, answeredBefore).flatMap((answer) => answer ?? []);
    assert.ok(count(pages, 200) < 1400, `${count(pages, 200)} of the pages came first`);
    assert.equal(count(pages, 200) + count(pages, 429), answeredBefore);
    assertRetryAfter(pages);
    const [refused] = pages.filter(({ status }) => status === 429);
    assert.match(String(refused?.headers['content-type']), /^text\/html/);
    assert.match(String(refused?.html), /inlay-message/);
  });

  it('reports how many tasks run, wait and were rejected', async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    for (const queue of ['hashing', 'files', 'databases', 'exports', 'pages', 'rendering'])
      for (const state of ['running', 'waiting'])
        assert.match(metrics, new RegExp(`inlay_queue_tasks\\{queue="${queue}",state="${state}"\\} \\d+`));
    assert.match(metrics, /inlay_queue_rejections_total\{queue="pages",reason="share"\} [1-9]/);
  });
});
