import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OpenEmbed, useFrame } from '../support/use-frame.ts';

/** Holds back the first request to an address, until `release`. */
async function holdFirst({ page }: OpenEmbed, address: RegExp) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    address,
    async (route) => {
      arrived.resolve();
      await released.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return { arrived: arrived.promise, release: released.resolve };
}

describe('an outdated response', () => {
  const tests = useFrame();

  it('does not replace newer values in texts', async () => {
    const embed = await tests.open('story');
    await embed.hears('ready');
    const number = () => embed.frame.locator('[data-value="growth:revenue"]').textContent();
    await embed.ask('set-filters', { filters: { region: 'North' } });
    const north = await number();
    const held = await holdFirst(embed, /\/embeds\/story\/render$/);
    const west = embed.ask('set-filters', { filters: { region: 'West' } });
    await held.arrived;
    assert.equal(await number(), north);
    await embed.ask('set-filters', { filters: { region: null } });
    const all = await number();
    held.release();
    await west;
    assert.equal(await number(), all);
    assert.notEqual(all, north);
    await embed.close();
  });

  it('is not used for exports of a tile', async () => {
    const embed = await tests.open('dashboard');
    await embed.hears('ready');
    const rows = () =>
      embed.page.evaluate(async () => {
        const { ask } = window as unknown as { ask(type: string, body: unknown): Promise<{ blob: Blob }> };
        return (await ask('export', { format: 'json', tileId: 'total' })).blob.text();
      });
    const held = await holdFirst(embed, /\/embeds\/dashboard\/exports$/);
    const former = rows();
    await held.arrived;
    await embed.ask('set-filters', { filters: { region: 'West' } });
    held.release();
    const [before, after] = [await former, await rows()];
    assert.notEqual(after, before);
    await embed.close();
  });
});
