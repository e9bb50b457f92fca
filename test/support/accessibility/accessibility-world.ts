import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoryContent } from '@inlay/content/story';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import { startDemoPage } from '../../full/browsers/demo-page.ts';
import { makeAdminWorld } from '../admin/admin-world.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { hostPage } from '../builder/builder-page.ts';
import { builderClient, canvasOf, made } from '../builder/builder-world.ts';
import { setUpEmbedding } from '../embeds/embed-client.ts';
import { sqliteStore, startInlay } from '../server/start-inlay.ts';

/** All parts of the product, each with real content, and a browser. */
export interface AccessibilityWorld {
  readonly browser: Browser;
  /** The demo host application. */
  readonly demoUrl: string;
  /** The instance with the content of the demo. */
  readonly instanceUrl: string;
  /** An instance with one of everything that the admin app has a screen for. */
  readonly adminUrl: string;
  /** A page of another origin with nothing but embeds, which `showEmbed` inserts. */
  readonly hostUrl: string;
  /** A dashboard of the builder, with a chart, a text and a table, of the user of these tokens. */
  readonly dashboard: string;
  token(): Promise<string>;
  close(): Promise<void>;
}

const SOURCE = {
  datasetId: 'order_lines',
  query: { dimensions: [{ column: 'channel' }], measures: ['sales'] },
};

export async function startAccessibilityWorld(): Promise<AccessibilityWorld> {
  const demo = await startDemoPage();
  const store = await sqliteStore();
  const admin = await startInlay(store);
  await makeAdminWorld(admin, (await setUpEmbedding(admin)).adminToken);
  const token = async () => {
    const response = await fetch(`${demo.url}/embed-token`, {
      method: 'POST',
      headers: { cookie: 'user=jonas' },
    });
    assert.equal(response.status, 200, 'the demo host application gives no token');
    return ((await response.json()) as { token: string }).token;
  };
  const content = canvasOf(
    'Sales by channel',
    { id: 'a', x: 0, y: 0, w: 6, h: 5, chart: { title: 'Channels', kind: 'bar', ...SOURCE } },
    { id: 'b', x: 6, y: 0, w: 6, h: 5, chart: { title: 'Table', kind: 'table', ...SOURCE } },
    { id: 'c', x: 0, y: 5, w: 12, h: 2, text: 'A text about **channels**.' },
  );
  const client = builderClient({ url: demo.instanceUrl }, await token(), 'builder');
  const { dashboard } = await made(client, content);
  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(hostPage(demo.instanceUrl));
  });
  await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  const browser = await openBrowser();
  return {
    browser,
    demoUrl: demo.url,
    instanceUrl: demo.instanceUrl,
    adminUrl: admin.url,
    hostUrl: `http://localhost:${(host.address() as AddressInfo).port}`,
    dashboard: dashboard.id,
    token,
    close: async () => {
      await browser.close();
      host.closeAllConnections();
      host.close();
      await admin.close();
      await store.drop();
      await demo.close();
    },
  };
}

type HostGlobal = typeof globalThis & { show(id: string, options: object): Promise<void> };

/** Inserts an embed into the page of the host. The frame of one that does not exist says so. */
export async function showEmbed(page: Page, embed: string, options: object): Promise<void> {
  await page.evaluate(
    ([id, given]) =>
      (globalThis as HostGlobal).show(id, given).then(undefined, ({ code }: { code: string }) => {
        if (code !== 'EMBED_NOT_FOUND') throw new Error(code);
      }),
    [embed, options] as const,
  );
}

const story = new URL('../../../demo/content/sales/stories/year-in-review.yaml', import.meta.url);

/** The steps of the demo's story. */
export const storySteps = (parse(readFileSync(story, 'utf8')) as StoryContent).steps.map(({ id }) => id);
