import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect } from '../../../../test/support/browser/expect.ts';
import { embedFrames, stateOf } from '../read-frames.ts';
import { openSdkPage } from '../sdk-page.ts';
import { useStandIn } from '../use-stand-in.ts';

describe('token renewal in a page', () => {
  const started = useStandIn();

  it('sends a new token to all embeds before the old one expires, keeps filters and reloads nothing', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.clock.install();
    await page.evaluate(async () => {
      let calls = 0;
      const tokenProvider = async () => ({ token: ++calls === 1 ? 'life-600-a' : `good-${calls}` });
      const inserting = ['sales', 'costs', 'sales'].map((id) =>
        window.inlay.insertEmbedById(id, document.querySelector('#here'), { tokenProvider }),
      );
      const [embed] = await Promise.all(inserting);
      await embed?.setFilter('region', 'EU');
    });
    const frames = await embedFrames(page, 3);
    const posted = started.inlay.seen.filter(({ method }) => method === 'POST');
    assert.deepEqual(
      posted.map(({ body }) => body.get('token')),
      ['life-600-a', 'life-600-a', 'life-600-a'],
    );
    // A minute before its end, and up to a quarter of that earlier.
    await page.clock.fastForward(541_000);
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('token-expiring')));
    for (const frame of frames) await frame.locator('#state', { hasText: 'good-2' }).waitFor();
    const states = await Promise.all(frames.map(stateOf));
    assert.equal(states.filter(({ filters }) => filters.region === 'EU').length, 1);
    assert.equal(started.inlay.seen.filter(({ method }) => method === 'POST').length, 3);
    const heard = await page.evaluate(() => window.heardEvents);
    assert.ok(!heard.some((one) => one.startsWith('token-expired')), heard.join('\n'));
    await context.close();
  });

  it('replaces a token that the server rejects in the middle of a session', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(async () => {
      let calls = 0;
      const tokenProvider = async () => `good-${++calls}`;
      const options = { tokenProvider, filters: { region: 'EU' } };
      await window.inlay.insertEmbedById('sales', document.querySelector('#here'), options);
    });
    const [frame] = await embedFrames(page, 1);
    await frame.evaluate(() => (window as unknown as { viewer: { renew(): Promise<void> } }).viewer.renew());
    const { token, filters } = await stateOf(frame);
    assert.deepEqual({ token, filters }, { token: 'good-2', filters: { region: 'EU' } });
    const heard = await page.evaluate(() =>
      window.heardEvents.filter((one) => one.startsWith('token-expired')),
    );
    assert.equal(heard.length, 1);
    await context.close();
  });

  it('requests another first token when the current one is rejected', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.evaluate(() =>
      window.inlay.insertEmbedById('sales', document.querySelector('#here'), {
        token: 'stale',
        tokenProvider: async () => 'good-new',
      }),
    );
    const [frame] = await embedFrames(page, 1);
    assert.equal((await stateOf(frame)).token, 'good-new');
    await context.close();
  });

  it('notifies a page without a provider in time, once each, and uses the token that it sets', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.clock.install();
    await page.evaluate(async () => {
      const options = { token: 'life-600-b', filters: { region: 'EU' } };
      await window.inlay.insertEmbedById('sales', document.querySelector('#here'), options);
    });
    await page.clock.fastForward(541_000);
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('token-expiring')));
    await page.clock.fastForward(60_000);
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('token-expired')));
    await page.evaluate(() => window.inlay.getAll()[0]?.setToken('good-late'));
    const [frame] = await embedFrames(page, 1);
    const { token, filters } = await stateOf(frame);
    assert.deepEqual({ token, filters }, { token: 'good-late', filters: { region: 'EU' } });
    const heard = await page.evaluate(() => window.heardEvents.filter((one) => one.startsWith('token')));
    assert.deepEqual(
      heard.map((one) => one.split(' ')[0]),
      ['token-expiring', 'token-expired'],
    );
    await context.close();
  });

  it('rejects if the provider returns no first token, and says what it must return', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    const said = await page.evaluate(() =>
      window.inlay
        .insertEmbedById('sales', document.querySelector('#here'), { tokenProvider: async () => '' })
        .catch(({ code, message }) => `${code}: ${message}`),
    );
    assert.equal(said, 'TOKEN_PROVIDER_FAILED: `tokenProvider` must return a token.');
    await expect(page.locator('#here [role=status]')).toHaveCount(1);
    await context.close();
  });

  it('renews once the page is online again', async () => {
    const { page, context } = await openSdkPage(started.browser, started.inlay);
    await page.clock.install();
    await page.evaluate(async () => {
      const tokenProvider = async () => {
        window.heardEvents.push('asked');
        return window.heardEvents.filter((one) => one === 'asked').length === 1 ? 'life-600-c' : 'good-2';
      };
      await window.inlay.insertEmbedById('sales', document.querySelector('#here'), { tokenProvider });
    });
    await context.setOffline(true);
    await page.clock.fastForward(601_000);
    await page.waitForFunction(() => window.heardEvents.some((one) => one.startsWith('token-expired')));
    assert.equal(await page.evaluate(() => window.heardEvents.filter((one) => one === 'asked').length), 1);
    await context.setOffline(false);
    const [frame] = await embedFrames(page, 1);
    await frame.locator('#state', { hasText: 'good-2' }).waitFor();
    await context.close();
  });
});
