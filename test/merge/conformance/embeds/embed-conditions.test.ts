import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PageMessages, TextValuesResponse } from '@inlay/content/embed-api';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

// Tea sold 10 and coffee 30.
const values = {
  sum: { tile: 'revenue', column: 'revenue', row: 'total' },
  best: { tile: 'revenue', column: 'product', row: 'highest', by: 'revenue' },
  share: { tile: 'revenue', column: 'revenue', row: 'highest', show: 'share' },
  rank: {
    tile: 'revenue',
    column: 'revenue',
    where: { column: 'product', value: '{{ variables.product }}' },
    show: 'rank',
  },
  products: { tile: 'revenue', column: 'product', show: 'count' },
};
const TITLE = '{{#if sum > 20}}{{ best }} leads{{:else}}A slow start{{/if}}';
const NARRATIVE = [
  '{{ products }} {{#plural products}}{{:one}}product{{:other}}products{{/plural}}.',
  '',
  '{{#if share}}',
  '- {{ best }} sold {{ share }}',
  '{{/if}}',
  '{{#if rank}}',
  '- {{ variables.product }} is {{ rank | ordinal }}',
  '{{/if}}',
].join('\n');
const GERMAN =
  '{{ products }} {{#plural products}}{{:one}}Ware{{:other}}Waren{{/plural}}{{#if rank}}, {{ rank | ordinal }} Platz{{/if}}';

describe('texts that follow the data', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let token: string;

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
    token = await viewerToken(setup);
    const step = { id: 'one', title: TITLE, narrative: NARRATIVE, values, tiles: ['revenue'] };
    const filters = [
      { id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' },
    ];
    await made('stories', { id: 'told', appId: 'sales', title: 'Told', steps: [step], filters });
    await made('dashboards', {
      id: 'board',
      appId: 'sales',
      title: 'Board',
      items: [{ id: 'said', x: 0, y: 0, w: 12, h: 4, text: NARRATIVE, values }],
    });
    for (const path of ['stories/told', 'dashboards/board'])
      assert.equal((await admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
    await made('embeds', { id: 'c-story', title: 'Told', target: { kind: 'story', id: 'told' } });
    await made('embeds', { id: 'c-board', title: 'Board', target: { kind: 'dashboard', id: 'board' } });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const made = async (path: string, body: object) => {
    const response = await admin('POST', path, { body });
    assert.equal(response.status, 201, JSON.stringify(response.body));
  };
  const ask = async <T>(path: string, body?: object) => {
    const response = await call<T>(`${inlay.url}/embed/api/v0/embeds/${path}`, { token, body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const plain = (html = '') =>
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();

  it('are rendered with the page, which names the step like its title', async () => {
    const { html } = await openPage(inlay, 'c-story', { token, 'variables.product': 'Tea' });
    assert.match(html, /data-step="one"[^>]* aria-label="Coffee leads"/);
    assert.match(html, /<h2 dir="auto" data-value="one#title"><bdi [^>]*>Coffee<\/bdi> leads<\/h2>/);
    const [, narrative] =
      /<div class="inlay-narrative" dir="auto" data-value="one#narrative">(.*?)<\/div>/s.exec(html) ?? [];
    assert.equal(plain(narrative), '2 products. Coffee sold 75% Tea is 2nd');
  });

  it('change with the filters of the viewer', async () => {
    const { values: plainValues, markup = {} } = await ask<TextValuesResponse>('c-story/values', {
      filters: { product: 'Tea' },
      variables: { product: 'Tea' },
    });
    assert.equal(plain(markup['one#title']), 'A slow start');
    assert.equal(plain(markup['one#narrative']), '1 product. Tea sold 100% Tea is 1st');
    assert.equal(plainValues['one:products'], '1');
    const line = await ask<string>('c-story/render', {
      ...{ tiles: [], texts: {}, mode: 'light' },
      filters: { product: 'Coffee' },
    });
    const { texts } = JSON.parse(line);
    assert.equal(plain(texts.markup['one#narrative']), '1 product. Coffee sold 100%');
  });

  it('without rows have the sentence for an absent value, and a count of zero', async () => {
    const { markup = {} } = await ask<TextValuesResponse>('c-story/values', { filters: { product: 'Milk' } });
    assert.equal(plain(markup['one#title']), 'A slow start');
    assert.equal(plain(markup['one#narrative']), '0 products.');
  });

  it('of dashboards are rendered and changed in the same way', async () => {
    const { html } = await openPage(inlay, 'c-board', { token });
    const [, text] = /id="item-said"[^>]* data-value="said#text"[^>]*>(.*?)<\/section>/s.exec(html) ?? [];
    assert.equal(plain(text), '2 products. Coffee sold 75%');
    const { markup = {} } = await ask<TextValuesResponse>('c-board/values', {
      variables: { product: 'Tea' },
    });
    assert.equal(plain(markup['said#text']), '2 products. Coffee sold 75% Tea is 2nd');
  });

  it('are translated as wholes, with the plurals of the language, and come with the values of an open page', async () => {
    const translations = { de: { [NARRATIVE]: GERMAN } };
    const changed = await admin('PATCH', 'apps/sales', { body: { translations }, ifMatch: '*' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { html } = await openPage(inlay, 'c-story', { token, lang: 'de', 'variables.product': 'Tea' });
    assert.match(plain(html), /2 Waren, 2\. Platz/);
    const messages = await ask<PageMessages>('c-story/messages', { lang: 'de' });
    assert.deepEqual(messages.steps, { one: {} });
    const { markup = {} } = await ask<TextValuesResponse>('c-story/values', { lang: 'de' });
    assert.equal(plain(markup['one#narrative']), '2 Waren');
  });

  it('may not be translated with other values, unknown categories or open blocks', async () => {
    const refused: Readonly<Record<string, RegExp>> = {
      '{{#if secret}}x{{/if}}': /contains 'secret', which the original phrase does not contain/,
      '{{#plural products}}{{:one}}Ware{{/plural}}': /lacks \{\{:other\}\}/,
      '{{#plural products}}{{:oen}}a{{:other}}b{{/plural}}': /Did you mean “one”\?/,
      '{{#if rank}}x': /which is not closed: add \{\{\/if\}\}/,
      '{{ products | zahl }}': /contains '\{\{ products \| zahl \}\}', which the original phrase/,
    };
    for (const [translation, problem] of Object.entries(refused)) {
      const translations = { de: { [NARRATIVE]: translation } };
      const { status, body } = await admin('PATCH', 'apps/sales', { body: { translations }, ifMatch: '*' });
      assert.equal(status, 400, translation);
      assert.match(JSON.stringify(body).replaceAll('\\"', '"'), problem);
    }
  });

  it('are sent without the members that their author chose', async () => {
    const { content } = await ask<{ readonly content: { readonly steps: readonly object[] } }>('c-story');
    const sent = JSON.stringify(content);
    assert.match(sent, /"rank":\{"tile":"revenue","column":"revenue","show":"rank"\}/);
    assert.doesNotMatch(sent, /"where"/);
  });
});
