import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RenderedTile } from '@inlay/content/embed-api';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTiles } from '../../../support/embeds/render-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

/** Results, plans, statements, drawings and style rules are remembered: nobody may get what was made for another. */
describe('cached pages', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  const now = Date.now();

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore, { time: timeAt(() => now) }));
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const contexts = {
    north: {},
    south: { attributes: { region: 'south' } },
    'no region': { attributes: {} },
    'another zone': { attributes: { region: 'north', time_zone: 'Asia/Tokyo' } },
    'another currency': { attributes: { region: 'north', currency: 'JPY' } },
    insider: { groups: ['insiders'] },
  };
  const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    plain: { lang: 'en-GB' },
    // Their weeks begin on Monday too, so that only the language differs.
    german: { lang: 'de-CH' },
    french: { lang: 'fr-CH' },
    arabic: { lang: 'ar' },
    dark: { lang: 'en-GB', theme: 'dark' },
    narrow: { lang: 'en-GB', width: '360' },
    filtered: { lang: 'en-GB', 'filters.product': 'Tea' },
  };

  /** A page with all its tiles, which it does not wait for on a busy machine, without what is new in every response. */
  const open = (embed: string, token: string, chosen: Readonly<Record<string, string>> = {}) =>
    eventually(async () => {
      const { status, html } = await openPage(inlay, embed, { token, ...chosen });
      assert.equal(status, 200, html);
      assert.doesNotMatch(html, /data-state="pending"/);
      return html.replaceAll(/ nonce="[^"]*"/g, '');
    });

  it('are reused only for the same viewer, language, theme, width and filters', async () => {
    const tokens = Object.fromEntries(
      await Promise.all(
        Object.entries(contexts).map(async ([name, context]) => [
          name,
          await viewerToken(setup, context, now),
        ]),
      ),
    );
    const variants = Object.keys(contexts).flatMap((who) =>
      Object.entries(fields).map(([how, chosen]) => ({ name: `${who}, ${how}`, token: tokens[who], chosen })),
    );
    const first = new Map<string, string>();
    for (const { name, token, chosen } of variants) first.set(name, await open('e-story', token, chosen));
    for (const again of [variants.toReversed(), variants])
      for (const { name, token, chosen } of again)
        assert.equal(await open('e-story', token, chosen), first.get(name), name);

    for (const [name, html] of first) {
      if (!name.startsWith('south')) assert.doesNotMatch(html, /Cocoa|Birch|700/, name);
      if (/^(south|no region)/.test(name)) assert.doesNotMatch(html, /Coffee|Alder/, name);
      if (!name.startsWith('insider')) assert.doesNotMatch(html, /nsiders/, name);
    }
    const distinct = ['north, plain', 'south, plain', 'no region, plain', 'insider, plain', 'north, german'];
    distinct.push(
      'north, french',
      'north, arabic',
      'north, dark',
      'north, narrow',
      'north, filtered',
      'south, filtered',
    );
    assert.equal(new Set(distinct.map((name) => first.get(name))).size, distinct.length);
  });

  it('show each viewer their own rows when a single tile is rendered', async () => {
    const [north, south] = [await viewerToken(setup, {}, now), await viewerToken(setup, contexts.south, now)];
    const body = { tiles: [{ id: 'revenue', width: 640, height: 280 }] };
    const render = async (token: string) => {
      const { lines } = await renderTiles(`${inlay.url}/embed/api/v0/embeds/e-tile`, body, { token });
      return (lines[0] as RenderedTile & { readonly html: string }).html;
    };
    for (let round = 0; round < 3; round += 1) {
      assert.match(await render(north), /Coffee/);
      assert.doesNotMatch(await render(south), /Coffee/);
      assert.match(await render(south), /Cocoa/);
    }
  });

  it('show content that was published since', async () => {
    const token = await viewerToken(setup, {}, now);
    for (let round = 0; round < 3; round += 1) assert.match(await open('e-table', token), /Customers &lt;b/);
    const body = { title: 'Our customers' };
    assert.equal((await admin('PATCH', 'tiles/customers', { body, ifMatch: '*' })).status, 200);
    assert.equal((await admin('POST', 'tiles/customers/publish', { ifMatch: '*' })).status, 200);
    assert.match(await open('e-table', token), /Our customers/);
  });

  it('follow row rules that were changed since', async () => {
    const token = await viewerToken(setup, {}, now);
    for (let round = 0; round < 3; round += 1) assert.match(await open('e-tile', token), /Coffee/);
    const data = dataClient(inlay.url, setup.adminToken);
    const rowRules = [{ column: 'product', operator: 'equals', value: 'Cocoa' }];
    const changed = await data.ask('datasets/sales', {
      method: 'PATCH',
      body: { rowRules },
      headers: { 'if-match': '*' },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.doesNotMatch(await open('e-tile', token), /Coffee|Tea/);
    assert.match(await open('e-tile', token), /Cocoa/);
  });
});
