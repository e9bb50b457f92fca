import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';
import { findTestChromium } from '../../../scripts/tools/find-chromium.mjs';
import { PATIENCE_MS } from '../time/eventually.ts';
import { saveScreenshotsOf } from './save-screenshots.ts';

// The browser's own requests would be mistaken for requests of a page.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

// A third of what it takes to open a page: a process for drawing, and one kept in reserve for the next site.
const FEWER_PROCESSES = ['--in-process-gpu'];

// Two pages of Chromium's own draw the address bar of each window, which takes four times as long as the page of a test.
// Chromium heeds the last of such lists alone, so this one begins with Playwright's.
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/** Makes every request late by up to this long, which uncovers tests that act before a page is ready. */
const LATENCY_MS = Number(process.env.INLAY_TEST_LATENCY_MS ?? 0);

let shared: Promise<Browser> | undefined;

/**
 * A real Chromium without a window, whose pages wait patiently. The files of a process share one: closing it closes the
 * contexts that were opened through it, and the browser itself ends with the process. Options mean one of one's own.
 */
export async function openBrowser(options?: LaunchOptions): Promise<Browser> {
  if (options) return launch(options);
  shared ??= launchShared();
  return shareOf(await shared);
}

/** The next file gets another one if this one does not start, or crashes. */
function launchShared(): Promise<Browser> {
  const launching = launch({});
  const forget = () => {
    shared = undefined;
  };
  launching.then((browser) => browser.once('disconnected', forget), forget);
  return launching;
}

after(async () => (await shared)?.close());

function shareOf(browser: Browser): Browser {
  const opened: BrowserContext[] = [];
  return new Proxy(browser, {
    get(target, name) {
      if (name === 'newContext')
        return async (options?: BrowserContextOptions) => {
          const context = await target.newContext(options);
          opened.push(context);
          return context;
        };
      if (name === 'close') return async () => Promise.all(opened.map((context) => context.close()));
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function launch(options: LaunchOptions): Promise<Browser> {
  const { args, ...program } = findTestChromium();
  const browser = await start({
    ...program,
    args: [...QUIET, ...FEWER_PROCESSES, ...args, `--disable-features=${WITHOUT.join()}`],
    timeout: PATIENCE_MS,
    ...options,
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    saveScreenshotsOf(context);
    if (LATENCY_MS > 0) await slowDown(context);
    return context;
  };
  return browser;
}

/** Chromium itself crashes in one of thousands of starts. No page has been opened then, and no test has begun. */
async function start(options: LaunchOptions): Promise<Browser> {
  try {
    return await chromium.launch(options);
  } catch (error) {
    if (!String(error).includes('signal=SIGSEGV')) throw error;
    console.error('Chromium crashed at its start and is started once more.');
    return chromium.launch(options);
  }
}

async function slowDown(context: BrowserContext): Promise<void> {
  await context.route('**', async (route) => {
    await sleep(Math.random() * LATENCY_MS);
    await route.fallback().catch(() => {}); // The page may be gone by now.
  });
}
