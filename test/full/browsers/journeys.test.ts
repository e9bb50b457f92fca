import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import type { EmbedHandle, EmbedOptions } from '../../../packages/sdk/src/embed-options.ts';
import { type BrowserPage, browserPage, type View } from './browser-page.ts';
import { browsers } from './browsers.ts';
import { type DemoPage, startDemoPage } from './demo-page.ts';
import { type EmbeddingProduct, startEmbeddingProduct } from './embedding-product.ts';
import type { WebDriver } from './web-driver.ts';

declare global {
  interface Window {
    productHeard: { readonly name: string; readonly detail: Readonly<Record<string, unknown>> }[];
    embed: EmbedHandle;
    show(embed: string, options: EmbedOptions): Promise<void>;
  }
}

/** WebDriver §17.4.2. */
const KEYS = { escape: '\uE00C', pageUp: '\uE00E' };

for (const { name: browser, start, isMissing: skip } of browsers) {
  for (const blocksThirdParties of [false, true])
    describe(`${browser}${blocksThirdParties ? ' that blocks third-party cookies' : ''}`, { skip }, () => {
      let product: EmbeddingProduct;
      let driver: WebDriver;
      let page: BrowserPage;
      let frame: View;
      before(async () => {
        product = await startEmbeddingProduct();
        driver = await start({ blocksThirdParties });
        page = browserPage(driver);
        frame = page.frame(0);
      });
      afterEach(async (test) => {
        if ('fullName' in test) await keepScreenshot(page, test as TestContext);
      });
      after(async () => {
        await driver?.close();
        await product?.close();
      });

      /** Shows an embed by the SDK, with tokens that the product's server provides. */
      const show = async (embed: string, options: EmbedOptions = {}) => {
        product.tokens.asked = 0;
        await page.open(product.sdkPage);
        await page.evaluate((id, given) => window.show(id, given), embed, options);
      };
      const hears = (event: string) =>
        page.waitFor((name) => window.productHeard.findLast((each) => each.name === name)?.detail, event);
      const uncaught = () =>
        page.evaluate(() =>
          window.productHeard.flatMap(({ name, detail }) => (name === 'uncaught' ? [detail] : [])),
        );
      /** The names at the axis of the chart, once there are that many bars, each with an extent. */
      const productsInChart = (count: number) =>
        frame.waitFor((wanted) => {
          const chart = document.querySelector('[data-tile=revenue] svg.inlay-chart');
          const bars = [...(chart?.querySelectorAll('[data-mark]') ?? [])].map((bar) =>
            bar.getBoundingClientRect(),
          );
          if (bars.length !== wanted || !bars.every(({ width, height }) => width > 4 && height > 4)) return;
          return ['Coffee', 'Tea'].filter((name) => chart?.textContent?.includes(name));
        }, count);

      it('launcher: a script tag shows a chart in a frame as tall as its content', async () => {
        await page.open(await product.launcherPage('e-tile'));
        assert.deepEqual(await productsInChart(2), ['Coffee', 'Tea']);
        await page.waitFor(() => document.querySelector('iframe')?.title === 'Revenue by product');
        await page.waitFor(() => document.querySelector('iframe')?.style.height !== '320px');
        await frame.waitFor(() => document.documentElement.scrollHeight <= innerHeight);
        await frame.click({ css: 'svg.inlay-chart' });
        await frame.waitForElement({ css: '.inlay-tools button' });
        assert.deepEqual(await uncaught(), []);
      });

      it('SDK: opens a dashboard, changes theme and language in place, and exports', async () => {
        await show('e-dashboard');
        assert.equal((await hears('ready')).kind, 'dashboard');
        await frame.evaluate(() => {
          window.name = 'the same document';
        });
        await page.evaluate(() => window.embed.setTheme('dark'));
        await frame.waitForElement({ css: 'html[data-inlay-theme=dark]' });
        await page.evaluate(() => window.embed.setLanguage('ar'));
        await frame.waitForElement({ css: 'html[lang=ar][dir=rtl]' });
        const gap = await frame.evaluate(() => {
          const text = new Range();
          text.selectNodeContents(document.querySelector('h1') ?? document);
          return innerWidth - text.getBoundingClientRect().right;
        });
        assert.ok(gap < 40, `the title is ${gap} px away from where lines begin`);
        for (const [format, type] of [
          ['csv', /^text\/csv/],
          ['png', /^image\/png/],
        ] as const) {
          const file = await page.evaluate(async (wanted) => {
            const { blob } = await window.embed.exportAs(wanted, { tileId: 'revenue' });
            return { type: blob.type, size: blob.size };
          }, format);
          assert.match(file.type, type);
          assert.ok(file.size > 20, `${format} has ${file.size} bytes`);
        }
        assert.equal(await frame.evaluate(() => window.name), 'the same document');
        await frame.waitFor(() => document.documentElement.scrollHeight <= innerHeight);
        assert.deepEqual(await uncaught(), []);
      });

      it('filter: the viewer picks a value, the chart and the host follow', async () => {
        await show('e-dashboard');
        assert.deepEqual(await productsInChart(2), ['Coffee', 'Tea']);
        await frame.waitForElement({ css: '.inlay-tools button' });
        await frame.click({ css: 'button[data-filter=product]' });
        await frame.click({ css: '.ui-choice', text: /Tea/ });
        assert.deepEqual(await productsInChart(1), ['Tea']);
        assert.deepEqual(await hears('filter-change'), { filters: { product: 'Tea' }, by: 'viewer' });
        await page.evaluate(() => window.embed.setFilter('product', 'Coffee'));
        assert.deepEqual(await productsInChart(1), ['Coffee']);
        assert.deepEqual(await page.evaluate(() => window.embed.getFilters()), { product: 'Coffee' });
        assert.deepEqual(await uncaught(), []);
      });

      it('story: opens at a step and switches steps by key', async () => {
        await show('e-story', { step: 'two' });
        await frame.waitForElement({ css: '.inlay-step[data-step=two]' });
        await frame.press({ css: '.inlay-progress button' }, KEYS.pageUp);
        await frame.waitForElement({ css: '.inlay-step[data-step=one]' });
        assert.deepEqual(await hears('navigate'), { to: 'one', index: 0, count: 2 });
        assert.deepEqual(await productsInChart(2), ['Coffee', 'Tea']);
        assert.deepEqual(await uncaught(), []);
      });

      it('builder: saves a new dashboard, which is still there after a reload', async () => {
        product.tokens.privileges = ['contribute'];
        const title = `My sales ${blocksThirdParties ? 'without cookies' : 'with cookies'}`;
        await show('b-sales');
        await frame.click({ css: 'button', text: 'New dashboard' });
        await frame.click({ css: 'button', text: 'Add' });
        await frame.click({ css: '.bld-quick-chart select option[value=product]' });
        await frame.waitForElement({ css: '.bld-preview svg.inlay-chart' });
        await frame.click({ css: 'button', text: 'Add to dashboard' });
        await frame.waitForElement({ css: '.bld-item svg.inlay-chart' });
        await frame.fill({ css: 'input', text: 'Title' }, title);
        await page.waitFor(
          (name) =>
            window.productHeard.some((each) => each.name === 'dashboard-saved' && each.detail.title === name),
          title,
        );
        await frame.waitForElement({ css: '.bld-save[data-save=saved]' });
        await show('b-sales');
        await frame.click({ css: '.bld-card-open', text: new RegExp(title) });
        // What it shows while it loads is a chart as well, without marks.
        await frame.waitForElement({ css: '.bld-item [data-mark]' });
        assert.deepEqual(await uncaught(), []);
        product.tokens.privileges = ['view'];
      });

      it('token renewal: a token is replaced in place before it expires', async () => {
        product.tokens.seconds = 20;
        await show('e-dashboard', { filters: { product: 'Tea' } });
        await hears('token-expiring');
        await page.waitFor(() => window.embed.refresh().then(() => true));
        assert.ok(product.tokens.asked >= 2, `the product was asked ${product.tokens.asked} times`);
        assert.deepEqual(await productsInChart(1), ['Tea']);
        product.tokens.seconds = 300;
      });

      it('token renewal: a viewer who returns after it expired continues where they were', async () => {
        await show('e-dashboard', { filters: { product: 'Tea' } });
        assert.deepEqual(await productsInChart(1), ['Tea']);
        // As after a night with the lid closed: no timer of the page has run.
        product.passTime(400_000);
        await page.evaluate(() => window.embed.setFilter('product', 'Coffee'));
        assert.deepEqual(await productsInChart(1), ['Coffee']);
        assert.equal(product.tokens.asked, 2);
        await hears('token-expired');
        assert.deepEqual(await uncaught(), []);
      });

      it(`third-party cookies: the frame ${blocksThirdParties ? 'cannot keep any' : 'could keep some'}, and has none`, async () => {
        await show('e-tile');
        await frame.waitForElement({ css: 'svg.inlay-chart' });
        assert.equal(await frame.evaluate(() => document.cookie), '');
        const kept = await frame.evaluate(() => {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere yet.
          document.cookie = 'probe=1';
          return document.cookie;
        });
        assert.equal(kept, blocksThirdParties ? '' : 'probe=1');
      });
    });

  describe(`${browser} on the demo page`, { skip }, () => {
    let demo: DemoPage;
    let driver: WebDriver;
    let page: BrowserPage;
    before(async () => {
      demo = await startDemoPage();
      driver = await start({ blocksThirdParties: true });
      page = browserPage(driver);
    });
    after(async () => {
      await driver?.close();
      await demo?.close();
    });

    it('demo: every embed is rendered', async (test) => {
      await page.open(demo.url);
      const count = await page.waitFor(() => document.querySelectorAll('iframe').length);
      assert.ok(count >= 9, `${count} frames`);
      for (let index = 0; index < count; index++) {
        await page.evaluate((each) => document.querySelectorAll('iframe')[each]?.scrollIntoView(), index);
        await page
          .frame(index)
          .waitFor(() => document.querySelector('svg.inlay-chart, .inlay-kpi, .bld-home'));
        await keepScreenshot(page, test, String(index));
      }
    });
  });
}

/** For a person to look at: fonts, layout and charts. */
async function keepScreenshot(page: BrowserPage | undefined, test: TestContext, suffix = ''): Promise<void> {
  const folder = process.env.INLAY_TEST_SCREENSHOTS;
  if (folder === undefined || page === undefined) return;
  mkdirSync(folder, { recursive: true });
  const name = `${test.fullName} ${suffix}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 120);
  writeFileSync(join(folder, `${name}.png`), await page.screenshot());
}
