import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TileResponse } from '@inlay/content/embed-api';
import { type Browser, chromium } from 'playwright-core';
import type { EmbedHandle, initialize } from '../packages/sdk/src/index.ts';
import { findChromium } from '../scripts/tools/find-chromium.mjs';
import { type DemoInstance, startDemo } from './browser/demo-instance.ts';
import {
  type Arrival,
  type MeasuredPage,
  openMeasuredPage,
  type Profile,
  rendererMegabytes,
  slowPhone,
} from './browser/measured-page.ts';
import { startEchartsFrame } from './peers/echarts-frame.ts';
import { ms, printTable, type Row } from './table.ts';
import { median } from './timed.ts';

const ROUNDS = 5;
const EMBEDS = 20;
const MEMORY_ROUNDS = 3;
const PATIENCE_MS = 60_000;
/** As large as ours: what is drawn takes memory by the pixel. */
const FRAME_STYLE = 'display:block;width:100%;border:0;height:332px';

interface Insertion {
  readonly visibleMs: number;
  /** Bodies that had come when it was seen, its loader among them where the network is fast. */
  readonly visibleBytes: number;
  readonly interactiveBytes: number;
  readonly arrivals: readonly Arrival[];
}

/** What comes for a tile, in this order: the first two are the chart, the others make it answer. */
const PHASES = [
  ['launcher, or SDK', /\/scripts\//],
  ['page, with the chart', /\/embed\/(?!assets\/|api\/)/],
  ['loader, beside the chart', /\/embed\/assets\/loader-/],
  ['interaction, when idle or near', /\/embed\/(?:assets\/(?!loader-)|api\/)/],
] as const;

/** From the script tag to a chart on the screen, beside an iframe that loads ECharts and draws for itself. */
export async function benchEmbed(): Promise<void> {
  const demo = await startDemo();
  const host = await startHost();
  const peer = await startEchartsFrame(await rowsOf(demo));
  // One process for a page and its frames, so that what slows the page down slows them down too.
  const { args, ...program } = findChromium();
  const browser = await chromium.launch({
    ...program,
    args: [
      ...args,
      '--disable-gpu',
      '--disable-site-isolation-trials',
      '--disable-features=IsolateOrigins,site-per-process',
    ],
  });
  try {
    const ours = async (profile: Profile) => insertOurs(browser, host.url, demo, profile);
    const theirs = async (profile: Profile) => insertTheirs(browser, host.url, peer.url, profile);
    await ours(undefined);
    await theirs(undefined);
    printTable('Script tag → chart visible, a line of 51 weeks in a phone’s page', [
      ...(await compare('unthrottled', undefined, ours, theirs)),
      ...(await compare('slow phone (slow 4G, CPU ÷ 4)', slowPhone, ours, theirs)),
    ]);
    printTable('Its bytes by phase, compressed', phases((await ours(undefined)).arrivals));
    printTable('Pages of other kinds, compressed', await otherPages(browser, host.url, demo));
    printTable('Bytes on the wire of a dashboard, compressed', await dashboardBytes(browser, host.url, demo));
    printTable(`Memory of ${EMBEDS} embeds on a page`, await memory(browser, host.url, demo, peer.url));
  } finally {
    await browser.close();
    await peer.close();
    await host.close();
    await demo.stop();
  }
}

async function compare(
  name: string,
  profile: Profile,
  ours: (profile: Profile) => Promise<Insertion>,
  theirs: (profile: Profile) => Promise<Insertion>,
): Promise<readonly Row[]> {
  const own: Insertion[] = [];
  const others: Insertion[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await ours(profile));
    others.push(await theirs(profile));
  }
  type Figure = Exclude<keyof Insertion, 'arrivals'>;
  const of = (all: readonly Insertion[], what: Figure) => median(all.map((each) => each[what]));
  const time = of(own, 'visibleMs') / of(others, 'visibleMs');
  const row = (what: Figure, words: string, met: (own: number) => boolean, target: string): Row => ({
    what: `${name}: ${words}`,
    figure: `${kilobytes(of(own, what))} against ${kilobytes(of(others, what))}`,
    ratio: `${(of(own, what) / of(others, what)).toFixed(2)} ×`,
    target,
    met: met(of(own, what)),
  });
  return [
    {
      what: `${name}: chart visible`,
      figure: `${ms(of(own, 'visibleMs'))} against ${ms(of(others, 'visibleMs'))}`,
      ratio: `${time.toFixed(2)} ×`,
      target: profile ? '0.48 ×' : '1 ×',
      met: time <= (profile ? 0.48 : 1),
    },
    row('visibleBytes', 'bytes until it was seen', (bytes) => bytes <= 12 * 1024, '12 KB'),
    row('interactiveBytes', 'bytes until interactive', (bytes) => bytes <= 42 * 1024, '42 KB'),
  ];
}

