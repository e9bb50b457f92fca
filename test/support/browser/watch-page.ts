import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Addresses of all requests, in order; `data:` and `blob:` stay inside the browser and are left out. */
  readonly requests: readonly string[];
  /** Errors and warnings that a developer would see in the console, and exceptions nobody caught. */
  readonly complaints: readonly string[];
  readonly context: BrowserContext;
}

/** A page in its own context, with its requests and console errors. */
export async function watchPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) requests.push(request.url());
  });
  page.on('websocket', (socket) => requests.push(socket.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, requests, complaints, context };
}
