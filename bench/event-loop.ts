import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { freePort } from '../test/support/server/free-port.ts';
import { ADMIN, sqliteStore } from '../test/support/server/start-inlay.ts';
import { COSTLY_INPUTS, makeCostlyWorld } from '../test/support/time/costly-inputs.ts';
import type { Flood, Statuses } from './load/flood.ts';
import type { HealthProbe } from './load/health.ts';
import { prepareRequest } from './load/prepare-request.ts';
import { startWatchedServer, type WatchedServer } from './load/server-process.ts';
import { CHROMIUM_ENCODINGS, repeat, serveSixTiles } from './load/six-tiles.ts';
import { ms, printTable, type Row } from './table.ts';
import { quantile } from './timed.ts';

const PAGES = 2000;
const FLOODS = ['first pages of the process', 'again', 'once more'];
const FLOOD_LIMIT_MS = 1000;
const FLOOD_PACE_MS = 100;
const INPUT_TIMES = 3;
const INPUT_LIMIT_MS = 100;
const INPUT_PACE_MS = 50;

interface Stall {
  /** The longest turn of the event loop, in CPU time, which other work on the machine does not stretch. */
  readonly turnMs: number;
  /** How long `/healthz` took, over an open connection and over new ones. */
  readonly openMs: readonly number[];
  readonly newMs: readonly number[];
}

/** How long others wait for the event loop: while 2,000 pages are opened at once, and while one caller sends the worst. */
export async function benchEventLoop(): Promise<void> {
  printTable(
    `Event loop while ${PAGES.toLocaleString('en')} dashboards of six tiles are opened at once`,
    await floodWithPages(),
  );
  printTable(
    'Event loop while one caller sends the costliest inputs: /healthz p99',
    await sendCostlyInputs(),
  );
}

async function floodWithPages(): Promise<readonly Row[]> {
  const { server, prepare, token, stop } = await serveSixTiles(startWatchedServer);
  try {
    prepare(PAGES);
    const tokens: string[] = [];
    await repeat(PAGES, async () => tokens.push(await token()));
    const requests = tokens.map((each) => pageRequest(server, each));
    const rows: Row[] = [];
    for (const what of FLOODS) {
      const stall = await watch(server, FLOOD_PACE_MS, async () => {
        assert.deepEqual(await flood({ port: server.port, requests }), { 200: PAGES });
      });
      rows.push(
        row(`${what}: longest turn of the event loop, CPU`, stall.turnMs, FLOOD_LIMIT_MS),
        row(`${what}: /healthz p99, open connection`, quantile(stall.openMs, 0.99), FLOOD_LIMIT_MS),
        row(`${what}: /healthz p99, new connections`, quantile(stall.newMs, 0.99), FLOOD_LIMIT_MS),
      );
    }
    return rows;
  } finally {
    await stop();
  }
}

function pageRequest({ url }: WatchedServer, token: string): Uint8Array {
  return prepareRequest(`${url}/embed/six`, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-encoding': CHROMIUM_ENCODINGS,
      connection: 'close',
    },
    body: new URLSearchParams({ token, width: '1200', lang: 'en-GB' }).toString(),
  });
}

async function flood(workerData: Flood): Promise<Statuses> {
  const worker = new Worker(new URL('./load/flood.ts', import.meta.url), { workerData });
  const [statuses] = await once(worker, 'message');
  return statuses;
}

async function sendCostlyInputs(): Promise<readonly Row[]> {
  const store = await sqliteStore();
  const server = await startWatchedServer(await freePort(), {
    ...store.env,
    INLAY_ADMIN_PASSWORD: ADMIN.password,
  });
  try {
    const world = await makeCostlyWorld(server.url);
    const rows: Row[] = [];
    for (const [what, send] of Object.entries(COSTLY_INPUTS)) {
      const stall = await watch(server, INPUT_PACE_MS, async () => {
        for (let times = 0; times < INPUT_TIMES; times += 1) await send(world);
      });
      rows.push({
        ...row(`while ${what}`, quantile([...stall.openMs, ...stall.newMs], 0.99), INPUT_LIMIT_MS),
        ratio: `longest turn ${ms(stall.turnMs)} CPU`,
      });
    }
    return rows;
  } finally {
    await server.stop();
    await store.drop();
  }
}

async function watch(
  { url, longestTurnMs }: WatchedServer,
  paceMs: number,
  work: () => Promise<void>,
): Promise<Stall> {
  const probes = await Promise.all([
    startProbe({ url, paceMs, connection: 'open' }),
    startProbe({ url, paceMs, connection: 'new' }),
  ]);
  try {
    await longestTurnMs();
    await work();
    const turnMs = await longestTurnMs();
    const [openMs = [], newMs = []] = await Promise.all(probes.map(readProbe));
    return { turnMs, openMs, newMs };
  } finally {
    for (const probe of probes) await probe.terminate();
  }
}

async function startProbe(workerData: HealthProbe): Promise<Worker> {
  const probe = new Worker(new URL('./load/health.ts', import.meta.url), { workerData });
  await once(probe, 'message');
  return probe;
}

async function readProbe(probe: Worker): Promise<readonly number[]> {
  probe.postMessage('stop');
  const [times] = await once(probe, 'message');
  return times;
}

const row = (what: string, value: number, limit: number): Row => ({
  what,
  figure: ms(value),
  ratio: (value / limit).toFixed(2),
  target: `≤ ${limit} ms`,
  met: value <= limit,
});