const sum = (arrivals: readonly Arrival[], what: 'bytes' | 'head' = 'bytes') =>
  arrivals.reduce((total, each) => total + each[what], 0);

const ofPhase = (arrivals: readonly Arrival[], [, address]: (typeof PHASES)[number]) =>
  arrivals.filter(({ url }) => address.test(url));

function phases(arrivals: readonly Arrival[]): readonly Row[] {
  return PHASES.map((phase) => {
    const some = ofPhase(arrivals, phase);
    return {
      what: `${phase[0]}: ${some.length} of ${arrivals.length} requests`,
      figure: `${sum(some)} B and ${sum(some, 'head')} B of headers`,
    };
  });
}

async function otherPages(browser: Browser, hostUrl: string, demo: DemoInstance): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [what, id] of [
    ['figure', 'basket-figure'],
    ['ranking', 'products-tile'],
    ['waterfall', 'profit-tile'],
    ['story of seven charts', 'sales-story'],
    ['dashboard of thirteen tiles', 'sales-dashboard'],
  ] as const) {
    const { arrivals } = await insertOurs(browser, hostUrl, demo, undefined, id);
    rows.push({ what, figure: `${sum(ofPhase(arrivals, PHASES[1]))} B` });
  }
  return rows;
}

async function insertOurs(
  browser: Browser,
  hostUrl: string,
  demo: DemoInstance,
  profile: Profile,
  id = 'revenue-tile',
): Promise<Insertion> {
  const measured = await openMeasuredPage(browser, hostUrl, profile);
  const { page } = measured;
  const src = `${demo.url}/scripts/embedLauncher.js?id=${id}&token=${await demo.token()}`;
  const inserted = await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('script'), { src, async: true }));
    return performance.timeOrigin + performance.now();
  }, src);
  const visible = await measured.drawn();
  await page.frames()[1]?.waitForSelector('.ui-icon-button', { state: 'attached' });
  await page.waitForTimeout(500);
  const arrivals = measured.arrivals();
  await measured.close();
  return {
    visibleMs: visible - inserted,
    visibleBytes: measured.bytes(visible),
    interactiveBytes: measured.bytes(),
    arrivals,
  };
}

async function insertTheirs(
  browser: Browser,
  hostUrl: string,
  frameUrl: string,
  profile: Profile,
): Promise<Insertion> {
  const measured = await openMeasuredPage(browser, hostUrl, profile);
  const inserted = await measured.page.evaluate(
    ([src, style]) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src, style }));
      return performance.timeOrigin + performance.now();
    },
    [frameUrl, FRAME_STYLE] as const,
  );
  const visibleMs = (await measured.drawn()) - inserted;
  const bytes = measured.bytes();
  await measured.close();
  return { visibleMs, visibleBytes: bytes, interactiveBytes: bytes, arrivals: [] };
}

