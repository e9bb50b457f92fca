import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  CONTEXT,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../../test/support/embeds/embed-client.ts';
import { call, logInAs } from '../../test/support/http/api-client.ts';
import { freePort } from '../../test/support/server/free-port.ts';
import { ADMIN, sqliteStore, type TestInlay } from '../../test/support/server/start-inlay.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const TILES = ['revenue', 'orders', 'revenue-trend', 'city-ranking', 'region-ranking', 'category-share'];
const REGIONS = ['DACH', 'Nordics'];
/** What Chromium sends to a secure origin. */
export const CHROMIUM_ENCODINGS = 'gzip, deflate, br, zstd';
const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  zstd: (body) => zstdDecompressSync(body),
  br: (body) => brotliDecompressSync(body),
  gzip: (body) => gunzipSync(body),
  identity: (body) => body,
};
/** As many viewers as keep a node busy: a lone request pays for waking the process up and for a commit of its own. */
const VIEWERS = 8;

/** The body of a response, and its bytes on the wire. */
export interface Received {
  readonly encoding: string;
  readonly bytes: number;
}

/** A server that shows six tiles of the demo on one dashboard. */
export interface SixTiles<Server extends ServerProcess = ServerProcess> {
  readonly server: Server;
  /** Signs assertions for this many exchanges, which a host application does and not the server. */
  prepare(exchanges: number): void;
  /** Exchanges an assertion for a token. */
  token(): Promise<string>;
  /** Opens the dashboard, from the exchange to the last byte of the page, with all tiles in it. */
  open(encodings?: string): Promise<Received>;
  /** Renders the six tiles for another region, as the script of an open page does. */
  changeFilter(token: string, encodings?: string): Promise<Received>;
  stop(): Promise<void>;
}

export const startSixTiles = (): Promise<SixTiles> => serveSixTiles(startServer);

export async function serveSixTiles<Server extends ServerProcess>(
  start: (port: number, env: Readonly<Record<string, string>>) => Promise<Server>,
): Promise<SixTiles<Server>> {
  const store = await sqliteStore();
  const server = await start(await freePort(), {
    ...store.env,
    INLAY_ADMIN_PASSWORD: ADMIN.password,
    INLAY_ADMIN_USERNAME: ADMIN.username,
    INLAY_METRICS: 'true',
    INLAY_DEMO: 'true',
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
    const agent = new Agent({ keepAlive: true });
    const post = async (
      path: string,
      headers: Readonly<Record<string, string>>,
      body: string,
      tile: RegExp,
    ): Promise<Received> => {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const sent = request(server.url + path, { method: 'POST', headers, agent });
      sent.on('response', resolve).on('error', reject).end(body);
      const response = await promise;
      const received = await buffer(response);
      const encoding = response.headers['content-encoding'] ?? 'identity';
      const text = String(DECODERS[encoding]?.(received));
      assert.equal(response.statusCode, 200, text);
      // A page that is sent in parts also has a place for each late tile.
      assert.ok(Number(text.match(tile)?.length) >= TILES.length, text);
      return { encoding, bytes: received.length };
    };
    const open = async (encodings = CHROMIUM_ENCODINGS) => {
      const type = 'application/x-www-form-urlencoded';
      const fields = new URLSearchParams({ token: await token(), width: '1200', lang: 'en-GB' });
      const headers = { 'content-type': type, 'accept-encoding': encodings };
      return post('/embed/six', headers, fields.toString(), /data-tile=/g);
    };
    let changes = 0;
    const changeFilter = async (token: string, encodings = CHROMIUM_ENCODINGS) => {
      const region = REGIONS[changes++ % REGIONS.length];
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-encoding': encodings,
      };
      const tiles = TILES.map((id) => ({ id, item: id, width: 380, height: 260 }));
      const body = { tiles, mode: 'light', lang: 'en-GB', filters: { region: [region] } };
      return post('/embed/api/v0/embeds/filtered/render', headers, JSON.stringify(body), /"html":/g);
    };
    return { server, prepare, token, open, changeFilter, stop };
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
  const filters = [
    { id: 'region', label: 'Region', datasetId: 'order_lines', column: 'region', kind: 'multi-select' },
  ];
  for (const [id, content] of Object.entries({ six: { items }, filtered: { items, filters } })) {
    await make('dashboards', { id, appId: 'sales', title: 'Six tiles', ...content });
    await make(`dashboards/${id}/publish`, {}, { 'if-match': '*' });
    await make('embeds', { id, title: 'Six tiles', target: { kind: 'dashboard', id } });
  }
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
