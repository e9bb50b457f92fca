import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { describeEmbeds } from '../../../support/embeds/describe-embedding.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';

const NOTES = {
  ar: 'لا ينطبق المرشح Product هنا',
  de: 'Der Filter Product gilt hier nicht',
  en: 'The Product filter does not apply here',
  es: 'El filtro Product no se aplica aquí',
  fr: 'Le filtre Product ne s’applique pas ici',
  it: 'Il filtro Product non si applica qui',
  ja: 'フィルター「Product」はここには適用されません',
  nl: 'Het filter Product geldt hier niet',
  pt: 'O filtro Product não se aplica aqui',
};

describeEmbeds('what a page says of filters and rules', SQLITE, (given) => {
  let admin: ContentClient;
  let token: string;
  const sectionOf = (html: string, tile: string) =>
    new RegExp(`<section[^>]* data-tile="${tile}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '';
  before(async () => {
    admin = given.admin;
    token = await viewerToken(given.setup, { groups: ['insiders'] });
  });

  it('a tile: names active filters that do not affect it, in each language', async () => {
    for (const [lang, note] of Object.entries(NOTES)) {
      const filters = JSON.stringify({ product: 'Tea' });
      const { html } = await openPage(given.inlay, 'e-dashboard', { token, lang, filters });
      assert.ok(sectionOf(html, 'broken').includes(`>${note}</p>`), lang);
      assert.doesNotMatch(sectionOf(html, 'revenue'), /inlay-unfiltered/);
    }
  });

  it('a tile: says nothing while no filter is active', async () => {
    const { html } = await openPage(given.inlay, 'e-dashboard', { token });
    assert.doesNotMatch(html, /<p class="inlay-unfiltered"/);
  });

  it('a tile without rows because of a rule: suggests no filter, and names the rule to the developer', async () => {
    const without = await viewerToken(given.setup, { attributes: { other: 'canary-value' } });
    const page = await openPage(given.inlay, 'e-tile', { token: without });
    assert.match(page.html, /Nothing matches, or you have no access to these rows\./);
    assert.doesNotMatch(page.html, /clear a filter/);
    assert.deepEqual(page.state.notices as unknown, [
      "No rows: the row rules of dataset 'sales' require attributes.region, which the token does not contain.",
    ]);
    assert.doesNotMatch(page.html, /canary-value/);
    const path = `${given.inlay.url}/embed/api/v0/embeds/e-tile/tiles/revenue`;
    const embed = `${given.inlay.url}/embed/api/v0/embeds/e-tile`;
    const rendered = await renderTile(embed, { id: 'revenue' }, { token: without });
    assert.match(rendered.body.notice ?? '', /require attributes\.region/);
    const asked = await call(path, { token: without, body: { filters: {} } });
    assert.deepEqual(Object.keys(asked.body).sort(), ['result', 'tile']);
  });

  it("a tile without rows for an attribute's value: names the attributes that the rules use, but no values", async () => {
    const elsewhere = await viewerToken(given.setup, { attributes: { region: 'canary-west' } });
    const page = await openPage(given.inlay, 'e-tile', { token: elsewhere });
    assert.match(page.html, /Nothing matches, or you have no access to these rows\./);
    assert.deepEqual(page.state.notices as unknown, [
      "No rows: none match the row rules of dataset 'sales', which use attributes.region.",
    ]);
    assert.doesNotMatch(page.html, /canary-west/);
  });

  it('a tile whose rows follow another dataset: names the attributes that the rules there use', async () => {
    const make = async (path: string, body: object) =>
      assert.equal((await admin('POST', path, { body })).status, 201, path);
    const on = [{ own: 'region', other: 'region' }];
    await make('datasets', {
      ...{ id: 'visits', name: 'Visits', connectionId: 'files' },
      source: { kind: 'sql', sql: "SELECT 'north' AS region, 3 AS people" },
      measures: [{ name: 'visitors', kind: 'sum', column: 'people' }],
      relationships: [{ name: 'sale', dataset: 'sales', kind: 'many-to-one', columns: on }],
      rowRules: [{ follow: 'sale' }],
    });
    const query = { dimensions: [{ column: 'region' }], measures: ['visitors'] };
    await make('tiles', {
      id: 'visits',
      appId: 'sales',
      title: 'Visits',
      kind: 'table',
      datasetId: 'visits',
      query,
    });
    await admin('POST', 'tiles/visits/publish', { ifMatch: '*' });
    await make('embeds', { id: 'e-visits', title: 'Visits', target: { kind: 'tile', id: 'visits' } });
    const noticesFor = async (attributes: object) => {
      const opened = await openPage(given.inlay, 'e-visits', {
        token: await viewerToken(given.setup, { attributes }),
      });
      return opened.state.notices as unknown;
    };
    assert.equal(await noticesFor({ region: 'north' }), undefined);
    assert.deepEqual(await noticesFor({ other: 'north' }), [
      "No rows: the row rules of dataset 'visits' require attributes.region, which the token does not contain.",
    ]);
    assert.deepEqual(await noticesFor({ region: 'south' }), [
      "No rows: none match the row rules of dataset 'visits', which use attributes.region.",
    ]);
    const relationship = { name: 'sale', dataset: 'sales', kind: 'many-to-one', columns: on, required: true };
    const changed = { rowRules: [], segmented: false, relationships: [relationship] };
    await admin('PATCH', 'datasets/visits', { ifMatch: '*', body: changed });
    assert.equal(await noticesFor({ region: 'north' }), undefined);
    assert.deepEqual(await noticesFor({ other: 'north' }), [
      "No rows: the required relationships of dataset 'visits' require attributes.region, which the token does not contain.",
    ]);
  });

  it('a tile without rows because of a filter: suggests clearing it', async () => {
    const filters = JSON.stringify({ product: 'Nothing' });
    const { html, state } = await openPage(given.inlay, 'e-dashboard', { token, filters });
    assert.match(sectionOf(html, 'revenue'), /clear a filter/);
    assert.equal(state.notices, undefined);
    assert.equal((await admin('GET', 'apps/sales')).status, 200);
  });
});
