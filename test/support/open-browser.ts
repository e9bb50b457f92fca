import { existsSync } from 'node:fs';
import { after } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

// What a browser asks of its maker would be mistaken for what a page asks.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

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
];

/** Where Chromium is: `CHROMIUM_PATH`, else where systems put it. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || USUAL_PLACES.find((place) => existsSync(place));
}

/** Long enough for a machine that does much else: what is waited for comes, or is broken. */
const PATIENCE_MS = 60_000;

let shared: Promise<Browser> | undefined;

/**
 * A real Chromium without a window, whose pages wait patiently. The files of a process share one: closing it closes the
 * contexts that were opened through it, and the browser itself ends with the process. Options mean one of one's own.
 */
export async function openBrowser(options?: LaunchOptions): Promise<Browser> {
  if (options) return launch(options);
  shared ??= launch({});
  return shareOf(await shared);
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
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium found: run `apt-get install -y chromium`, install Chrome, or set CHROMIUM_PATH to its program.',
    );
  }
  // Chromium's sandbox refuses to run as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath,
    args: [...QUIET, ...sandbox, `--disable-features=${WITHOUT.join()}`],
    timeout: PATIENCE_MS,
    ...options,
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
