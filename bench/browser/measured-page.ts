import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** Lighthouse's slow phone: what its developers call slow 4G, and a processor four times as slow. */
export const slowPhone = { latency: 562.5, downloadKbps: 1_474.56, uploadKbps: 675, cpu: 4 };
export type Profile = typeof slowPhone | undefined;

const PATIENCE_MS = 60_000;

export async function setProfile(session: CDPSession, profile: Profile): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile?.latency ?? 0,
    downloadThroughput: profile ? (profile.downloadKbps * 1024) / 8 : -1,
    uploadThroughput: profile ? (profile.uploadKbps * 1024) / 8 : -1,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile?.cpu ?? 1 });
}

/** In every frame: when all its drawings have been on the screen for a frame, by the clock of the machine. */
const watchDrawings = () => {
  const look = () => {
    // A place that is kept for a chart is none, until the chart has taken it.
    const isPending = [...document.querySelectorAll('[data-state=pending]')].some((each) =>
      each.checkVisibility(),
    );
    const drawn =
      (document.querySelector('svg.inlay-chart > g, .inlay-chart-box svg path') && !isPending) ||
      (globalThis as { isDrawn?: boolean }).isDrawn;
    const seen = () => {
      (globalThis as { seenAt?: number }).seenAt = performance.timeOrigin + performance.now();
    };
    requestAnimationFrame(drawn ? seen : look);
  };
  requestAnimationFrame(look);
};

/** What came over the wire for one request. */
export interface Arrival {
  readonly url: string;
  /** Of its last byte, by the clock of the machine. */
  readonly at: number;
  /** Of its body, as it was compressed. */
  readonly bytes: number;
  /** Of its headers, which HTTP/1.1 does not compress. */
  readonly head: number;
}

export interface MeasuredPage {
  readonly page: Page;
  arrivals(): readonly Arrival[];
  /** Bytes of bodies that had arrived at this time; all of them by default. */
  bytes(until?: number): number;
  /** Waits for a drawing in each of so many frames, and says when the last one was on the screen. */
  drawn(frames?: number): Promise<number>;
  close(): Promise<void>;
}

/** A page of its own, with nothing cached, slowed down as the profile says. */
export async function openMeasuredPage(
  browser: Browser,
  address: string,
  profile: Profile,
): Promise<MeasuredPage> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  await context.addInitScript(watchDrawings);
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  const heads = new Map<string, Pick<Arrival, 'url' | 'head'>>();
  let arrived: Arrival[] = [];
  /** From the browser's own clock to that of the machine. */
  let clock = 0;
  session.on('Network.requestWillBeSent', ({ wallTime, timestamp }) => {
    clock = wallTime - timestamp;
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    heads.set(requestId, { url: response.url, head: response.encodedDataLength });
  });
  const received = new Map<string, number>();
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const { url, head } = heads.get(requestId) ?? { url: '', head: 0 };
    arrived.push({ url, head, at: (timestamp + clock) * 1_000, bytes: encodedDataLength - head });
  });
  // Chromium drops a streamed response once its reader is at the end, before the end of the message.
  session.on('Network.loadingFailed', ({ requestId, canceled, timestamp }) => {
    const { url, head } = heads.get(requestId) ?? { url: '', head: 0 };
    const bytes = received.get(requestId) ?? 0;
    if (canceled && bytes > 0) arrived.push({ url, head, at: (timestamp + clock) * 1_000, bytes });
  });
  await session.send('Network.enable');
  await page.goto(address);
  if (profile) await setProfile(session, profile);
  arrived = [];
  return {
    page,
    arrivals: () => arrived,
    bytes: (until = Number.POSITIVE_INFINITY) =>
      arrived.filter(({ at }) => at <= until).reduce((sum, { bytes }) => sum + bytes, 0),
    drawn: async (frames = 1) => {
      const end = Date.now() + PATIENCE_MS;
      for (;;) {
        if (Date.now() > end) throw new Error('The charts were not drawn within a minute.');
        const seen = await Promise.all(
          page
            .frames()
            .slice(1)
            .map((frame) =>
              frame.evaluate(() => (globalThis as { seenAt?: number }).seenAt).catch(() => undefined),
            ),
        );
        const times = seen.filter((time) => time !== undefined);
        if (times.length >= frames) return Math.max(...times);
        await page.waitForTimeout(20);
      }
    },
    close: () => context.close(),
  };
}

/** What the processes that show pages hold in memory, with their part of what they share, in MB. */
export async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const kilobytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
