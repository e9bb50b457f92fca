import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PageMessages } from '@inlay/content/embed-api';
import { type ContentClient, userClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const de = {
  Overview: 'Überblick',
  'Revenue by product': 'Umsatz nach <Produkt>',
  Product: 'Ware',
  revenue: 'Umsatz',
  'Sold **{{ sum | number }}** <script>alert(1)</script>': 'Verkauft: **{{ sum | number }}** <img src=x>',
  'Insiders only': 'Nur für Eingeweihte',
  'How it grew': 'Wie es wuchs',
  'We sold {{ sum | number }}. [Site](javascript:alert(1))': 'Wir haben {{ sum | number }} verkauft.',
};

describe('translated content', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let token: string;

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
    token = await viewerToken(setup);
    const translations = { de, 'de-CH': { Overview: 'Übersicht' } };
    const changed = await admin('PATCH', 'apps/sales', { body: { translations }, ifMatch: '*' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const open = async (id: string, lang: string) => (await openPage(inlay, id, { token, lang })).html;

  it('translates titles, texts with their values, labels of filters and of columns', async () => {
    const html = await open('e-dashboard', 'de-AT');
    assert.match(html, /Überblick/);
    assert.match(html, /Umsatz nach &lt;Produkt&gt;/);
    assert.match(html, /Verkauft: <strong>.*40.*<\/strong> &lt;img src=x&gt;/);
    assert.match(html, /Ware/);
    assert.match(html, /<th scope="col">Umsatz<\/th>/);
    assert.doesNotMatch(html, /Overview|Revenue by product|Sold/);
    const story = await open('e-story', 'de');
    assert.match(story, /Wie es wuchs/);
    assert.match(story, /Wir haben .*40.* verkauft\./s);
    assert.match(story, /By customer/, 'what nobody has translated stays as it was written');
  });

  it('prefers the regional language to the general one, and leaves others untranslated', async () => {
    const swiss = await open('e-dashboard', 'de-CH');
    assert.match(swiss, /Übersicht/);
    assert.match(swiss, /Revenue by product/);
    assert.match(await open('e-dashboard', 'fr'), /Overview/);
  });

  it('translates later responses and files', async () => {
    const url = `${inlay.url}/embed/api/v0/embeds/e-tile/tiles/revenue`;
    const rendered = await renderTile(
      `${inlay.url}/embed/api/v0/embeds/e-tile`,
      { id: 'revenue', lang: 'de' },
      { token },
    );
    assert.equal(rendered.body.title, 'Umsatz nach <Produkt>');
    const csv = await fetch(`${url}/export.csv?lang=de`, { headers: { authorization: `Bearer ${token}` } });
    assert.match(await csv.text(), /^Ware,Umsatz\r\n/);
  });

  it('distinguishes a measure from its previous period, on pages and in files', async () => {
    const query = {
      dimensions: [{ column: 'day', grain: 'month' }],
      measures: ['revenue'],
      filters: [{ column: 'day', operator: 'between', from: '2026-02-01', to: '2026-02-28' }],
      comparison: { column: 'day', with: 'previous-period' },
    };
    const tile = {
      id: 'compared',
      appId: 'sales',
      title: 'Compared',
      kind: 'line',
      datasetId: 'sales',
      query,
    };
    const made = await admin('POST', 'tiles', { body: tile });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await admin('POST', 'tiles/compared/publish', { ifMatch: '*' });
    const target = { kind: 'tile', id: 'compared' };
    await admin('POST', 'embeds', { body: { id: 'e-compared', title: 'Compared', target } });
    assert.match(await open('e-compared', 'en'), /<th scope="col">revenue, previous period<\/th>/);
    const url = `${inlay.url}/embed/api/v0/embeds/e-compared/tiles/compared/export.csv?lang=de`;
    const csv = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
    assert.match(csv, /^[^\r]*Umsatz,"Umsatz, Vorperiode"\r\n/);
  });

  it('does not reveal phrases that rules hide from a viewer', async () => {
    const html = await open('e-dashboard', 'de');
    assert.doesNotMatch(html, /Eingeweihte|Insiders/);
    const words = await call<PageMessages>(`${inlay.url}/embed/api/v0/embeds/e-story/messages`, {
      method: 'POST',
      token,
      body: { lang: 'de' },
    });
    assert.equal(words.status, 200);
    assert.deepEqual(Object.keys(words.body.steps), ['one', 'two']);
    assert.doesNotMatch(JSON.stringify(words.body), /Eingeweihte|nsiders/);
    const viewer = await userClient(inlay, admin, 'reader@demo.test', { sales: ['view'] });
    const { status, body } = await viewer('GET', 'apps/sales');
    assert.equal(status, 200);
    assert.equal('translations' in body, false);
    assert.equal((await viewer('GET', 'apps/sales/phrases')).status, 401);
  });

  it('lists all phrases to translate, each once', async () => {
    const { status, body } = await admin('GET', 'apps/sales/phrases');
    assert.equal(status, 200);
    const phrases = body.phrases as unknown as readonly string[];
    assert.equal(new Set(phrases).size, phrases.length);
    for (const phrase of Object.keys(de)) assert.ok(phrases.includes(phrase), phrase);
    assert.equal((await admin('GET', 'apps/nothing/phrases')).status, 404);
  });

  it('refuses a translation with a value that its phrase does not have, and reports the path', async () => {
    const translations = { de: { 'Over/view': 'Mit {{ secret | number }}' } };
    const { status, body } = await admin('PATCH', 'apps/sales', { body: { translations }, ifMatch: '*' });
    assert.equal(status, 400);
    assert.match(String(body.message), /\/translations\/de\/Over~1view contains 'secret'/);
    const renamed = { de: { 'Sold {{ sum | number }}': 'Verkauft: {{ sum | zahl }}' } };
    const wrong = await admin('PATCH', 'apps/sales', { body: { translations: renamed }, ifMatch: '*' });
    assert.equal(wrong.status, 400, 'the name of a format is no word to translate');
    assert.match(String(wrong.body.message), /contains '\{\{ sum \| zahl \}\}'/);
  });

  it('refuses an invalid language', async () => {
    const body = { translations: { German: { Overview: 'Überblick' } } };
    assert.equal((await admin('PATCH', 'apps/sales', { body, ifMatch: '*' })).status, 400);
  });
});
