import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { openSdkPage } from '../../../packages/sdk/test/sdk-page.ts';
import { openBrowser } from '../browser/open-browser.ts';
import type { WatchedPage } from '../browser/watch-page.ts';
import type { ContentClient } from '../content/content-client.ts';
import { type InlayOptions, sqliteStore, startInlay, type TestInlay } from '../server/start-inlay.ts';
import { eventually } from '../time/eventually.ts';
import { CONTEXT, type EmbedSetup, exchange, goodClaims, setUpEmbedding, signJwt } from './embed-client.ts';
import { makeEmbedWorld } from './embed-world.ts';

/** A product on another origin that embeds a real Inlay by the SDK, in a real browser. */
export interface EmbedHost {
  readonly inlay: TestInlay;
  readonly setup: EmbedSetup;
  readonly admin: ContentClient;
  readonly browser: Browser;
  /** Of the product. */
  readonly origin: string;
  /** A token for a viewer, for so many seconds. */
  token(seconds?: number, context?: object): Promise<string>;
  /** The next responses of the product's `POST /embed-token`, and the number of calls. */
  readonly tokens: { seconds: number; fails: number; asked: number };
  /** Serves a page of the product and returns its address. */
  page(html: string, headers?: Readonly<Record<string, string>>): string;
  /** A page that has loaded the SDK and records all events. */
  open(headers?: Readonly<Record<string, string>>, options?: BrowserContextOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

export async function startEmbedHost(options: InlayOptions = {}): Promise<EmbedHost> {
  const store = await sqliteStore();
  const inlay = await startInlay(store, options);
  const setup = await setUpEmbedding(inlay);
  const admin = await makeEmbedWorld(inlay, setup);
  const browser = await openBrowser();
  const tokens = { seconds: 300, fails: 0, asked: 0 };
  const pages = new Map<string, readonly [html: string, headers: Readonly<Record<string, string>>]>();

  const token = async (seconds = 300, context: object = {}) => {
    const now = options.time?.now() ?? Date.now();
    const exp = Math.floor(now / 1000) + seconds;
    const claims = { ...goodClaims(setup, now), exp, embed_context: { ...CONTEXT, ...context } };
    return (await exchange(setup, signJwt(claims))).body.access_token as string;
  };

  const product = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/embed-token') {
      tokens.asked++;
      if (tokens.fails-- > 0) return response.writeHead(503).end();
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ token: await token(tokens.seconds) }));
    }
    const [html, headers] = pages.get(new URL(request.url ?? '/', 'http://product').pathname) ?? ['', {}];
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(product.address() as AddressInfo).port}`;
  const page: EmbedHost['page'] = (html, headers = {}) => {
    const path = `/page-${pages.size}`;
    pages.set(path, [html, headers]);
    return `${origin}${path}`;
  };

  return {
    inlay,
    setup,
    admin,
    browser,
    origin,
    token,
    tokens,
    page,
    open: (headers, contextOptions) =>
      openSdkPage(browser, { url: inlay.url, seen: [], page }, headers, contextOptions),
    close: async () => {
      await browser.close();
      product.closeAllConnections();
      product.close();
      await inlay.close();
      await store.drop();
    },
  };
}

/** The embed's own page, once it is one of the instance. */
export async function embedFrame(page: Page, index = 0): Promise<Frame> {
  return eventually(async () => {
    const frame = page.frames().filter((each) => each.url().includes('/embed/'))[index];
    assert.ok(frame, `${page.url()} shows no embed ${index + 1}`);
    return frame;
  });
}

/** Names of the events that the page received so far. */
export const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.heardEvents.map((each) => each.split(' ')[0] ?? ''));

/** Waits until the page has received an event that contains this text. */
export async function hears(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => window.heardEvents.some((each) => each.includes(wanted)), text);
}
