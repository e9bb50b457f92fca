import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeFindings, type Look } from '../browser/axe-findings.ts';
import { type WatchedPage, watchPage } from '../browser/watch-page.ts';
import { ADMIN } from '../server/start-inlay.ts';

/** For a test that ends its session, which must not be the shared one. */
export const SIGNED_OUT = { cookies: [], origins: [] };

type Session = NonNullable<BrowserContextOptions['storageState']>;

/** What a file's browser keeps of its administrator, by the address of the instance. A later file may get the same port. */
const sessions = new WeakMap<Browser, Map<string, Session>>();

export interface AdminOptions extends BrowserContextOptions {
  /** The app fetches the files of its other screens, as it does for all who do not save data. */
  readonly isWhole?: boolean;
}

/**
 * The admin app with its administrator signed in: the first time as a person would do it, then with that session. It
 * loads what is looked at and no more, as for somebody who saves data.
 */
export async function openAdmin(
  browser: Browser,
  url: string,
  path = '',
  { isWhole = false, ...options }: AdminOptions = {},
): Promise<WatchedPage> {
  const kept = sessions.get(browser) ?? new Map<string, Session>();
  sessions.set(browser, kept);
  const session = options.storageState ?? kept.get(url);
  const watched = await watchPage(browser, session ? { ...options, storageState: session } : options);
  if (!isWhole) await saveData(watched.page);
  await watched.page.goto(`${url}/admin${path}`);
  if (!session || session === SIGNED_OUT) await signInOn(watched.page);
  await watched.page.locator('#view h1').waitFor();
  if (!session) kept.set(url, await watched.context.storageState());
  return watched;
}

export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
}

export async function signInOn(page: Page, password: string = ADMIN.password): Promise<void> {
  // By their names, because the labels are in the language of the app.
  const username = page.locator('[name=username]');
  if (await username.isEditable()) await username.fill(ADMIN.username);
  await page.locator('[name=password]').fill(password);
  await page.locator('form[method=post] [type=submit]').click();
}

/** No rule of axe-core, or none of these, is broken in what the page shows. */
export async function assertAccessible(page: Page, where: string, look?: Look): Promise<void> {
  assert.deepEqual(await axeFindings(page, look), [], where);
}

/** Opens another screen without loading the app again, which the tests of slow lines do for each view. */
export async function showScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState({ view: performance.now() }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, `/admin${path}`);
  await page.locator('main h1, main .ui-empty h2').first().waitFor();
}
