import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { openBrowser } from '../../../../test/support/browser/open-browser.ts';
import { builtFrame } from './built-frame.ts';
import { type StandIn, startStandIn } from './start-stand-in.ts';

export interface Heard {
  readonly event: string;
  readonly detail: Record<string, unknown>;
}

export interface OpenEmbed {
  readonly page: Page;
  readonly frame: Frame;
  /** What the page's console and its errors said. */
  readonly complaints: readonly string[];
  heard(event: string): Promise<readonly Heard['detail'][]>;
  /** Waits until the host heard an event so often. */
  hears(event: string, times?: number): Promise<void>;
  ask(type: string, body: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface FrameTests {
  readonly standIn: StandIn;
  open(
    id: string,
    fields?: Readonly<Record<string, unknown>>,
    options?: BrowserContextOptions & {
      readonly post?: boolean;
      /** Browsers may run the frame in the process of its host then, and scroll it in another way. */
      readonly sameSite?: boolean;
      readonly nextToken?: string;
      readonly prepare?: (page: Page) => Promise<unknown>;
    },
  ): Promise<OpenEmbed>;
}

interface HostWindow {
  heard: Heard[];
  nextToken?: string | undefined;
  embed(id: string, fields: unknown, post: boolean): void;
  ask(type: string, body: unknown): Promise<unknown>;
}

/** A built frame, a stand-in for the server, a host page of another origin, and a real browser, for one file of tests. */
export function useFrame(): FrameTests {
  let standIn: StandIn | undefined;
  let browser: Browser | undefined;
  before(async () => {
    standIn = await startStandIn(await builtFrame());
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await standIn?.close();
  });
  const started = () => {
    if (!standIn || !browser) throw new Error('The tests have not started.');
    return { standIn, browser };
  };

  return {
    get standIn() {
      return started().standIn;
    },
    open: async (id, fields = {}, { post = true, sameSite = false, nextToken, prepare, ...options } = {}) => {
      const { standIn, browser } = started();
      const context = await browser.newContext({ viewport: { width: 1280, height: 1500 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await prepare?.(page);
      await page.goto(sameSite ? standIn.hostUrl.replace('127.0.0.1', 'localhost') : standIn.hostUrl);
      await page.evaluate(
        ([id, fields, post, token]) => {
          const host = window as unknown as HostWindow;
          host.nextToken = token;
          host.embed(id, fields, post);
        },
        [id, fields, post, nextToken] as const,
      );
      const hears = async (event: string, times = 1) => {
        await page.waitForFunction(
          ([event, times]) =>
            (window as unknown as HostWindow).heard.filter((each) => each.event === event).length >= times,
          [event, times] as const,
        );
      };
      await hears('hello');
      return {
        page,
        get frame() {
          return page.frames()[1] as Frame;
        },
        complaints,
        hears,
        heard: (event) =>
          page.evaluate(
            (event) =>
              (window as unknown as HostWindow).heard
                .filter((each) => each.event === event)
                .map(({ detail }) => detail),
            event,
          ),
        ask: (type, body) =>
          page.evaluate(([type, body]) => (window as unknown as HostWindow).ask(type, body), [
            type,
            body,
          ] as const),
        close: () => context.close(),
      };
    },
  };
}

/** The interaction is there. */
export const awake = (frame: Frame) => frame.waitForSelector('.ui-icon-button', { state: 'attached' });
