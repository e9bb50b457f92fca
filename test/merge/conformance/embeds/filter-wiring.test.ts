import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { BuilderDocument } from '@inlay/content/builder';
import { canvasOf, person } from '../../../support/builder/builder-world.ts';
import { type ContentClient, dashboardOf, storyOf } from '../../../support/content/content-client.ts';
import { describeBuilders } from '../../../support/embeds/describe-embedding.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

const filter = (id: string, ...tiles: readonly string[]) => ({
  id,
  kind: 'dropdown',
  label: 'Product',
  datasetId: 'sales',
  column: 'product',
  tiles,
});

describeBuilders('wiring of filters', STORES, (given) => {
  let admin: ContentClient;
  before(async () => {
    admin = given.admin;
  });

  const assertRefused = (
    { status, body }: { status: number; body: object },
    path: string,
    tile = 'broken',
  ) => {
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(
      String((body as { message?: string }).message),
      new RegExp(`^${path} contains '${tile}'.*another dataset`),
    );
  };

  it('rejects a filter on a tile of another dataset, in dashboards and stories, with its path', async () => {
    const filters = [filter('a', 'revenue'), filter('b', 'revenue', 'broken')];
    const dashboard = { id: 'wired', appId: 'sales', ...dashboardOf('revenue', 'broken') };
    assertRefused(
      await admin('POST', 'dashboards', { body: { ...dashboard, filters } }),
      '/filters/1/tiles/1',
    );
    assert.equal((await admin('POST', 'dashboards', { body: dashboard })).status, 201);
    const change = await admin('PATCH', 'dashboards/wired', { body: { filters }, ifMatch: '*' });
    assertRefused(change, '/filters/1/tiles/1');
    const story = { id: 'told', appId: 'sales', ...storyOf('revenue'), filters };
    const steps = [...story.steps, { id: 'x', title: 'X', tiles: ['broken'] }];
    assertRefused(await admin('POST', 'stories', { body: { ...story, steps } }), '/filters/1/tiles/1');
  });

  it('keeps existing invalid targets and rejects new ones', async () => {
    const query = { dimensions: [{ column: 'product' }], measures: ['revenue'] };
    const tile = { title: 'Moves', kind: 'bar', datasetId: 'sales', query };
    assert.equal(
      (await admin('POST', 'tiles', { body: { id: 'moves', appId: 'sales', ...tile } })).status,
      201,
    );
    const board = {
      id: 'old',
      appId: 'sales',
      ...dashboardOf('moves', 'broken'),
      filters: [filter('a', 'moves')],
    };
    assert.equal((await admin('POST', 'dashboards', { body: board })).status, 201);
    const elsewhere = {
      datasetId: 'elsewhere',
      query: { dimensions: [{ column: 'region' }], measures: ['rows'] },
    };
    assert.equal((await admin('PATCH', 'tiles/moves', { body: elsewhere, ifMatch: '*' })).status, 200);
    const renamed = await admin('PATCH', 'dashboards/old', { body: { title: 'Renamed' }, ifMatch: '*' });
    assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
    const added = { filters: [filter('a', 'moves', 'broken')] };
    assertRefused(
      await admin('PATCH', 'dashboards/old', { body: added, ifMatch: '*' }),
      '/filters/0/tiles/1',
    );
  });

  it('applies in the builder too', async () => {
    const ann = await person(given.inlay, given.setup, 'ann', ['contribute']);
    const canvas = canvasOf('Mine', { tile: 'revenue' }, { tile: 'broken' });
    const content = { ...canvas, filters: [filter('a', 'broken')] };
    assertRefused(await ann('POST', 'dashboards', { body: { content } }), '/filters/0/tiles/0');
    const made = await ann('POST', 'dashboards', { body: { content: canvas } });
    assert.equal(made.status, 201);
    const path = `dashboards/${made.body.dashboard.id}`;
    assertRefused(await ann('PUT', path, { body: content, ifMatch: '*' }), '/filters/0/tiles/0');
  });

  it('keeps the invalid targets of the dashboard that a new one is made from', async () => {
    assert.equal((await admin('POST', 'tiles/moves/publish', { ifMatch: '*' })).status, 200);
    const { items } = dashboardOf('moves');
    assert.equal((await admin('PATCH', 'dashboards/old', { body: { items }, ifMatch: '*' })).status, 200);
    const ann = await person(given.inlay, given.setup, 'ann', ['contribute']);
    const { status, body } = await ann<BuilderDocument>('GET', 'dashboards/old?as=copy');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.content.filters?.[0]?.tiles, ['moves']);
    const { content } = body;
    assertRefused(await ann('POST', 'dashboards', { body: { content } }), '/filters/0/tiles/0', 'moves');
    const made = await ann('POST', 'dashboards', { body: { content, from: 'old' } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  });
});
