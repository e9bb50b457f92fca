import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../server/start-inlay.ts';

/** The admin app on a separate server, and a browser to open it. */
export interface AdminAppInUse {
  readonly inlay: TestInlay;
  readonly browser: Browser;
}

/** Starts both before the tests of the surrounding `describe`, and ends them after. */
export function useAdminApp(): AdminAppInUse {
  let store: TestStore | undefined;
  let inlay: TestInlay | undefined;
  let browser: Browser | undefined;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });
  return {
    get inlay() {
      return inlay as TestInlay;
    },
    get browser() {
      return browser as Browser;
    },
  };
}
