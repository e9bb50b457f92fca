import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { type Profile, setProfile } from './measured-page.ts';

const PATIENCE_MS = 30_000;

export interface Visit {
  readonly usableMs: number;
  /** How many answers had to be awaited one after the other. */
  readonly roundTrips: number;
  /** What came over the wire until then, bodies and headers. */
  readonly bytes: number;
}

interface Sent {
  readonly from: number;
  until?: number;
  bytes: number;
  /** From the browser's cache. */
  isLocal: boolean;
}

/**
 * In the page: tells when what is wanted is on show, and a task gets its turn after the frame. Playwright's own way to wait would be a script that the slow phone has to read meanwhile.
 */
const watchUsable = (path: string, main: string) => {
  const look = () => {
    const isShown =
      location.pathname + location.search === path && document.querySelector(main)?.checkVisibility();
    if (!isShown) return requestAnimationFrame(look);
    return setTimeout(() => {
      const { tellUsable } = globalThis as unknown as { tellUsable(at: string): void };
      tellUsable(String(performance.timeOrigin + performance.now()));
    });
  };
  requestAnimationFrame(look);
};

const watcher = (path: string, main: string) =>
  `(${watchUsable})(${JSON.stringify(path)}, ${JSON.stringify(main)})`;

/** A slow phone's page on the admin app, that says when a view can be used and what came until then. */
export interface AdminPage {
  readonly page: Page;
  setProfile(profile: Profile): Promise<void>;
  /** By its address, as a deep link, a bookmark or a reload does. */
  load(url: string, main: string): Promise<Visit>;
  /** By a link of the page that is on show. */
  follow(url: string, main: string): Promise<Visit>;
  /** Nothing is on its way any more. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export async function openAdminPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<AdminPage> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, ...options });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const network = await watchNetwork(session);
  let told = Promise.withResolvers<number>();
  session.on('Runtime.bindingCalled', ({ payload }) => told.resolve(Number(payload)));
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tellUsable' });

  const visit = async (url: string, begin: () => Promise<number>): Promise<Visit> => {
    network.forget();
    told = Promise.withResolvers();
    const begun = await begin();
    const late = setTimeout(
      () => told.reject(new Error(`${url} could not be used within ${PATIENCE_MS / 1_000} s.`)),
      PATIENCE_MS,
    );
    const at = await told.promise.finally(() => clearTimeout(late));
    return { usableMs: at - begun, ...network.until(at) };
  };
  return {
    page,
    setProfile: (profile) => setProfile(session, profile),
    load: (url, main) =>
      visit(url, async () => {
        const { pathname, search } = new URL(url);
        const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
          source: watcher(pathname + search, main),
        });
        const begun = Date.now();
        await page.goto(url, { waitUntil: 'commit' });
        await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
        return begun;
      }),
    follow: async (url, main) => {
      const { pathname, search } = new URL(url);
      const link = `a[href="${pathname + search}"]`;
      await page.waitForSelector(link, { state: 'attached' });
      return visit(url, async () => {
        const { result } = await session.send('Runtime.evaluate', {
          expression: `const begun = performance.timeOrigin + performance.now();
            document.querySelector(${JSON.stringify(link)}).click();
            ${watcher(pathname + search, main)}; begun`,
          replMode: true,
        });
        return Number(result.value);
      });
    },
    rest: network.rest,
    close: () => context.close(),
  };
}

async function watchNetwork(session: CDPSession) {
  const sent = new Map<string, Sent>();
  /** From the browser's own clock to that of the machine. */
  let clock = 0;
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime }) => {
    clock = wallTime - timestamp;
    sent.set(requestId, { from: timestamp, bytes: 0, isLocal: false });
  });
  const note = (requestId: string, change: (known: Sent) => void) => {
    const known = sent.get(requestId);
    if (known) change(known);
  };
  session.on('Network.requestServedFromCache', ({ requestId }) =>
    note(requestId, (known) => {
      known.isLocal = true;
    }),
  );
  session.on('Network.responseReceived', ({ requestId, response }) =>
    note(requestId, (known) => {
      known.isLocal ||= response.fromDiskCache === true;
    }),
  );
  session.on('Network.loadingFailed', ({ requestId }) => sent.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    note(requestId, (known) => {
      known.until = timestamp;
      known.bytes = encodedDataLength;
    }),
  );
  await session.send('Network.enable');
  return {
    forget: () => sent.clear(),
    rest: async () => {
      // Some never end, such as that of a frame without an address.
      const late = Date.now() + 2_000;
      for (let quiet = 0; quiet < 5 && Date.now() < late; quiet += 1) {
        if ([...sent.values()].some(({ until }) => until === undefined)) quiet = 0;
        await sleep(50);
      }
    },
    until: (at: number): Omit<Visit, 'usableMs'> => {
      const arrived = [...sent.values()].filter(
        ({ until, isLocal }) => !isLocal && until !== undefined && (until + clock) * 1_000 <= at,
      );
      return {
        roundTrips: longestChain(arrived),
        bytes: arrived.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
  };
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
