import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type WatchedPage, watchPage } from '../../../test/support/browser/watch-page.ts';
import type { InlayInstance } from '../src/create-instance.ts';
import type { InitializeOptions } from '../src/embed-options.ts';
import type { InlayError } from '../src/errors.ts';
import type { StandIn } from './frame-stand-in.ts';

declare global {
  interface Window {
    readonly Inlay: {
      readonly InlayError: typeof InlayError;
      initialize(token?: string, options?: InitializeOptions): Promise<InlayInstance>;
    };
    /** Events that the page heard, as `name detail` in JSON. */
    heardEvents: string[];
    inlay: InlayInstance;
  }
}

/** A page of the host application that loaded `embedSdk.js` and hears all events. */
export async function openSdkPage(
  browser: Browser,
  inlay: Pick<StandIn, 'url' | 'seen' | 'page'>,
  headers?: Readonly<Record<string, string>>,
  options?: BrowserContextOptions,
): Promise<WatchedPage> {
  const watched = await watchPage(browser, options);
  inlay.seen.length = 0;
  await watched.page.goto(
    inlay.page(
      `<!doctype html><div id="here"></div><script src="${inlay.url}/scripts/embedSdk.js"></script>`,
      headers,
    ),
  );
  await watched.page.evaluate(async () => {
    window.heardEvents = [];
    window.inlay = await window.Inlay.initialize();
    const names = ['ready', 'rendered', 'error', 'token-expiring', 'token-expired', 'filter-change'] as const;
    const more = [
      'click',
      'drill',
      'navigate',
      'export',
      'resize',
      'dashboard-saved',
      'state-change',
      'subscription-created',
    ] as const;
    for (const name of [...names, ...more]) {
      window.inlay.on(name, (event) =>
        window.heardEvents.push(`${event.name} ${JSON.stringify(event.detail)}`),
      );
    }
  });
  return watched;
}

/** What a promise in the page rejected with. */
export async function rejection(page: Page, act: () => Promise<unknown>): Promise<string> {
  return page.evaluate(
    `(${act})().then(() => 'it did not reject', (error) =>
      (error instanceof Inlay.InlayError ? '' : 'not an InlayError: ') + error.code + ': ' + error.message)`,
  );
}
