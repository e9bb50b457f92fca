import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';

const script = fileURLToPath(new URL('../../../scripts/dev.mjs', import.meta.url));
const source = fileURLToPath(new URL('../../../packages/server/src/version.ts', import.meta.url));

describe('npm run dev', () => {
  it('serves admin app, demo shop and gallery from sources, restarts the server on change, and ends with Ctrl-C', async () => {
    const store = await sqliteStore();
    const [port, shopPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [script], {
      // A group of its own, since a terminal sends Ctrl-C to all of it.
      detached: true,
      env: { ...process.env, ...store.env, INLAY_PORT: String(port), INLAY_DEMO_PORT: String(shopPort) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    const ready = Promise.withResolvers<void>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (/Press Ctrl-C to stop/.test(printed)) ready.resolve();
    });
    const exited = once(child, 'exit');
    void exited.then(() => ready.reject(new Error(`ended after printing: ${printed}`)));
    const browser = await openBrowser();
    try {
      await ready.promise;
      const { page, complaints } = await watchPage(browser);

      await page.goto(`http://localhost:${port}/admin`);
      await page.getByRole('heading', { name: 'Embed Settings' }).waitFor();
      const surface = 'getComputedStyle(document.body).getPropertyValue("--inlay-surface")';
      assert.match(await page.evaluate<string>(surface), /^#/);

      await page.goto(`http://localhost:${port}/gallery`);
      await page.locator('.gallery-state').first().waitFor();

      await page.goto(`http://localhost:${shopPort}/`);
      const embed = page.frameLocator('iframe[title="Revenue"]').first();
      await embed.locator('svg.inlay-chart').first().waitFor();
      const started = await startOf(port);
      await embed.locator('html').evaluate((html) => html.classList.add('former'));
      utimesSync(source, new Date(), new Date());
      await embed.locator('html:not(.former) svg.inlay-chart').first().waitFor();
      assert.notEqual(await startOf(port), started);
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
      process.kill(-(child.pid as number), 'SIGINT');
      assert.deepEqual(await exited, [0, null]);
      await store.drop();
    }
    for (const ended of [port, shopPort]) await assert.rejects(fetch(`http://127.0.0.1:${ended}/`));
  });
});

/** When the process that answers was started. */
async function startOf(port: number): Promise<string | undefined> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^process_start_time_seconds (\S+)/m.exec(metrics)?.[1];
}
