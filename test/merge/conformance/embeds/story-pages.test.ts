import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const sum = { sum: { tile: 'revenue', column: 'revenue', row: 'total' } };
const only = (value: string) => ({ filters: [{ column: 'product', operator: 'equals', value }] });

const STORY = {
  id: 'guide',
  appId: 'sales',
  title: 'A guided year',
  steps: [
    { id: 'all', title: 'Revenue by product', tiles: ['revenue'] },
    {
      id: 'tea',
      title: 'Tea',
      tiles: ['revenue'],
      chart: {
        highlight: [{ column: 'product', values: ['Tea'] }],
        annotations: [{ at: 'Tea', label: 'New blend' }],
      },
      recommendation: 'Sell {{ sum | number }} more.',
      values: sum,
    },
    { id: 'coffee', title: 'Coffee', tiles: ['revenue'], chart: only('Coffee') },
    { id: 'cocoa', title: 'Cocoa', tiles: ['revenue'], chart: only('Cocoa') },
    { id: 'secret', title: 'Only for insiders', tiles: ['insiders'] },
    { id: 'summary', title: 'In short', summary: true },
  ],
};

describe('pages of stories', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let token: string;

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
    await publish(STORY);
    token = await viewerToken(setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const publish = async (story: { readonly id: string; readonly title: string }) => {
    const { status, body } = await admin('POST', 'stories', { body: story });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await admin('POST', `stories/${story.id}/publish`, { ifMatch: '*' })).status, 200);
    const embed = { id: `e-${story.id}`, title: story.title, target: { kind: 'story', id: story.id } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
  };
  const open = async (id: string, fields: Readonly<Record<string, string>> = {}) => {
    const { status, html } = await openPage(inlay, id, { token, width: '960', ...fields });
    assert.equal(status, 200, html);
    return html;
  };
  const stepsOf = (html: string) =>
    new Map(
      [
        ...html.matchAll(
          /<li class="inlay-step" data-step="(\w+)".*?(?=<li class="inlay-step"|<\/ol><nav)/gs,
        ),
      ].map(([step, id = '']) => [id, step]),
    );
  const queries = async () => {
    const text = await inlay.services.metrics.expose();
    return Number(/^inlay_queries_total\{from="engine"\} (\d+)/m.exec(text)?.[1] ?? 0);
  };

  it('show what a step changes in its chart in that step only', async () => {
    const steps = stepsOf(await open('e-guide'));
    assert.match(steps.get('tea') ?? '', /New blend/);
    for (const other of ['all', 'coffee', 'cocoa']) assert.doesNotMatch(steps.get(other) ?? '', /New blend/);
    assert.match(steps.get('all') ?? '', /Coffee.*Tea/s);
    assert.doesNotMatch(steps.get('coffee') ?? '', /Tea/);
  });

  it('apply the row rules to the filters of a step', async () => {
    const steps = stepsOf(await open('e-guide'));
    assert.match(steps.get('cocoa') ?? '', /No data/);
    assert.doesNotMatch(steps.get('cocoa') ?? '', /55/);
  });

  it('keep one scene for neighbors with the same chart', async () => {
    const steps = stepsOf(await open('e-guide'));
    const scenes = [...steps.values()].map((step) => /data-scene="(\d+)"/.exec(step)?.[1]);
    assert.deepEqual(scenes, ['0', '0', '0', '0', '4']);
  });

  it('leave out the title of a chart that is the title of its step', async () => {
    const steps = stepsOf(await open('e-guide'));
    assert.doesNotMatch(steps.get('all') ?? '', /<h3/);
    assert.match(steps.get('all') ?? '', /aria-label="Revenue by product"/);
    assert.match(steps.get('tea') ?? '', /<h3 dir="auto">Revenue by product/);
  });

  it('summarize the steps that the viewer can see, with their values', async () => {
    const summary = stepsOf(await open('e-guide')).get('summary') ?? '';
    const links = [...summary.matchAll(/href="#(\w+)"/g)].map(([, id]) => id);
    assert.deepEqual(links, ['all', 'tea', 'coffee', 'cocoa']);
    assert.match(summary, /Sell <bdi data-value="tea:sum\|number">40<\/bdi> more/);
  });

  it('show one step at a time, unless author or host page let them scroll', async () => {
    const isScrolled = (html: string) =>
      /data-mode="scroll"/.test(html) && !/data-step="\w+"[^>]* hidden/.test(html);
    assert.equal(isScrolled(await open('e-guide')), false);
    assert.equal(isScrolled(await open('e-guide', { storyMode: 'scroll' })), true);
    assert.equal(isScrolled(await open('e-guide', { storyMode: 'auto' })), true);
    assert.equal(isScrolled(await open('e-guide', { storyMode: 'auto', width: '400' })), false);
    await publish({ ...STORY, id: 'scrolled', ...{ mode: 'scroll' } });
    assert.equal(isScrolled(await open('e-scrolled')), true);
    assert.equal(isScrolled(await open('e-scrolled', { storyMode: 'slides' })), false);
    assert.equal(isScrolled(await open('e-scrolled', { storyMode: 'sideways' })), true);
  });

  it('send one query per distinct step, twelve steps or not', async () => {
    const products = ['Tea', 'Coffee', 'Cocoa'];
    const steps = Array.from({ length: 12 }, (_, index) => {
      const product = products[index % 3] ?? '';
      const highlight = [{ column: 'product', values: [product] }];
      return {
        id: `step-${index}`,
        title: `Step ${index}`,
        tiles: ['revenue'],
        chart: index < 6 ? { highlight } : { highlight, ...only(product) },
      };
    });
    await publish({ ...STORY, id: 'twelve', ...{ steps } });
    const before = await queries();
    await open('e-twelve', { timeZone: 'Asia/Tokyo' });
    // One for six steps that change nothing in the query, and one for each product.
    assert.equal((await queries()) - before, 4);
  });

  const exported = async (format: string) => {
    const response = await fetch(`${inlay.url}/embed/api/v0/embeds/e-guide/exports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format }),
    });
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };

  it('have a page per step in a document', async () => {
    const pdf = (await exported('pdf')).toString('latin1');
    assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 5);
  });

  it('have a sheet per distinct query in a workbook', async () => {
    const sheets = Object.keys(unzipSync(await exported('xlsx'))).filter((path) =>
      path.includes('worksheets/sheet'),
    );
    // Everything, Coffee and Cocoa: a highlight has no rows of its own.
    assert.equal(sheets.length, 3);
  });
});
