import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';
import { eventually } from '../../support/time/eventually.ts';

const highlight = (product: string) => ({ highlight: [{ column: 'product', values: [product] }] });
const STORY = {
  id: 'guide',
  appId: 'sales',
  title: 'A guided year',
  mode: 'scroll',
  steps: [
    { id: 'all', title: 'All products', narrative: 'Two of them.', tiles: ['revenue'] },
    { id: 'tea', title: 'Tea', narrative: 'A third.', tiles: ['revenue'], chart: highlight('Tea') },
    { id: 'coffee', title: 'Coffee', narrative: 'The rest.', tiles: ['revenue'], chart: highlight('Coffee') },
    { id: 'customers', title: 'Who buys', tiles: ['customers'] },
    { id: 'summary', title: 'In short', summary: true },
  ],
};

/** The host page scrolls around a frame as tall as its content, or the frame scrolls. */
const HEIGHTS = { 'in a frame as tall as its page': 'auto', 'in a frame that scrolls': '640' };

describe('a story that scrolls', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let host: Server;

  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    ({ store, inlay } = world);
    const { admin } = world;
    assert.equal((await admin('POST', 'stories', { body: STORY })).status, 201);
    assert.equal((await admin('POST', 'stories/guide/publish', { ifMatch: '*' })).status, 200);
    const embed = { id: 'e-guide', title: 'Guide', target: { kind: 'story', id: 'guide' } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
    const token = await viewerToken(world.setup);
    browser = await openBrowser();
    host = createServer(({ url = '' }, response) => {
      const fields = new URL(url, 'http://host.test').searchParams;
      fields.set('id', 'e-guide');
      fields.set('token', token);
      const src = `${inlay.url}/scripts/embedLauncher.js?${fields}`.replaceAll('&', '&amp;');
      const room = '<p style="height:100px">Text of the host</p>';
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Host</title><body>${room}<script async src="${src}"></script>${room}`,
      );
    });
    await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  });
  after(async () => {
    await browser?.close();
    host?.close();
    await inlay?.close();
    await store?.drop();
  });

  const open = async (query: string, options: BrowserContextOptions = {}) => {
    const watched = await watchPage(browser, { viewport: { width: 1000, height: 800 }, ...options });
    const { port } = host.address() as AddressInfo;
    await watched.page.goto(`http://localhost:${port}/?${query}`);
    const element = await watched.page.waitForSelector('iframe');
    const frame = await element.contentFrame();
    assert.ok(frame);
    await frame.waitForSelector('.inlay-step svg.inlay-chart', { state: 'attached' });
    return { ...watched, frame };
  };
  const live = (frame: Frame) => frame.waitForSelector('[data-live] > [data-active]');
  /** The steps whose drawings a viewer can see. */
  const drawn = (frame: Frame) =>
    frame.$$eval('.inlay-step', (steps) =>
      steps
        .filter((step) =>
          step.querySelector('.inlay-step-tiles')?.checkVisibility({ visibilityProperty: true }),
        )
        .map((step) => (step as HTMLElement).dataset.step),
    );
  const active = (frame: Frame) => frame.$eval('[data-active]', (step) => (step as HTMLElement).dataset.step);
  const scrollTo = (frame: Frame, page: Page, step: string) =>
    frame
      .$eval(
        `[data-step=${step}] .inlay-step-text`,
        (text) => text.getBoundingClientRect().top - innerHeight / 3,
      )
      .then(async () => {
        await page.mouse.move(500, 600);
        for (let turns = 0; turns < 40 && (await active(frame)) !== step; turns += 1) {
          await page.mouse.wheel(0, 80);
          await frame.evaluate(() => new Promise(requestAnimationFrame));
        }
        await eventually(async () => assert.equal(await active(frame), step));
      });

  /** Waits until an element is in view and neither the host page nor the frame moves it any more. */
  const rests = (page: Page, element: Locator) =>
    eventually(async () => {
      const before = await element.boundingBox();
      // Many frames: a page that begins to scroll smoothly moves by less than a pixel.
      for (let turns = 0; turns < 10; turns += 1)
        await page.evaluate(() => new Promise(requestAnimationFrame));
      const box = await element.boundingBox();
      assert.deepEqual(box, before);
      const { height = 0 } = page.viewportSize() ?? {};
      assert.ok(box && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
    });
  /** As a viewer does, who clicks what they see. To click what moves makes Playwright scroll after it. */
  const choose = async (page: Page, link: Locator) => {
    await rests(page, link);
    await link.click();
  };
  const arrives = async (frame: Frame, page: Page, step: string) => {
    await eventually(async () => assert.equal(await active(frame), step));
    await rests(page, frame.locator(`[data-step=${step}] .inlay-step-text`));
    assert.equal(await active(frame), step);
  };

  for (const [where, height] of Object.entries(HEIGHTS)) {
    describe(where, () => {
      it('keeps the chart in view while its text moves, and shows the drawing of the current step', async () => {
        const { page, frame, context, complaints } = await open(`height=${height}`);
        await live(frame);
        assert.deepEqual(await drawn(frame), ['all', 'customers']);
        await scrollTo(frame, page, 'coffee');
        await eventually(async () => assert.deepEqual(await drawn(frame), ['coffee', 'customers']));
        const chart = frame.locator('[data-step=coffee] svg.inlay-chart');
        await eventually(async () => {
          const box = await chart.boundingBox();
          assert.ok(box && box.y >= 0 && box.y + box.height <= 800, JSON.stringify(box));
        });
        assert.match(frame.url(), /#coffee$/);
        await eventually(async () => {
          const box = await frame.locator('.inlay-progress').boundingBox();
          assert.ok(box && box.y > 600 && box.y + box.height <= 800, JSON.stringify(box));
        });
        await scrollTo(frame, page, 'customers');
        await eventually(async () => {
          const [left, arrived] = await Promise.all(
            ['coffee', 'customers'].map((step) =>
              frame.locator(`[data-step=${step}] .inlay-charts`).boundingBox(),
            ),
          );
          assert.ok(left && arrived && left.y + left.height <= arrived.y, JSON.stringify([left, arrived]));
        });
        assert.deepEqual(complaints, []);
        await context.close();
      });

      it('scrolls to the step that the viewer chooses', async () => {
        const { page, frame, context } = await open(`height=${height}`);
        await live(frame);
        await choose(page, frame.locator('.inlay-dot').nth(2));
        await arrives(frame, page, 'coffee');
        await expect(frame.locator('.inlay-dot').nth(2)).toHaveAttribute('aria-current', 'step');
        await choose(page, frame.locator('.inlay-dot').last());
        await arrives(frame, page, 'summary');
        assert.match(frame.url(), /#summary$/);
        await choose(page, frame.locator('.inlay-summary a').first());
        await arrives(frame, page, 'all');
        await context.close();
      });
    });
  }

  it('shows the drawing of a step whose text cannot reach the reading line', async () => {
    const { page, frame, context } = await open('height=1400&storyMode=scroll', {
      viewport: { width: 1000, height: 1700 },
    });
    await live(frame);
    await choose(page, frame.locator('.inlay-dot').nth(1));
    await eventually(async () => assert.equal(await active(frame), 'tea'));
    assert.deepEqual(await drawn(frame), ['tea', 'customers']);
    await choose(page, frame.locator('.inlay-dot').last());
    await eventually(async () => assert.equal(await active(frame), 'summary'));
    assert.deepEqual(await drawn(frame), ['coffee', 'customers']);
    await context.close();
  });

  it('opens at the step that the host page names', async () => {
    const { frame, context } = await open('height=640&step=customers');
    await live(frame);
    await eventually(async () => assert.equal(await active(frame), 'customers'));
    await context.close();
  });

  it('reads as an article before its script runs, and moves no text when it does', async () => {
    const held = Promise.withResolvers<void>();
    const watched = await watchPage(browser, { viewport: { width: 1000, height: 800 } });
    await watched.page.route(/\/embed\/assets\/story-.*\.js/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const { port } = host.address() as AddressInfo;
    await watched.page.goto(`http://localhost:${port}/?height=auto`);
    const frame = await (await watched.page.waitForSelector('iframe')).contentFrame();
    assert.ok(frame);
    await frame.waitForSelector('.inlay-step svg.inlay-chart', { state: 'attached' });
    const tops = () =>
      frame.$$eval('.inlay-step-text', (texts) =>
        texts.map((text) => Math.round(text.getBoundingClientRect().top)),
      );
    await eventually(async () => assert.deepEqual(await drawn(frame), ['all', 'tea', 'coffee', 'customers']));
    const before = await tops();
    held.resolve();
    await live(frame);
    assert.deepEqual(await tops(), before);
    await watched.context.close();
  });

  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    it(`moves the marks that two drawings share: ${reducedMotion === 'reduce' ? 'not with reduced motion' : 'with motion'}`, async () => {
      const { frame, context } = await open('height=640&storyMode=slides', { reducedMotion });
      await frame.waitForSelector('.inlay-dot');
      const moved = await frame.evaluate(() => {
        document.querySelectorAll<HTMLElement>('.inlay-dot')[1]?.click();
        const running = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target);
        return running.filter((target) => target?.hasAttribute('data-key')).length;
      });
      assert.equal(moved > 0, reducedMotion !== 'reduce', `${moved}`);
      await context.close();
    });

  it('shows each chart below its text in a narrow frame', async () => {
    const { frame, context } = await open('height=auto', { viewport: { width: 420, height: 800 } });
    await frame.waitForSelector('[data-active]');
    assert.deepEqual(await drawn(frame), ['all', 'tea', 'coffee', 'customers']);
    await context.close();
  });

  it('follows the width where its mode is auto', async () => {
    const { page, frame, context } = await open('height=auto&storyMode=auto');
    await live(frame);
    await page.setViewportSize({ width: 420, height: 800 });
    await frame.waitForSelector('.inlay-steps[data-mode=slides]');
    await eventually(async () => assert.deepEqual(await drawn(frame), ['all']));
    await page.setViewportSize({ width: 1000, height: 800 });
    await live(frame);
    await context.close();
  });
});
