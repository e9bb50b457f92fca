import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { watchMessages } from '../../../../test/support/browser/after-frames.ts';
import { expect } from '../../../../test/support/browser/expect.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { embedFrames, stateOf } from '../read-frames.ts';
import { openSdkPage, rejection } from '../sdk-page.ts';
import { useStandIn } from '../use-stand-in.ts';

describe('failures', () => {
  const started = useStandIn();

  it('rejects an invalid SDK token, a forbidden origin and an address without an Inlay instance', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const said = (act: () => Promise<unknown>) => rejection(page, act);
    assert.match(
      await said(() => window.Inlay.initialize('bad')),
      /^TOKEN_INVALID: The SDK token must have the role ADMIN/,
    );
    assert.match(
      await said(() => window.Inlay.initialize('refused-origin')),
      new RegExp(`^ORIGIN_REFUSED: ${started.inlay.host} is not allowed: add it to the allowed origins`),
    );
    assert.match(
      await said(() => window.Inlay.initialize('good', { instanceUrl: 'http://127.0.0.1:1/' })),
      /^UNREACHABLE: http:\/\/127\.0\.0\.1:1 did not respond/,
    );
    assert.match(
      await said(() => window.Inlay.initialize(undefined, { instanceUrl: 'javascript:alert(1)' })),
      /^CONFIGURATION: `instanceUrl` must be/,
    );
    await context.close();
  });

  it('reports invalid arguments', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    assert.equal(
      await rejection(page, () => window.inlay.insertEmbedById('sales', null)),
      'PARENT_INVALID: `parent` must be an element: is it null?',
    );
    assert.match(
      await rejection(page, () => window.inlay.insertEmbedById('', document.body)),
      /^CONFIGURATION: `id` must be/,
    );
    await context.close();
  });

  it('keeps the frame with its error message if the id or token is wrong', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    assert.equal(
      await rejection(page, () => window.inlay.insertEmbedById('unknown', document.body, { token: 'good' })),
      'EMBED_NOT_FOUND: There is no embed with this id: check it in the embed manager.',
    );
    assert.match(
      await rejection(page, () => window.inlay.insertEmbedById('sales', document.body, { token: 'stale' })),
      /^TOKEN_INVALID/,
    );
    await expect(page.locator('iframe')).toHaveCount(2);
    await eventually(async () => {
      const heard = await page.evaluate(() => window.heardEvents.filter((one) => one.startsWith('error')));
      assert.equal(heard.length, 2);
    });
    await page.evaluate(() => window.inlay.destroy());
    await expect(page.locator('iframe')).toHaveCount(0);
    await context.close();
  });

  it('shows the message of the last attempt only when the same embed is inserted again', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const insertUnknown = () =>
      window.inlay.insertEmbedById('unknown', document.querySelector('#here'), { token: 'good' });
    await rejection(page, insertUnknown);
    await rejection(page, insertUnknown);
    await expect(page.locator('#here > *')).toHaveCount(1);
    await expect(page.locator('#here iframe')).toHaveCount(1);
    const insertWithoutToken = () =>
      window.inlay.insertEmbedById('unknown', document.querySelector('#here'), {
        tokenProvider: () => Promise.reject(new Error('signed out')),
      });
    await rejection(page, insertWithoutToken);
    await rejection(page, insertWithoutToken);
    await expect(page.locator('#here > *')).toHaveCount(1);
    await expect(page.locator('#here [role=status]')).toHaveCount(1);
    // Another embed in the same place has a message of its own.
    await rejection(page, () =>
      window.inlay.insertEmbedById('sales', document.querySelector('#here'), { token: 'stale' }),
    );
    await expect(page.locator('#here > *')).toHaveCount(2);
    await context.close();
  });

  for (const [id, code] of [
    ['silent', 'FRAME_UNREACHABLE'],
    ['down', 'FRAME_UNREACHABLE'],
    ['old', 'VERSION_MISMATCH'],
  ] as const) {
    it(`tears down and shows an error in the viewer's language when the frame is ${id}`, async () => {
      const { page, context } = await openSdkPage(started.browser, started.inlay);
      await page.clock.install();
      const saying = page.evaluate(
        ([embed, token]) =>
          window.inlay
            .insertEmbedById(embed, document.querySelector('#here'), { token, lang: 'fr-CA' })
            .catch((error) => error.code),
        [id, 'good-1'] as const,
      );
      const said = await (code === 'FRAME_UNREACHABLE' ? withoutWaiting(page, saying) : saying);
      assert.equal(said, code);
      await expect(page.locator('iframe')).toHaveCount(0);
      await expect(page.locator('#here [role=status][lang=fr]')).toHaveText(
        'Contenu indisponible pour le moment.',
      );
      await eventually(async () => {
        const heard = await page.evaluate(() => window.heardEvents);
        assert.equal(heard.length, 1);
        assert.match(heard[0] ?? '', new RegExp(`^error .*${code}.*"fatal":true`));
      });
      await page.evaluate(() => window.inlay.destroy());
      await expect(page.locator('#here > *')).toHaveCount(0);
      await context.close();
    });
  }

  it('times out on a frame that connects and then stays silent', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const said = await rejection(page, () =>
      window.inlay.insertEmbedById('mute', document.body, { token: 'good-1', timeout: 600 }),
    );
    assert.match(said, /^FRAME_UNREACHABLE/);
    await expect(page.locator('iframe')).toHaveCount(0);
    await context.close();
  });

  it('fails if frame-src forbids the instance', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay, {
      'content-security-policy': `default-src 'none'; script-src ${started.inlay.url} 'unsafe-eval'`,
    });
    await page.clock.install();
    const saying = rejection(page, () =>
      window.inlay.insertEmbedById('sales', document.body, { token: 'good-1' }),
    );
    assert.match(await withoutWaiting(page, saying), /^FRAME_UNREACHABLE: .*frame-src/);
    await context.close();
  });

  it('rejects pending and later calls when an embed is destroyed', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const codes = await page.evaluate(async () => {
      const code = (error: { code: string }) => error.code;
      const inserting = window.inlay.insertEmbedById('mute', document.body, { token: 'good-1' });
      const embed = window.inlay.getAll()[0];
      const asking = embed?.getFilters();
      embed?.destroy();
      return [
        await inserting.catch(code),
        await asking?.catch(code),
        await embed?.refresh().catch(code),
        await embed?.setFilter('a', 1).catch(code),
      ];
    });
    assert.deepEqual(codes, ['DESTROYED', 'DESTROYED', 'DESTROYED', 'DESTROYED']);
    await context.close();
  });

  it('works over the port alone if form-action forbids the form', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay, {
      'content-security-policy': `form-action 'self'`,
    });
    await page.evaluate(async () => {
      const options = { token: 'good-secret', filters: { region: 'EU' } };
      await window.inlay.insertEmbedById('sales', document.querySelector('#here'), options);
    });
    const [frame] = await embedFrames(page, 1);
    const { token, loadedBy, filters } = await stateOf(frame);
    assert.deepEqual(
      { token, loadedBy, filters },
      { token: 'good-secret', loadedBy: 'GET', filters: { region: 'EU' } },
    );
    assert.equal(
      started.inlay.seen.find(({ url }) => url.startsWith('/embed/sales'))?.url,
      `/embed/sales?origin=${started.inlay.host}`,
    );
    await context.close();
  });

  it('sends nothing to other windows that speak the protocol', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const hostile = started.inlay.page(`<!doctype html><script>
      addEventListener('message', (event) => { document.title = 'got ' + event.ports.length; });
      let hellos = 0;
      setInterval(() => {
        parent.postMessage({ inlay: 'hello', versions: [1] }, '*');
        document.documentElement.dataset.hellos = hellos++;
      }, 20);
    </script>`);
    await page.evaluate(
      async ([address, instance]) => {
        const Channel = window.MessageChannel;
        window.MessageChannel = class extends Channel {
          constructor() {
            super();
            window.heardEvents.push('channel');
          }
        };
        const evil = Object.assign(document.createElement('iframe'), { src: address, id: 'evil' });
        document.body.append(evil);
        window.postMessage({ inlay: 'hello', versions: [1] }, '*');
        await window.inlay.insertEmbedById('sales', document.querySelector('#here'), { token: 'good-1' });
        // Another page of the instance, which this page's SDK did not open.
        const stranger = document.createElement('iframe');
        stranger.src = `${instance}/embed/other?origin=${origin}`;
        document.body.append(stranger);
        await new Promise((resolve) => {
          stranger.onload = resolve;
        });
        // The page's own frame, taken over by another site while it has the embed's place.
        const frame = document.querySelector<HTMLIFrameElement>('#here iframe');
        if (frame) frame.src = address.replace('localhost', '127.0.0.1');
      },
      [hostile, started.inlay.url] as const,
    );
    const hostiles = () => page.frames().filter((frame) => frame.url().endsWith(new URL(hostile).pathname));
    await eventually(async () => assert.equal(hostiles().length, 2));
    for (const frame of hostiles())
      await frame.waitForFunction(() => Number(document.documentElement.dataset.hellos) > 10);
    const titles = await Promise.all(
      page
        .frames()
        .filter((frame) => frame !== page.mainFrame())
        .map((frame) => frame.title()),
    );
    assert.ok(titles.length === 3 && !titles.some((title) => title.startsWith('got')), titles.join());
    const channels = await page.evaluate(() => window.heardEvents.filter((one) => one === 'channel').length);
    assert.equal(channels, 1, 'nobody but the embed was answered');
    await context.close();
  });

  it('lets only the page that opened the frame connect', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async (address) => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
      const frame = document.createElement('iframe');
      // A hostile parent that names another origin hears no hello; and its own connect is not taken.
      frame.src = `${address}/embed/sales?origin=https://app.example.com`;
      document.body.append(frame);
      await new Promise((resolve) => {
        frame.onload = resolve;
      });
    }, started.inlay.url);
    const embed = page.frames().find((frame) => frame.url().includes('/embed/sales'));
    assert.ok(embed);
    const hasReceived = await watchMessages(embed);
    await page.evaluate((address) => {
      const heard: string[] = Reflect.get(window, 'heard');
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => heard.push(JSON.stringify(data));
      const frame = document.querySelector('iframe');
      frame?.contentWindow?.postMessage({ inlay: 'connect', version: 1 }, address, [port2]);
      port1.postMessage({ id: 0, type: 'start', body: { fields: [['token', 'good-1']] } });
      port1.postMessage({ id: 1, type: 'get-filters', body: null });
    }, started.inlay.url);
    await hasReceived();
    assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'heard')), []);
    await context.close();
  });
});

/** Lets the page's clock run on until something in it has come to its end. */
async function withoutWaiting<T>(page: Page, pending: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  pending.then(over, over);
  await eventually(async () => {
    await page.clock.fastForward(3_000);
    assert.ok(isOver);
  });
  return pending;
}
