import assert from 'node:assert/strict';
import { call, logInAs } from '../../test/support/api-client.ts';
import { CONTEXT, exchange, goodClaims, setUpEmbedding, signJwt } from '../../test/support/embed-client.ts';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/free-port.ts';
import { ADMIN, sqliteStore, type TestInlay } from '../../test/support/start-inlay.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const TILES = ['revenue', 'orders', 'revenue-trend', 'city-ranking', 'region-ranking', 'category-share'];
/** As many viewers as keep a node busy: a lone request pays for waking the process up and for a commit of its own. */
const VIEWERS = 8;

/** A server that shows six tiles of the demo on one dashboard. */
export interface SixTiles {
  readonly server: ServerProcess;
  /** Signs assertions for this many exchanges, which a host application does and not the server. */
  prepare(exchanges: number): void;
  /** Exchanges an assertion for a token. */
  token(): Promise<string>;
  /** Opens the dashboard, from the exchange to the last byte of the page, with all tiles in it. */
  open(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSixTiles(env: Readonly<Record<string, string>> = {}): Promise<SixTiles> {
  const store = await sqliteStore();
  const server = await startServer(await freePort(), {
    ...store.env,
    INLAY_ADMIN_PASSWORD: ADMIN.password,
    INLAY_ADMIN_USERNAME: ADMIN.username,
    INLAY_METRICS: 'true',
    INLAY_DEMO: 'true',
    ...env,
  });
  const stop = async () => {
    await server.stop();
    await store.drop();
  };
  try {
    const setup = await publishSixTiles(server.url);
    const context = { ...CONTEXT, privileges: { sales: ['view'] }, groups: ['finance'] };
    const sign = () => signJwt({ ...goodClaims(setup), embed_context: context });
    const signed: string[] = [];
    const prepare = (exchanges: number) => {
      while (signed.length < exchanges) signed.push(sign());
    };
    const token = async () => {
      const { body } = await exchange(setup, signed.pop() ?? sign());
      return String(body.access_token);
    };
    const open = async () => {
      const page = await fetch(`${server.url}/embed/six`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip, br' },
        body: new URLSearchParams({ token: await token(), width: '1200', lang: 'en-GB' }).toString(),
      });
      const html = await page.text();
      assert.equal(page.status, 200, html);
      // A page that is sent in parts also has a place for each late tile.
      assert.ok(Number(html.match(/data-tile=/g)?.length) >= TILES.length, html);
    };
    return { server, prepare, token, open, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function publishSixTiles(url: string) {
  // The demo is loaded once the server is up, and its host application gets a secret last.
  const login = await logInAs(url);
  await eventually(async () => {
    const { body } = await call(`${url}/api/v0/embed-settings`, { token: login });
    assert.equal(body.hasSecret, true);
  });
  const setup = await setUpEmbedding({ url } as TestInlay);
  const make = async (path: string, body: object, headers = {}) => {
    const answer = await call(`${url}/api/v0/${path}`, {
      token: setup.adminToken,
      method: 'POST',
      body,
      headers,
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  };
  const items = TILES.map((tile, index) => ({
    id: tile,
    x: (index % 3) * 4,
    y: Math.floor(index / 3) * 6,
    w: 4,
    h: 6,
    tile,
  }));
  await make('dashboards', { id: 'six', appId: 'sales', title: 'Six tiles', items });
  await make('dashboards/six/publish', {}, { 'if-match': '*' });
  await make('embeds', { id: 'six', title: 'Six tiles', target: { kind: 'dashboard', id: 'six' } });
  return setup;
}

/** Does some work this many times, as several viewers at once. */
export async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  const turns = Array(times).keys();
  const viewer = async () => {
    for (const _ of turns) await work();
  };
  await Promise.all(Array.from({ length: VIEWERS }, viewer));
}
