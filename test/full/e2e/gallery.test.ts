import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { startPages } from '../../../packages/admin/dev/start-pages.ts';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { type WatchedPage, watchPage } from '../../support/browser/watch-page.ts';
import { freePort } from '../../support/server/free-port.ts';

const packages = fileURLToPath(new URL('../../../packages', import.meta.url));
const entries = globSync('*/gallery/*.gallery.tsx', { cwd: packages })
  .map((file) => file.replace('/gallery/', '/').replace('.gallery.tsx', ''))
  .sort();

/** What axe-core finds, but for landmarks: where something stands is decided by a page, not by its parts. */
async function findings(page: Page): Promise<readonly string[]> {
  return (await axeFindings(page)).filter((finding) => !finding.startsWith('region:'));
}

describe('component gallery', () => {
  let pages: Awaited<ReturnType<typeof startPages>>;
  let browser: Browser;
  let url: string;
  let cacheDir: string;
  /** Shows one entry after the other: most of their modules are the same, and a new context would load all again. */
  let shared: WatchedPage;
  before(async () => {
    const port = await freePort();
    url = `http://localhost:${port}/gallery`;
    cacheDir = await mkdtemp(join(tmpdir(), 'inlay-gallery-'));
    pages = await startPages({ port, cacheDir });
    browser = await openBrowser();
    shared = await watchPage(browser);
    // The hosts of images in table cells do not exist.
    await shared.context.route(/^https:\/\/\w+\.example\.com\//, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
  });
  after(async () => {
    await browser?.close();
    await pages?.close();
    await rm(cacheDir, { recursive: true, force: true });
  });

  for (const entry of entries)
    it(`${entry}: renders every state, without browser errors or axe violations`, async () => {
      const { page, complaints } = shared;
      const earlier = complaints.length;
      await page.goto(`${url}/${entry}`);
      await page.locator(`a[aria-current=page]:text-is("${entry}")`).waitFor();
      const states = page.locator('.gallery-state');
      await expect(states).not.toHaveCount(0);
      await expect(states.filter({ hasNot: page.locator(':scope > :not(h2)') })).toHaveCount(0);
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(complaints.slice(earlier), []);
    });

  it('shows an entry in dark colors and from right to left', async () => {
    const { page, context } = await watchPage(browser);
    await page.goto(`${url}/ui/choice-list`);
    await page.getByRole('link', { name: 'Dark' }).click();
    await page.getByRole('link', { name: 'Right to left' }).click();
    await page.locator('html[data-inlay-theme=dark][dir=rtl]').waitFor();
    assert.deepEqual(await findings(page), []);
    await context.close();
  });

  it('combobox: filters the options while typing, selects by keyboard, and keeps the selection on Escape', async () => {
    const { page, context } = await watchPage(browser);
    await page.goto(`${url}/ui/combobox`);
    const city = page.getByRole('region', { name: 'chosen', exact: true }).getByRole('combobox');
    await city.click();
    await city.fill('krako');
    await expect(page.getByRole('option')).toHaveText(['Kraków']);
    await city.press('Escape');
    await expect(city).toHaveValue('Berlin');
    await city.press('ArrowDown');
    await city.press('ArrowDown');
    await city.press('Enter');
    await expect(city).toHaveValue('Kraków');
    await expect(page.getByRole('option')).toHaveCount(0);
    await context.close();
  });

  it('condition editor: adds, moves and removes conditions by keyboard, and never loses the focus', async () => {
    const { page, complaints, context } = await watchPage(browser);
    await page.goto(`${url}/ui/condition-editor`);
    const editor = page.getByRole('region', { name: 'nested groups' });
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        return [
          at?.closest('fieldset')?.ariaLabel,
          at?.ariaLabel ?? (at as HTMLInputElement).labels?.[0]?.textContent,
        ];
      });
    const press = async (name: string, group: string) => {
      await editor.getByRole('group', { name: group }).getByRole('button', { name }).last().focus();
      await page.keyboard.press('Enter');
    };
    await editor.getByRole('button', { name: 'Add condition' }).last().focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await focused(), ['Condition 3', 'Compare']);
    await page.keyboard.type('amou');
    await page.keyboard.press('Enter');
    await press('Move up', 'Condition 3');
    assert.deepEqual(await focused(), ['Condition 2', 'Move up']);
    await page.keyboard.press('Enter');
    assert.deepEqual(await focused(), ['Condition 1', 'Move down']);
    const compared = editor.getByRole('combobox', { name: 'Compare', exact: true });
    await expect(compared.first()).toHaveValue('Amount');

    // The last condition of a group takes its place.
    await press('Remove condition', 'Group 3');
    await editor.getByRole('group', { name: 'Group 3' }).waitFor({ state: 'detached' });
    assert.deepEqual(await focused(), ['Condition 3', 'Compare']);
    for (const left of ['Condition 2', 'Condition 1']) {
      await press('Remove condition', left === 'Condition 2' ? 'Condition 3' : 'Condition 2');
      assert.deepEqual(await focused(), [left, 'Compare']);
    }
    await press('Remove condition', 'Condition 1');
    await expect(editor.getByRole('button', { name: 'Add condition' })).toBeFocused();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
