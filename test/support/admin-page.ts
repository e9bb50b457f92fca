import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ADMIN } from './start-inlay.ts';
import { type WatchedPage, watchPage } from './watch-page.ts';

/** For a test that ends its session, which is then one of its own. */
export const SIGNED_OUT = { cookies: [], origins: [] };

type Session = NonNullable<BrowserContextOptions['storageState']>;

/** What a browser keeps of its administrator, by the address of the instance. */
const sessions = new Map<string, Session>();

/** The admin app with its administrator signed in: the first time as a person would do it, then with that session. */
export async function openAdmin(
  browser: Browser,
  url: string,
  path = '',
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const session = options.storageState ?? sessions.get(url);
  const watched = await watchPage(browser, session ? { ...options, storageState: session } : options);
  await watched.page.goto(`${url}/admin${path}`);
  if (!session || session === SIGNED_OUT) await signInOn(watched.page);
  await watched.page.locator('h1').filter({ hasNotText: 'Sign in' }).waitFor();
  if (!session) sessions.set(url, await watched.context.storageState());
  return watched;
}

export async function signInOn(page: Page, password: string = ADMIN.password): Promise<void> {
  const username = page.getByLabel('Username');
  if (await username.isEditable()) await username.fill(ADMIN.username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** No rule of axe-core is broken in what the page shows. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(axe.source);
  const broken = await page.evaluate(async () => {
    type Run = () => Promise<{
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    }>;
    const { violations } = await (globalThis as unknown as { axe: { run: Run } }).axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
    );
  });
  assert.deepEqual(broken, [], where);
}
