import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.ts';
import { watchPage } from '../../../test/support/watch-page.ts';
import type { EmbedOptions } from '../src/embed-options.ts';
import type { InlayEmbedElement } from '../src/web-component.ts';
import { embedFrames, stateOf } from './read-frames.ts';
import { useStandIn } from './use-stand-in.ts';
import type { WrapperWindow } from './wrapper-page.ts';

const KINDS = ['react', 'react, strict', 'vue', 'element'];

describe('the wrappers', () => {
  const started = useStandIn();
  let script: string;
  before(async () => {
    // Only React's build for developers mounts twice in strict mode.
    script = await started.inlay.module('wrapper-page.ts', 'development');
  });

  const open = async (kind: string) => {
    const watched = await watchPage(started.browser);
    started.inlay.seen.length = 0;
    const address = started.inlay.page(
      `<!doctype html><div id="here"></div><script src="${script}"></script>`,
    );
    await watched.page.goto(`${address}?${new URLSearchParams({ kind, instance: started.inlay.url })}`);
    return watched;
  };
  const set = (page: Page, id: string, options: EmbedOptions) =>
    page.evaluate(([name, given]) => (window as unknown as WrapperWindow).wrapper.set(name, given), [
      id,
      options,
    ] as const);
  const unmount = (page: Page) => page.evaluate(() => (window as unknown as WrapperWindow).wrapper.unmount());
  const loads = () => started.inlay.seen.filter(({ method }) => method === 'POST').map(({ url }) => url);

  for (const kind of KINDS) {
    it(`shows an embed once, follows changes in place and leaves nothing behind (${kind})`, async () => {
      const { page, context, complaints } = await open(kind);
      await set(page, 'sales', { token: 'good-1', filters: { region: 'EU', year: 2026 } });
      const [frame] = await embedFrames(page, 1);
      await eventually(async () =>
        assert.deepEqual((await stateOf(frame)).filters, { region: 'EU', year: 2026 }),
      );
      await eventually(async () => {
        const heard = await page.evaluate(() => (window as unknown as WrapperWindow).heard);
        assert.deepEqual(heard.slice(0, 2), ['ready', 'rendered']);
      });

      await set(page, 'sales', {
        token: 'good-2',
        filters: { region: 'US' },
        variables: { rate: 2 },
        theme: 'dark',
        lang: 'ja',
      });
      for (const text of ['good-2', '"US"', '"rate":2', '"dark"', '"ja"'])
        await frame.locator('#state', { hasText: text }).waitFor();
      await eventually(async () =>
        assert.deepEqual((await stateOf(frame)).filters, { region: 'US', year: null }),
      );
      assert.deepEqual(loads(), ['/embed/sales'], 'nothing was loaded again');

      await unmount(page);
      await eventually(async () => assert.equal(await page.locator('iframe').count(), 0));
      await eventually(async () =>
        assert.equal(await page.evaluate(() => (window as unknown as WrapperWindow).known()), 0),
      );
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`shows another embed in the place of the first (${kind})`, async () => {
      const { page, context, complaints } = await open(kind);
      await set(page, 'sales', { token: 'good-1' });
      await embedFrames(page, 1);
      await set(page, 'costs', { token: 'good-1' });
      await page.locator('iframe[title="The costs"]').waitFor();
      await eventually(async () => assert.equal(await page.locator('iframe').count(), 1));
      assert.deepEqual(loads(), ['/embed/sales', '/embed/costs']);
      assert.deepEqual(complaints, []);
      await context.close();
    });

    it(`can be taken away before it is open, and quietly (${kind})`, async () => {
      const { page, context, complaints } = await open(kind);
      await set(page, 'mute', { token: 'good-1' });
      await page.locator('iframe').waitFor({ state: 'attached' });
      await unmount(page);
      await eventually(async () =>
        assert.equal(await page.locator('#here iframe, #here [role=status]').count(), 0),
      );
      await eventually(async () =>
        assert.equal(await page.evaluate(() => (window as unknown as WrapperWindow).known()), 0),
      );
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }

  it('is given its token by a function, as an element, and tells its events there', async () => {
    const { page, context, complaints } = await open('element');
    const heard = await page.evaluate((instance) => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<inlay-embed instance-url="${instance}" embed-id="sales" filters='{"region":"EU"}'></inlay-embed>`,
      );
      const element = document.querySelector('inlay-embed') as InlayEmbedElement;
      element.tokenProvider = async () => ({ token: 'good-given' });
      return new Promise<string>((resolve) => {
        element.addEventListener('inlay-ready', (event) => {
          const { embed, detail } = (event as CustomEvent).detail;
          resolve(`${embed.id} ${detail.title}`);
        });
      });
    }, started.inlay.url);
    assert.equal(heard, 'sales The sales');
    const [frame] = await embedFrames(page, 1);
    const { token, filters } = await stateOf(frame);
    assert.deepEqual({ token, filters }, { token: 'good-given', filters: { region: 'EU' } });
    assert.deepEqual(loads(), ['/embed/sales']);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
