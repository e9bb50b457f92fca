import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { watchMessages } from '../../../support/browser/after-frames.ts';
import { openBrowser } from '../../../support/browser/open-browser.ts';
import { watchPage } from '../../../support/browser/watch-page.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { rawRequest } from '../../../support/http/raw-request.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { eventually } from '../../../support/time/eventually.ts';

/** RFC 9700 §4.17. The real server, the real frame and the real launcher, each on an origin of its own. */
describe('row 37: frame and host page name exact origins to each other', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let pages: Server;
  let token: string;
  let host: string;
  const html = new Map<string, string>();

  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    ({ store, inlay } = world);
    const { setup } = world;
    token = await viewerToken(setup);
    browser = await openBrowser();
    pages = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Page</title><body>${html.get(request.url ?? '') ?? ''}`);
    });
    await new Promise<void>((resolve) => pages.listen(0, 'localhost', resolve));
    host = `http://localhost:${(pages.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser?.close();
    pages?.close();
    await inlay?.close();
    await store?.drop();
  });

  const open = async (path: string, content: string) => {
    html.set(path, content);
    const watched = await watchPage(browser);
    await watched.page.goto(`${host}${path}`);
    return watched;
  };

  it('renders nothing of an embed for a sender other than the named origin', async () => {
    const send = (origin: string, named: string) =>
      rawRequest(inlay.url, {
        method: 'POST',
        path: '/embed/e-tile',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token, origin: named }).toString(),
      });
    const right = await send('https://app.example.com', 'https://app.example.com');
    assert.equal(right.status, 200);
    assert.match(right.text, /Revenue by product/);
    for (const named of ['https://evil.example', 'https://app.example.com:8443', 'http://app.example.com']) {
      const wrong = await send('https://app.example.com', named);
      assert.equal(wrong.status, 403, named);
      assert.doesNotMatch(wrong.text, /Revenue by product/);
    }
  });

  it('lets the frame talk only to the named parent', async () => {
    const { page, context } = await open('/parent', '');
    const told = await talkAsParent(page, inlay.url, host);
    assert.deepEqual(told.hellos, [{ origin: inlay.url, inlay: 'hello' }]);
    assert.ok(told.answers > 0, 'the frame took the connection of the parent it was told of');
    for (const other of ['https://app.example.com', host.replace('localhost', '127.0.0.1'), '*']) {
      assert.deepEqual(await talkAsParent(page, inlay.url, other), { hellos: [], answers: 0 }, other);
    }
    await context.close();
  });

  it('passes the port only to the frame of the instance', async () => {
    html.set(
      '/hostile',
      `<script>
        addEventListener('message', ({ ports }) => { document.title = 'got ' + ports.length; });
        let hellos = 0;
        setInterval(() => {
          parent.postMessage({ inlay: 'hello', versions: [1] }, '*');
          document.documentElement.dataset.hellos = hellos++;
        }, 20);
      </script>`,
    );
    const hostile = `${host.replace('localhost', '127.0.0.1')}/hostile`;
    const { page, context } = await open(
      '/host',
      `<iframe id="hostile" src="${host}/hostile"></iframe>
       <script async src="${inlay.url}/scripts/embedLauncher.js?id=e-tile&token=${token}"></script>`,
    );
    const embed = page.frameLocator('iframe:not(#hostile)');
    await embed.locator('svg.inlay-chart').waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('iframe')].some(({ title }) => title === 'Revenue by product'),
    );
    // The embed's own frame, taken to another page, is not the instance any more.
    await page.evaluate((address) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe:not(#hostile)');
      if (frame) frame.src = address;
    }, hostile);
    const others = () => page.frames().filter((frame) => frame.url().endsWith('/hostile'));
    await eventually(async () => assert.equal(others().length, 2));
    for (const frame of others()) {
      await frame.waitForFunction(() => Number(document.documentElement.dataset.hellos) > 10);
      assert.equal(await frame.title(), 'Page');
    }
    await context.close();
  });
});

/** Opens the embed as a page that says it is `named`, connects, and tells what the frame let it hear. */
async function talkAsParent(page: Page, instance: string, named: string): Promise<Told> {
  await page.evaluate(
    async (src) => {
      const told: Told = { hellos: [], answers: 0 };
      Object.assign(window, { told });
      window.onmessage = ({ origin, data }) => told.hellos.push({ origin, inlay: data.inlay });
      const frame = Object.assign(document.createElement('iframe'), { src });
      document.body.replaceChildren(frame);
      await new Promise((resolve) => {
        frame.onload = resolve;
      });
    },
    `${instance}/embed/e-tile?origin=${encodeURIComponent(named)}`,
  );
  const embed = page.frames().find((frame) => frame !== page.mainFrame());
  assert.ok(embed);
  const hasReceived = await watchMessages(embed);
  await page.evaluate((address) => {
    const told: Told = Reflect.get(window, 'told');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      told.answers += 1;
    };
    const frame = document.querySelector('iframe');
    frame?.contentWindow?.postMessage({ inlay: 'connect', version: 1 }, address, [port2]);
    port1.postMessage({ id: 0, type: 'start', body: { fields: [['token', 'wrong']] } });
  }, instance);
  const told = (): Promise<Told> => page.evaluate(() => Reflect.get(window, 'told'));
  if (new URL(page.url()).origin === named)
    await eventually(async () => {
      const { hellos, answers } = await told();
      assert.ok(hellos.length > 0 && answers > 0);
    });
  else await hasReceived();
  return told();
}

interface Told {
  readonly hellos: { readonly origin: string; readonly inlay: unknown }[];
  answers: number;
}
