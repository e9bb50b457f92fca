import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import {
  assertAccessible,
  openAdmin,
  saveData,
  showScreen,
  signInOn,
} from '../../support/admin/admin-page.ts';
import { ADMIN_SCREENS, makeAdminWorld } from '../../support/admin/admin-world.ts';
import { COLORS } from '../../support/browser/axe-findings.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { goodClaims, setUpEmbedding, signJwt } from '../../support/embeds/embed-client.ts';
import { call } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { watchRest } from '../../support/server/watch-rest.ts';
import { eventually } from '../../support/time/eventually.ts';

/** All rules of axe-core in the first look; in the other those that colors and a narrow window can break. */
const LOOKS = {
  'desktop, light': {
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    rules: undefined,
  },
  'phone, dark': {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    rules: [...COLORS, 'button-name', 'link-name', 'label', 'scrollable-region-focusable'],
  },
} as const;
const PHONE = { viewport: LOOKS['phone, dark'].viewport, colorScheme: 'dark' } as const;

describe('screens of the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let assertion: string;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    const setup = await setUpEmbedding(inlay);
    assertion = signJwt({ ...goodClaims(setup), exp: 5 });
    await makeAdminWorld(inlay, setup.adminToken);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  for (const [look, { rules, ...options }] of Object.entries(LOOKS)) {
    it(`pass axe-core, fit the width and log no errors: ${look}`, async () => {
      const { page, complaints, context } = await openAdmin(browser, inlay.url, '', {
        ...options,
        reducedMotion: 'reduce',
      });
      const rest = watchRest(page);
      const misfits: string[] = [];
      for (const screen of ADMIN_SCREENS) {
        await showScreen(page, screen);
        await rest();
        if (screen.endsWith('check-token')) {
          await page.getByLabel('Assertion (JWT)').fill(assertion);
          await page.getByRole('button', { name: 'Check token' }).click();
          await page.getByText('An exchange would be refused').waitFor();
        }
        await assertAccessible(page, screen, { rules });
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.ok(!tooWide, `${screen} is wider than the window`);
        const { low, hollow } = await page.evaluate(measured);
        misfits.push(...hollow.map((element) => `${screen} holds room for what is folded: ${element}`));
        if (options.viewport.width < 500)
          misfits.push(...low.map((element) => `${screen} has what is hard to press: ${element}`));
      }
      assert.deepEqual(misfits, []);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }

  it('have a sign-in page that passes axe-core and runs only scripts that its policy allows', async () => {
    const { page, complaints, context } = await watchPage(browser, PHONE);
    await page.goto(`${inlay.url}/admin/users`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await assertAccessible(page, 'sign-in');
    assert.deepEqual(complaints, []);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.foreign = true';
      document.body.append(script);
      return 'foreign' in globalThis;
    });
    assert.equal(ran, false);
    await context.close();
  });

  it('show the identifier of an embed in its app, and its code with real values', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/apps/sales');
    await page.getByRole('link', { name: 'sales-overview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sales overview' });
    const expected = {
      'Script tag': 'embedLauncher.js?id=overview&token=',
      SDK: "insertEmbedById('overview'",
      React: "embedId={'overview'}",
      'Web component': 'embed-id="overview"',
    };
    for (const [way, text] of Object.entries(expected)) {
      await dialog.getByRole('tab', { name: way }).click();
      await eventually(async () =>
        assert.ok((await dialog.locator('pre').last().textContent())?.includes(text), way),
      );
    }
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/admin\/embeds$/);
    await context.close();
  });

  it('are reachable by keyboard through the command palette', async () => {
    const { page, context } = await openAdmin(browser, inlay.url);
    const choose = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.locator('dialog [role=combobox]:focus').waitFor();
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
    };
    await choose('audit');
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
    await choose('check tok');
    await page.waitForURL(/check-token$/);
    await context.close();
  });

  it('are behind a drawer on a phone', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '', PHONE);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' });
    await context.close();
  });

  it('load at most 60 KB at first, with Brotli and a non-blocking font, and cache hashed files forever', async () => {
    const { page, requests, context } = await watchPage(browser);
    // Whoever saves data gets what is needed and no more; for others the rest comes while nobody waits.
    await saveData(page);
    const rest = watchRest(page);
    await page.goto(`${inlay.url}/admin`);
    await signInOn(page);
    await page.getByRole('heading', { name: 'Embed Settings', level: 1 }).waitFor();
    await rest();
    const files = [...new Set(requests)].filter(
      (address) => /\/admin/.test(address) && !address.includes('/admin/session'),
    );
    let bytes = 0;
    let fonts = 0;
    for (const address of files) {
      const { headers } = await call(address, { headers: { 'accept-encoding': 'br' } });
      if (address.endsWith('.woff2')) fonts += Number(headers['content-length']);
      else bytes += Number(headers['content-length']);
      if (address.includes('/assets/')) assert.match(String(headers['cache-control']), /immutable/);
      else
        assert.match(String(headers['content-security-policy']), /script-src 'self'.*frame-ancestors 'none'/);
    }
    assert.ok(files.length >= 3);
    assert.ok(bytes <= 60 * 1024, `${bytes} bytes`);
    assert.ok(fonts <= 50 * 1024, `${fonts} bytes of fonts`);
    const displays = await page.evaluate(() => [...document.fonts].map(({ display }) => display));
    assert.ok(displays.every((display) => display === 'swap'));
    await context.close();
  });
});

/** What a finger would miss, links in the middle of a text aside, and what is folded and still takes room. */
function measured(): { readonly low: readonly string[]; readonly hollow: readonly string[] } {
  const named = (element: Element) => element.outerHTML.slice(0, 120);
  const height = (element: Element) => element.getBoundingClientRect().height;
  const pressed = [
    ...document.querySelectorAll('main :is(button, select, input, summary, .ui-tab, .ui-button)'),
  ];
  const low = pressed.filter((element) => {
    if (!element.checkVisibility() || element.closest('.ui-visually-hidden, .te-kind')) return false;
    const label = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : null;
    return height(label ?? element) < 43.5;
  });
  const folded = [...document.querySelectorAll('main details:not([open])')];
  const hollow = folded.filter((element) => {
    const summary = element.querySelector('summary');
    return element.checkVisibility() && summary !== null && height(element) > height(summary) + 16;
  });
  return { low: low.map(named), hollow: hollow.map(named) };
}
