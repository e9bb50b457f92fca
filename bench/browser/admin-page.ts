import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { slowDown, slowPhone } from './measured-page.ts';

const PATIENCE_MS = 10_000;

export interface Visit {
  readonly usableMs: number;
  /** How many answers had to be awaited one after the other. */
  readonly roundTrips: number;
  /** What came over the wire until then, bodies and headers. */
  readonly bytes: number;
}

interface Sent {
  readonly url: string;
  readonly from: number;
  until?: number;
  bytes: number;
  isLocal: boolean;
}

/** In the page: when what is asked for is on show, nothing of it is still loading, and a task gets its turn after a frame. */
const watchUsable = () => {
  type Watched = { wanted?: readonly [string, string]; usableAt?: number };
  const page = globalThis as Watched;
  const look = () => {
    const [path, main] = page.wanted ?? JSON.parse(sessionStorage.getItem('bench') ?? '[]');
    const shown =
      path !== undefined &&
      main !== undefined &&
      location.pathname + location.search === path &&
      document.querySelector('.skeleton') === null &&
      document.querySelector(main)?.checkVisibility();
    if (shown && page.usableAt === undefined)
      setTimeout(() => {
        page.usableAt ??= performance.timeOrigin + performance.now();
      });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** A slow phone's page on the admin app, that says when a view can be used and what came until then. */
export class AdminPage {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #sent = new Map<string, Sent>();
  #clock = 0;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
    session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
      this.#clock = wallTime - timestamp;
      this.#sent.set(requestId, { url: request.url, from: timestamp, bytes: 0, isLocal: false });
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const sent = this.#sent.get(requestId);
      if (sent) sent.isLocal = true;
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const sent = this.#sent.get(requestId);
      if (sent) sent.isLocal ||= response.fromDiskCache === true || response.fromServiceWorker === true;
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const sent = this.#sent.get(requestId);
      if (sent) Object.assign(sent, { until: timestamp, bytes: encodedDataLength });
    });
  }

  static async open(browser: Browser, options: BrowserContextOptions = {}): Promise<AdminPage> {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, ...options });
    await context.addInitScript(watchUsable);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    return new AdminPage(page, session);
  }

  get page(): Page {
    return this.#page;
  }

  get context(): BrowserContext {
    return this.#page.context();
  }

  slowDown(): Promise<void> {
    return slowDown(this.#session, slowPhone);
  }

  /** By its address, as a deep link, a bookmark or a reload does. */
  async load(url: string, main: string): Promise<Visit> {
    const { pathname, search } = new URL(url);
    const wanted = JSON.stringify([pathname + search, main]);
    const remember = (text: string) => sessionStorage.setItem('bench', text);
    if (this.#page.url() === 'about:blank') await this.context.addInitScript(remember, wanted);
    else await this.#page.evaluate(remember, wanted);
    this.#sent.clear();
    const begun = Date.now();
    await this.#page.goto(url, { waitUntil: 'commit' });
    return this.#usable(begun);
  }

  /** By a link of the page that is on show. */
  async follow(path: string, main: string): Promise<Visit> {
    const link = `a[href="${path}"]`;
    await this.#page.waitForSelector(link, { state: 'attached' });
    this.#sent.clear();
    const begun = await this.#page.evaluate(
      ([path, main, link]) => {
        Object.assign(globalThis, { wanted: [path, main], usableAt: undefined });
        document.querySelector<HTMLElement>(link)?.click();
        return performance.timeOrigin + performance.now();
      },
      [path, main, link] as const,
    );
    return this.#usable(begun);
  }

  /* DUMP */ dump() {
    const t0 = Math.min(...[...this.#sent.values()].map((s) => s.from));
    for (const s of this.#sent.values())
      console.log(
        '   ',
        ((s.from - t0) * 1000).toFixed(0),
        s.until ? ((s.until - t0) * 1000).toFixed(0) : '-',
        s.isLocal ? 'local' : '',
        s.bytes,
        s.url.replace(/.*4720/, ''),
      );
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async #usable(begun: number): Promise<Visit> {
    const at = await this.#page
      .waitForFunction(() => (globalThis as { usableAt?: number }).usableAt, undefined, {
        polling: 50,
        timeout: PATIENCE_MS,
      })
      .then((handle) => handle.jsonValue())
      .catch(() => {
        throw new Error(`${this.#page.url()} could not be used within ${PATIENCE_MS / 1_000} s.`);
      });
    const arrived = [...this.#sent.values()].filter(
      ({ until, isLocal }) => !isLocal && until !== undefined && (until + this.#clock) * 1_000 <= Number(at),
    );
    return {
      usableMs: Number(at) - begun,
      roundTrips: longestChain(arrived),
      bytes: arrived.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }
}

/** The most of them of which each began after the one before had ended. */
function longestChain(sent: readonly Sent[]): number {
  let chain = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { from, until = 0 } of sent.toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0))) {
    if (from < free) continue;
    chain += 1;
    free = until;
  }
  return chain;
}
