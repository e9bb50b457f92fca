import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchPage } from '../../../test/support/watch-page.ts';
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
    heard: string[];
    inlay: InlayInstance;
  }
}

export interface SdkPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: readonly string[];
}

/** A page of the host application that loaded `embedSdk.js` and hears all events. */
export async function openSdkPage(
  browser: Browser,
  inlay: StandIn,
  headers?: Readonly<Record<string, string>>,
): Promise<SdkPage> {
  const watched = await watchPage(browser);
  inlay.seen.length = 0;
  await watched.page.goto(
    inlay.page(
      `<!doctype html><div id="here"></div><script src="${inlay.url}/scripts/embedSdk.js"></script>`,
      headers,
    ),
  );
  await watched.page.evaluate(async () => {
    window.heard = [];
    window.inlay = await window.Inlay.initialize();
    const names = ['ready', 'rendered', 'error', 'token-expiring', 'token-expired', 'filter-change'] as const;
    const more = ['click', 'drill', 'navigate', 'export', 'resize', 'dashboard-saved'] as const;
    for (const name of [...names, ...more]) {
      window.inlay.on(name, (event) => window.heard.push(`${event.name} ${JSON.stringify(event.detail)}`));
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
