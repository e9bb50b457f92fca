import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UnpublishedTile } from '@inlay/content/publish-together';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import type { Locator } from '../support/locator.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { AT, REVENUE, SALES, sampleWorld } from '../support/sample-world.ts';
import { BUILDER_ORDERS } from '../support/stored-tile.ts';

const BOARD = {
  ...SALES,
  id: 'board',
  title: 'Board',
  items: [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }],
};

const draft = (id: string, title: string, publishedVersion: number | null): UnpublishedTile => ({
  kind: 'tile',
  id,
  appId: 'sales',
  title,
  state: 'draft',
  revision: 4,
  publishedVersion,
  updatedAt: AT,
  updatedBy: publishedVersion === null ? null : 'anna',
});
const NEW = draft('revenue', 'Revenue by month', null);
const CHANGED = draft('regions', 'By region', 2);

const world = {
  ...sampleWorld,
  'GET /apps/{id}/datasets': () => list(BUILDER_ORDERS),
  'GET /dashboards/{id}': () => BOARD,
  'GET /dashboards/{id}/unpublished-tiles': () => ({ tiles: [NEW, CHANGED] }),
  'POST /apps/{id}/author-token': () => Promise.withResolvers<never>().promise,
  'POST /apps/{id}/publish': () => ({ items: [] }),
} satisfies Responses;

const openBoard = (test: Parameters<typeof openApp>[0], responses: Responses = {}) =>
  openApp(test, '/apps/sales/dashboards/board', { ...world, ...responses });

const askToPublish = (app: OpenApp) => app.getByRole('button', { name: 'Publish…' }).click();
const submit = (app: OpenApp, name = 'Publish') =>
  app.getByRole('dialog').getByRole('button', { name, exact: true }).click();

const hrefOf = (link: Locator) => link.element().getAttribute('href');

describe('publishing in the admin app', () => {
  it('names the tiles of a dashboard that viewers do not see, with links', async (test) => {
    const app = await openBoard(test);
    const notice = app.locator('.ui-notice-warning');
    await notice.getByText(/was never published, so viewers do not see it/).waitFor();
    assert.equal(
      hrefOf(notice.getByRole('link', { name: 'Revenue by month' })),
      '/admin/apps/sales/tiles/revenue',
    );
    await app.locator('.ui-notice-neutral').getByRole('link', { name: 'By region' }).waitFor();
  });

  it('lists new and changed tiles, and publishes the chosen ones with the dashboard in one request', async (test) => {
    const app = await openBoard(test);
    await askToPublish(app);
    const dialog = app.getByRole('dialog', { name: 'Publish the dashboard and its 2 draft tiles?' });
    await dialog.getByRole('link', { name: 'Revenue by month' }).waitFor();
    await dialog.getByText('Version 2 is live · Changed by anna').waitFor();
    await app.assertAccessible();
    await dialog.getByLabel('By region').uncheck();
    await app.getByRole('dialog', { name: 'Publish the dashboard and its draft tile?' }).waitFor();
    await app.getByLabel('Comment').fill('First version.');
    await submit(app);
    await app.getByText('2 items published. Viewers see the new version now.').waitFor();
    const [sent] = app.api.calls('POST /apps/{id}/publish');
    assert.deepEqual(sent?.path, { id: 'sales' });
    assert.deepEqual(sent?.body, {
      items: [
        { kind: 'dashboard', id: 'board', revision: 1 },
        { kind: 'tile', id: 'revenue', revision: 4 },
      ],
      comment: 'First version.',
    });
  });

  it('shows which items were refused and why, with links, and publishes the others', async (test) => {
    const refused = {
      kind: 'tile',
      id: 'regions',
      appId: 'sales',
      title: 'By region',
      code: 'CONFLICT',
      message: 'This cannot be published: /datasetId refers to a dataset that does not exist.',
      details: null,
    };
    const app = await openBoard(test, {
      'POST /apps/{id}/publish': () => refuse(409, { code: 'CONFLICT', details: { refused: [refused] } }),
    });
    await askToPublish(app);
    await submit(app);
    const alert = app.getByRole('dialog').getByRole('alert');
    await alert.getByText('Nothing was published').waitFor();
    await alert.getByRole('link', { name: 'By region' }).waitFor();
    await alert.getByText(/refers to a dataset that does not exist/).waitFor();
    await app.assertAccessible();
    app.api.respond({ 'POST /apps/{id}/publish': () => ({ items: [] }) });
    await submit(app, 'Publish the other 2');
    await app.getByRole('dialog').waitForNone();
    const [, second] = app.api.calls('POST /apps/{id}/publish');
    assert.deepEqual(
      second?.body.items.map(({ id }) => id),
      ['board', 'revenue'],
    );
  });

  it('does not publish before the tiles of the dashboard are known', async (test) => {
    const app = await openBoard(test, {
      'GET /dashboards/{id}/unpublished-tiles': () => refuse(503, { message: 'Try again later.' }),
    });
    await askToPublish(app);
    const dialog = app.getByRole('dialog', { name: 'Publish this dashboard?' });
    await dialog.getByText('Try again later.').waitFor();
    assert.equal(dialog.getByRole('button', { name: 'Publish', exact: true }).count(), 0);
    app.api.respond({ 'GET /dashboards/{id}/unpublished-tiles': () => ({ tiles: [] }) });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  });

  it('publishes the changes of tiles of a published dashboard', async (test) => {
    const app = await openBoard(test, {
      'GET /dashboards/{id}': () => ({ ...BOARD, state: 'published', publishedVersion: 1 }),
      'GET /dashboards/{id}/unpublished-tiles': () => ({ tiles: [CHANGED] }),
    });
    await app.getByRole('button', { name: 'Publish changes…' }).click();
    await app.getByRole('dialog', { name: 'Publish 1 tile?' }).getByText('By region').waitFor();
    await submit(app);
    await app.getByText('1 tile published. Viewers see the new version now.').waitFor();
  });

  it('links the content that an error names by title', async (test) => {
    const used = { kind: 'dashboard', id: 'board', appId: 'sales', title: 'Board' };
    const app = await openApp(test, '/apps/sales/tiles/revenue', {
      ...world,
      'POST /tiles/preview': () => refuse(503),
      'POST /tiles/{id}/archive': () =>
        refuse(409, {
          message: 'This is used by dashboard “Board”. Remove it there first.',
          details: { usedBy: [used] },
        }),
    });
    await app.getByRole('button', { name: 'More actions for this tile' }).click();
    await app.getByRole('menuitem', { name: 'Archive' }).click();
    await eventually(() => assert.equal(app.api.calls('POST /tiles/{id}/archive').length, 1));
    const alert = app.getByRole('alert');
    await alert.getByText('This is used by dashboard “Board”. Remove it there first.').waitFor();
    assert.equal(hrefOf(alert.getByRole('link', { name: 'Board' })), '/admin/apps/sales/dashboards/board');
  });
});

