import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { setUpEmbedding } from '../../support/embeds/embed-client.ts';
import { makeEmbedWorld, viewerToken } from '../../support/embeds/embed-world.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';

describe('an embed in a page of another origin', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let host: Server;
  let token: string;

  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    const setup = await setUpEmbedding(inlay);
    await makeEmbedWorld(inlay, setup);
    token = await viewerToken(setup);
    browser = await openBrowser();
    host = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://host.test');
      const policy = searchParams.get('policy');
      if (policy !== null) response.setHeader('content-security-policy', policy);
      response.setHeader('content-type', 'text/html');
      const src = `${inlay.url}/scripts/embedLauncher.js?id=${searchParams.get('id')}&token=${token}`;
      response.end(`<!doctype html><title>Host</title><body><script async src="${src}"></script>`);
    });
    await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  });
  after(async () => {
    await browser?.close();
    host?.close();
    await inlay?.close();
    await store?.drop();
  });

  const open = async (id: string, options: { policy?: string; javaScriptEnabled?: boolean } = {}) => {
    const watched = await watchPage(browser, { viewport: { width: 900, height: 700 } });
    const { port } = host.address() as AddressInfo;
    const policy = options.policy === undefined ? '' : `&policy=${encodeURIComponent(options.policy)}`;
    await watched.page.goto(`http://localhost:${port}/?id=${id}${policy}`);
    return { ...watched, frame: watched.page.frameLocator('iframe') };
  };

  it('shows its chart, reports its height to the host, and violates no policy', async () => {
    const { page, frame, complaints, requests, context } = await open('e-tile');
    await frame.locator('svg.inlay-chart').waitFor();
    await page.waitForFunction(() => document.querySelector('iframe')?.title === 'Revenue by product');
    await page.waitForFunction(() => document.querySelector('iframe')?.style.height !== '320px');
    assert.deepEqual(complaints, []);
    const withToken = requests.filter((url) => url.includes(token));
    assert.deepEqual(
      withToken.map((url) => new URL(url).pathname),
      ['/scripts/embedLauncher.js'],
    );
    await context.close();
  });

  it('starts with a link past it, which shows when it has the focus and moves nothing', async () => {
    const { page, frame, context } = await open('e-dashboard');
    const body = frame.locator('body');
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.textContent = 'Next in the host page';
      document.body.append(button);
    });
    await frame.locator('[data-tile="revenue"] svg.inlay-chart').first().waitFor();
    const topOf = () => frame.locator('main').evaluate((main) => main.getBoundingClientRect().top);
    const before = await topOf();
    const link = frame.getByRole('link', { name: /^Skip past / });
    await body.evaluate(() => focus());
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(link).toHaveCSS('clip-path', 'none');
    await expect(link).toBeInViewport();
    assert.equal(await topOf(), before);
    await page.keyboard.press('Enter');
    await expect(frame.locator('#inlay-end')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Next in the host page' })).toBeFocused();
    await context.close();
  });

  it('has one tab stop per chart and scrolling table, besides tools, filters and table headers', async () => {
    const { frame, context } = await open('e-dashboard');
    await frame.locator('[data-tile="revenue"] svg.inlay-chart').hover();
    await frame.locator('[data-tile="revenue"] .inlay-tools button').first().waitFor();
    const stops = await frame.locator('[data-tile]').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const all = [...tile.querySelectorAll<HTMLElement>('*')].filter(
          (each) => each.tabIndex >= 0 && each.checkVisibility(),
        );
        return all.filter((each) => !each.matches('.inlay-tools *, .inlay-switch, th, .inlay-pager *'))
          .length;
      }),
    );
    assert.ok(stops.length > 0);
    assert.deepEqual(
      stops.filter((count) => count > 1),
      [],
    );
    await context.close();
  });

  it('becomes interactive when the pointer enters', async () => {
    const { frame, complaints, context } = await open('e-dashboard');
    await frame.locator('[data-tile="revenue"] svg.inlay-chart').hover();
    await frame.locator('[data-tile="revenue"] .inlay-tools button').first().waitFor();
    await frame.locator('button[data-filter="product"]').click();
    await frame.getByText('Tea', { exact: true }).last().waitFor();
    // The tile whose database is down is the only thing that may be complained about.
    assert.deepEqual(
      complaints.filter((text) => !/502|The host name of the database is unknown/.test(text)),
      [],
    );
    await context.close();
  });

  it('grows without a scrollbar, even if scrollbars take up space', async () => {
    const withBars = await openBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] });
    try {
      const page = await withBars.newPage({ viewport: { width: 500, height: 900 } });
      const { port } = host.address() as AddressInfo;
      await page.goto(`http://localhost:${port}/?id=e-story`);
      await page.waitForFunction(() => (document.querySelector('iframe')?.clientHeight ?? 0) > 320);
      const frame = page.frames()[1];
      await frame?.waitForFunction(
        () => (document.querySelector('main')?.getBoundingClientRect().height ?? 0) <= innerHeight,
      );
      const bar = await frame?.evaluate(() => innerWidth - document.documentElement.clientWidth);
      assert.equal(bar, 0);
    } finally {
      await withBars.close();
    }
  });

  it("loads over the port if the host's policy forbids the form", async () => {
    const { frame, context } = await open('e-tile', { policy: "form-action 'none'" });
    await frame.locator('svg.inlay-chart').waitFor();
    await expect(frame.locator('body')).toHaveText(/Revenue by product/);
    await context.close();
  });

  it('reports that the embed does not exist', async () => {
    const { frame, context } = await open('nothing-here');
    await frame.locator('h1').waitFor();
    await expect(frame.locator('h1')).toHaveText('This content is not available');
    await context.close();
  });
});
