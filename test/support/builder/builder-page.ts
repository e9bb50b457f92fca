import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, FrameLocator, Page, Request } from 'playwright-core';
import { axeFindings, type Look } from '../browser/axe-findings.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { type WatchedPage, watchPage } from '../browser/watch-page.ts';
import type { ContentClient } from '../content/content-client.ts';
import { type EmbedSetup, setUpEmbedding } from '../embeds/embed-client.ts';
import { viewerToken } from '../embeds/embed-world.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../server/start-inlay.ts';
import { makeBuilderWorld } from './builder-world.ts';

/** What a host page heard of its builder. */
export interface Heard {
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface BuilderPage extends WatchedPage {
  readonly frame: FrameLocator;
  heard(name: string): Promise<readonly Heard['detail'][]>;
  /** Another page of the same browser profile, in front of the same builder. */
  again(options?: object): Promise<BuilderPage>;
}

export interface BuilderTests {
  readonly inlay: TestInlay;
  readonly setup: EmbedSetup;
  readonly admin: ContentClient;
  token(name: string, privileges: readonly string[], context?: object): Promise<string>;
  open(
    token: string,
    options?: object,
    context?: BrowserContextOptions & {
      readonly embed?: string;
      readonly site?: '/' | '/same-site';
      /** Hears of every request. */
      readonly watch?: (request: Request) => void;
    },
  ): Promise<BuilderPage>;
}

/**
 * In a private window, which a context of Playwright is, Chromium keeps nothing for frames of another site. The headless
 * shell from npm knows no such windows.
 */
const WITHOUT_STORAGE = `if (window !== top) Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
});`;

type HostWindow = Window & { heard: Heard[] };

/** An instance with builders, a host application of another origin that shows them through the SDK, and a browser. */
export function useBuilder(): BuilderTests {
  let store: TestStore | undefined;
  let inlay: TestInlay | undefined;
  let setup: EmbedSetup | undefined;
  let admin: ContentClient | undefined;
  let browser: Browser | undefined;
  let host: Server | undefined;

  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    setup = await setUpEmbedding(inlay);
    admin = await makeBuilderWorld(inlay, setup);
    browser = await openBrowser();
    const url = inlay.url;
    host = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      // Browsers keep nothing for frames of another site; another port is another origin of the same one.
      response.end(hostPage(request.url === '/same-site' ? url.replace('127.0.0.1', 'localhost') : url));
    });
    await new Promise<void>((resolve) => host?.listen(0, 'localhost', resolve));
  });
  after(async () => {
    await browser?.close();
    host?.close();
    await inlay?.close();
    await store?.drop();
  });
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The tests have not started.');
    return part;
  };

  const show = async (
    watched: WatchedPage,
    embed: string,
    options: object,
    site: '/' | '/same-site',
  ): Promise<BuilderPage> => {
    const { page } = watched;
    await page.goto(`http://localhost:${(started(host).address() as AddressInfo).port}${site}`);
    await page.evaluate(
      ([id, given]) =>
        (window as unknown as { show(id: string, options: object): Promise<void> }).show(id, given),
      [embed, options] as const,
    );
    const frame = page.frameLocator('iframe');
    await frame.locator('.bld-home, .bld-page').waitFor();
    return {
      ...watched,
      frame,
      heard: (name) =>
        page.evaluate(
          (wanted) =>
            (window as unknown as HostWindow).heard
              .filter((each) => each.name === wanted)
              .map(({ detail }) => detail),
          name,
        ),
      again: async (more = {}) => {
        const next = await watched.context.newPage();
        return show({ ...watched, page: next }, embed, { ...options, ...more }, site);
      },
    };
  };

  return {
    get inlay() {
      return started(inlay);
    },
    get setup() {
      return started(setup);
    },
    get admin() {
      return started(admin);
    },
    token: (name, privileges, context = {}) =>
      viewerToken(started(setup), {
        username: `${name}@customer.example`,
        privileges: { sales: privileges },
        ...context,
      }),
    open: async (token, options = {}, { embed = 'b-sales', site = '/', watch, ...context } = {}) => {
      const watched = await watchPage(started(browser), {
        viewport: { width: 1280, height: 860 },
        reducedMotion: 'reduce',
        ...context,
      });
      if (watch) watched.page.on('request', watch);
      if (site === '/') await watched.context.addInitScript({ content: WITHOUT_STORAGE });
      return show(watched, embed, { token, height: 'fill', ...options }, site);
    },
  };
}

/** A page of a customer that shows an embed when `show(id, options)` is called. */
export const hostPage = (instanceUrl: string) => `<!doctype html><html lang="en"><title>Host</title>
<link rel="icon" href="data:,"><style>html,body{margin:0;height:100%}#place{height:100%}</style><div id="place"></div>
<script src="${instanceUrl}/scripts/embedSdk.js"></script><script>
window.heard = [];
const names = ['ready', 'navigate', 'error', 'token-expired', 'filter-change', 'dashboard-created', 'dashboard-saved',
  'dashboard-submitted', 'dashboard-published', 'dashboard-deleted'];
window.show = async (id, options) => {
  const inlay = await Inlay.initialize();
  for (const name of names) inlay.on(name, ({ detail }) => heard.push({ name, detail }));
  window.embed = await inlay.insertEmbedById(id, document.querySelector('#place'), options);
};
</script>`;

/** What axe-core finds wrong inside the frame. The context has to bypass the page's policy. */
export async function findingsInFrame(page: Page, look?: Look): Promise<readonly string[]> {
  const frame = page.frames()[1];
  if (!frame) throw new Error('There is no frame.');
  return axeFindings(frame, look);
}