async function dashboardBytes(
  browser: Browser,
  hostUrl: string,
  demo: DemoInstance,
): Promise<readonly Row[]> {
  const measured = await openMeasuredPage(browser, hostUrl, undefined);
  const { page } = measured;
  await page.addScriptTag({ url: `${demo.url}/scripts/embedSdk.js` });
  await page.evaluate(
    async ([instanceUrl, token]) => {
      const { Inlay } = globalThis as unknown as { Inlay: { initialize: typeof initialize } };
      const inlay = await Inlay.initialize(undefined, { instanceUrl });
      const embed = await inlay.insertEmbedById('sales-dashboard', document.body, { token });
      Object.assign(globalThis, { embed });
    },
    [demo.url, await demo.token()] as const,
  );
  await measured.drawn();
  await page.frames()[1]?.waitForSelector('.ui-icon-button', { state: 'attached' });
  await page.waitForTimeout(1_000);
  const before = measured.arrivals().length;
  const [sdk, painted, loader, loaded] = PHASES.map((phase) => sum(ofPhase(measured.arrivals(), phase)));
  const interactive = measured.bytes();
  await page.evaluate(async () => {
    const { embed } = globalThis as unknown as { embed: EmbedHandle };
    await embed.setFilter('channel', 'Online');
  });
  await arrival(measured, before, '/render');
  const filtered = measured.bytes();
  await measured.close();
  return [
    { what: 'SDK, page', figure: kilobytes((sdk ?? 0) + (painted ?? 0)) },
    { what: 'loader', figure: kilobytes(loader ?? 0) },
    { what: 'interaction', figure: kilobytes(loaded ?? 0), target: '30 KB', met: (loaded ?? 0) <= 30 * 1024 },
    { what: 'first filter on top: every tile again', figure: kilobytes(filtered - interactive) },
  ];
}

/** Waits until the response from this address has arrived as a whole, after so many others. */
async function arrival({ page, arrivals }: MeasuredPage, others: number, address: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!arrivals().some(({ url }, index) => index >= others && url.endsWith(address))) {
    if (Date.now() > end) throw new Error(`Nothing arrived from ${address} within a minute.`);
    await page.waitForTimeout(20);
  }
}

async function memory(
  browser: Browser,
  hostUrl: string,
  demo: DemoInstance,
  frameUrl: string,
): Promise<readonly Row[]> {
  const token = await demo.token();
  const used = async (insert: string) => {
    const measured = await openMeasuredPage(browser, hostUrl, undefined);
    // Frames outside of what is on show draw nothing.
    await measured.page.setViewportSize({ width: 800, height: EMBEDS * 340 });
    const before = await rendererMegabytes(browser);
    await measured.page.evaluate(insert);
    await measured.drawn(EMBEDS);
    await measured.page.waitForTimeout(3_000);
    const grown = (await rendererMegabytes(browser)) - before;
    await measured.close();
    return grown;
  };
  const times = `for (let i = 0; i < ${EMBEDS}; i++) document.body.append(Object.assign(document.createElement`;
  const src = `${demo.url}/scripts/embedLauncher.js?id=revenue-tile&token=${token}`;
  const grown: Record<'own' | 'theirs', number[]> = { own: [], theirs: [] };
  for (let round = 0; round < MEMORY_ROUNDS; round++) {
    grown.own.push(await used(`${times}('script'), { src: '${src}', async: true }))`));
    grown.theirs.push(await used(`${times}('iframe'), { src: '${frameUrl}', style: '${FRAME_STYLE}' }))`));
  }
  const [own, theirs] = [median(grown.own), median(grown.theirs)];
  return [
    {
      what: `${EMBEDS} embeds against ${EMBEDS} iframes of the same size with ECharts`,
      figure: `${own.toFixed(0)} MB against ${theirs.toFixed(0)} MB`,
      ratio: `${(own / theirs).toFixed(2)} ×`,
      target: '1 ×',
      met: own <= theirs,
    },
  ];
}

async function rowsOf(demo: DemoInstance): Promise<TileResponse['result']> {
  const answer = await fetch(`${demo.url}/embed/api/v0/embeds/revenue-tile/tiles/revenue-trend`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await demo.token()}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await answer.json()) as TileResponse).result;
}

/** An empty page of another origin. */
async function startHost(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><meta name="viewport" content="width=device-width"><title>Host</title><body>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