const tileOf = (index: number, change: Partial<typeof REVENUE> = {}) => ({
  ...REVENUE,
  id: `tile-${index}`,
  title: `Tile ${index}`,
  ...change,
});

describe('selected items in lists of the admin app', () => {
  it('are published, archived and deleted as far as their status allows', async (test) => {
    const tiles = [tileOf(1), tileOf(2, { state: 'published' }), tileOf(3, { state: 'archived' })];
    const app = await openApp(test, '/apps/sales?tab=tiles', {
      ...world,
      'GET /tiles': () => list(...tiles),
    });
    await app.getByLabel('Select Tile 1').check();
    const bar = app.getByRole('region', { name: 'Selection' });
    await bar.getByText('1 selected').waitFor();
    await app.getByLabel('Select all on this page').check();
    await bar.getByText('3 selected').waitFor();
    for (const name of ['Publish 1…', 'Archive 2…', 'Restore 1…', 'Delete 3…'])
      await bar.getByRole('button', { name }).waitFor();
    await app.assertAccessible();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitForNone();
  });

  it('are listed before they are deleted, and refused ones are reported with the reason', async (test) => {
    const stored = new Map(Array.from({ length: 12 }, (_, index) => [`tile-${index}`, tileOf(index)]));
    const board = { kind: 'dashboard', id: 'board', appId: 'sales', title: 'Board' };
    const app = await openApp(test, '/apps/sales?tab=tiles', {
      ...world,
      'GET /tiles': () => list(...stored.values()),
      'DELETE /tiles/{id}': ({ path, headers }) => {
        assert.equal(headers.get('if-match'), '"1"');
        if (path.id === 'tile-4')
          return refuse(409, {
            message: 'This is used by dashboard “Board”. Remove it there first.',
            details: { usedBy: [board] },
          });
        stored.delete(path.id);
        return undefined;
      },
    });
    await app.getByLabel('Select all on this page').check();
    await app.getByRole('button', { name: 'Delete 12…' }).click();
    const ask = app.getByRole('dialog', { name: 'Delete 12 tiles?' });
    await ask.getByText('Tile 9', { exact: true }).waitFor();
    assert.equal(ask.getByText('Tile 10', { exact: true }).count(), 0);
    await ask.getByText('2 more', { exact: true }).waitFor();
    await ask.getByRole('button', { name: 'Delete', exact: true }).click();
    const report = app.getByRole('dialog', { name: '1 tile not deleted' });
    await report.getByText('11 tiles deleted.').waitFor();
    await report.getByRole('link', { name: 'Tile 4' }).waitFor();
    await report.getByRole('link', { name: 'Board' }).waitFor();
    await app.assertAccessible();
    await report.getByRole('button', { name: 'Close' }).last().click();
    await app.getByRole('dialog').waitForNone();
    await eventually(() => assert.equal(app.getByRole('row').count(), 2));
    await app.getByRole('region', { name: 'Selection' }).waitForNone();
  });

  it('are published with the tiles that they need', async (test) => {
    const boards = [BOARD, { ...BOARD, id: 'second', title: 'Second' }];
    const app = await openApp(test, '/apps/sales', { ...world, 'GET /dashboards': () => list(...boards) });
    await app.getByLabel('Select all on this page').check();
    await app.getByRole('button', { name: 'Publish 2…' }).click();
    await app.getByRole('dialog', { name: 'Publish 2 dashboards and 2 draft tiles?' }).waitFor();
    await submit(app);
    await app.getByText('4 items published.', { exact: false }).waitFor();
    const [sent] = app.api.calls('POST /apps/{id}/publish');
    assert.deepEqual(
      sent?.body.items.map(({ id }) => id),
      ['board', 'second', 'revenue', 'regions'],
    );
  });
});
