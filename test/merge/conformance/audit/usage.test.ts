import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Usage } from '@inlay/protocol/usage';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../../../support/embeds/embed-client.ts';
import { openPage, postForm, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

const DAY = 86_400_000;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`usage statistics on ${engine}`, () => {
    let now = Date.now();
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, { time: timeAt(() => now) }));
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });
    const usage = async (query = '') => {
      const { status, body } = await call<Usage>(`${inlay.url}/api/v0/usage${query}`, {
        token: setup.adminToken,
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };

    it('are empty before the first activity', async () => {
      const { days, embeds, firstExchangeAt, firstViewAt } = await usage();
      assert.equal(days.length, 30);
      assert.ok(days.every((day) => day.views === 0 && day.exchanges === 0));
      assert.deepEqual([embeds, firstExchangeAt, firstViewAt], [[], null, null]);
    });

    it('count exchanges, refusals by reason, views by embed and queries by dataset', async () => {
      const token = await viewerToken(setup, {}, now);
      for (const id of ['e-tile', 'e-tile', 'tile-alias', 'e-table', 'e-hidden'])
        await postForm(inlay, id, { token, origin: 'https://app.example.com' });
      const expired = { ...goodClaims(setup, now), exp: 5 };
      assert.equal((await exchange(setup, signJwt(expired))).status, 400);
      assert.equal((await exchange(setup, 'no assertion at all')).status, 400);
      const seen = await usage('?days=7');
      const today = seen.days.at(-1);
      assert.equal(today?.day, new Date(now).toISOString().slice(0, 10));
      assert.deepEqual([today?.exchanges, today?.refusals, today?.views], [1, 2, 4]);
      assert.equal(
        seen.refusals.reduce((total, { count }) => total + count, 0),
        2,
      );
      assert.deepEqual(
        seen.embeds.map(({ id, title, views, viewsByDay }) => [id, title, views, viewsByDay]),
        [
          ['e-tile', 'Tile', 3, [0, 0, 0, 0, 0, 0, 3]],
          ['e-table', 'Table', 1, [0, 0, 0, 0, 0, 0, 1]],
        ],
      );
      // A query that takes longer than a page waits is counted once it is over.
      await eventually(async () => {
        const { datasets } = await usage('?days=7');
        assert.deepEqual(
          datasets.map(({ id, name, queries }) => [id, name, queries]),
          [['sales', 'Sales', 2]],
        );
      });
      assert.ok(seen.firstExchangeAt && seen.firstViewAt);
    });

    it('do not count previews and trials of administrators', async () => {
      const before = await usage('?days=1');
      const { body } = await call<{ token: string }>(`${inlay.url}/api/v0/embeds/e-tile/preview-token`, {
        token: setup.adminToken,
        body: { context: CONTEXT },
      });
      assert.ok(body.token);
      const page = await openPage(inlay, 'e-tile', { token: body.token, origin: inlay.url });
      assert.equal(page.status, 200);
      assert.deepEqual((await usage('?days=1')).embeds, before.embeds);
    });

    it('add to the same hour after a restart, and keep days apart', async () => {
      await inlay.close();
      inlay = await startInlay(store, { time: timeAt(() => now) });
      setup = { ...setup, ...(await setUpEmbedding(inlay)) };
      now += DAY;
      setup = { ...setup, ...(await setUpEmbedding(inlay)) };
      const token = await viewerToken(setup, {}, now);
      await postForm(inlay, 'e-table', { token, origin: 'https://app.example.com' });
      const { embeds } = await usage('?days=2');
      assert.deepEqual(embeds.find(({ id }) => id === 'e-table')?.viewsByDay, [1, 1]);
    });

    it('refuse an invalid number of days', async () => {
      for (const days of ['0', '91', '-1', 'x', '1.5']) {
        const { status } = await call(`${inlay.url}/api/v0/usage?days=${days}`, { token: setup.adminToken });
        assert.equal(status, 400, days);
      }
    });
  });
}
