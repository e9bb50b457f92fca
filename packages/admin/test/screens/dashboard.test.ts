import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { REVENUE, SALES, sampleWorld } from '../support/sample-world.ts';
import { BUILDER_ORDERS } from '../support/stored-tile.ts';
import { versionedRecord } from '../support/versioned-record.ts';

const ITEM = { id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' };
const REGIONS = { ...REVENUE, id: 'regions', title: 'By region' };

/** A dashboard that can be saved. Its frame keeps loading: there is no server that would fill it. */
const storedDashboard = (initial: Partial<Schemas['Dashboard']> = {}) => {
  const record = versionedRecord<'revision', Schemas['Dashboard']>(
    {
      ...SALES,
      id: 'board',
      title: 'Board',
      items: [ITEM, { ...ITEM, id: 'i1', x: 6, tile: 'regions' }],
      ...initial,
    },
    'revision',
  );
  return {
    record,
    responses: {
      ...sampleWorld,
      'GET /apps/{id}/datasets': () => list(BUILDER_ORDERS),
      'GET /tiles': () => list(REVENUE, REGIONS),
      'GET /dashboards/{id}': record.get,
      'PATCH /dashboards/{id}': record.patch,
      'POST /apps/{id}/author-token': () => Promise.withResolvers<Schemas['AuthorToken']>().promise,
    } satisfies Responses,
  };
};

const BOARD = '/apps/sales/dashboards/board';
const save = (app: OpenApp) => app.getByRole('button', { name: 'Save', exact: true });

describe('dashboards in the admin app', () => {
  it('save their settings and the visibility of an item', async (test) => {
    const { record, responses } = storedDashboard();
    const app = await openApp(test, BOARD, responses);
    await app.getByLabel('Title', { exact: true }).fill('Sales board');
    await app.getByLabel('Description').fill('For the weekly meeting.');
    await app.getByText('Item visibility').click();
    const rule = app.locator('details.item-visibility').withText('Revenue by month');
    await rule.locator('summary').click();
    await rule.getByRole('button', { name: 'Add condition' }).click();
    await rule.getByLabel('Value', { exact: true }).fill('finance');
    await app.assertAccessible();
    await app.getByRole('link', { name: 'All dashboards' }).click();
    await app.getByRole('dialog').getByRole('button', { name: /Stay/ }).click();
    await app.getByRole('dialog').waitForNone();
    await save(app).click();
    await app.getByText('Saved.').waitFor();
    await rule.getByText('Restricted').waitFor();
    const { title, description, items } = record.get();
    assert.deepEqual([title, description], ['Sales board', 'For the weekly meeting.']);
    const visibility = { context: 'groups', operator: 'contains', value: 'finance' };
    assert.deepEqual(items[0], { ...ITEM, visibility });
  });

  it('save filters with their charts, periods and bounds, and drill-downs', async (test) => {
    const { record, responses } = storedDashboard();
    const app = await openApp(test, BOARD, responses);
    await app.getByText('Viewer filters').click();
    const add = app.getByRole('button', { name: 'Add filter' });
    await add.click();
    const first = app.getByRole('group', { name: /^Filter / }).first();
    await first.getByLabel('Column').selectOption('month');
    await first.getByLabel('By region').uncheck();
    await eventually(() =>
      assert.ok(first.getByLabel('Revenue by month').isDisabled(), 'it cannot reach nothing'),
    );
    await first.getByText('Date ranges offered: 9').click();
    await first.getByLabel('This year', { exact: true }).uncheck();
    await first.getByText('Date ranges offered: 8').waitFor();

    await add.click();
    const second = app.getByRole('group', { name: /^Filter / }).last();
    await second.getByLabel('Column').selectOption('amount');
    await second.getByLabel('Type').selectOption('slider');
    await second.getByLabel('Minimum').fill('500');
    await second.getByLabel('Maximum').fill('100');
    await second.getByText(/must be greater than its minimum/).waitFor();
    assert.ok(save(app).isDisabled());
    await second.getByLabel('Maximum').fill('1000');
    await second.getByLabel('Step').fill('50');

    await app.getByText('Drill-downs').click();
    await app.getByRole('button', { name: 'Add drill-down' }).click();
    const down = app.getByRole('group', { name: /^Drill-down / });
    await down.getByLabel('Label').fill('Where to what');
    await down.getByLabel('Level 1', { exact: true }).selectOption('region');
    await down.getByLabel('Level 2', { exact: true }).selectOption('product');
    await app.assertAccessible();
    await save(app).click();
    await app.getByText('Saved.').waitFor();
    const [dates, slider] = record.get().filters ?? [];
    const presets = dates && 'presets' in dates ? (dates.presets ?? []) : [];
    assert.equal(presets.length, 8);
    assert.ok(!presets.includes('this-year'));
    const on = { datasetId: 'orders' };
    assert.deepEqual(record.get().filters, [
      {
        ...on,
        id: 'filter-1',
        label: dates?.label,
        tiles: ['revenue'],
        column: 'month',
        kind: 'date-range',
        presets,
      },
      {
        ...on,
        id: 'filter-2',
        label: slider?.label,
        column: 'amount',
        kind: 'slider',
        min: 500,
        max: 1000,
        step: 50,
      },
    ]);
    assert.deepEqual(record.get().drill, [
      { ...on, id: 'drill-1', label: 'Where to what', levels: ['region', 'product'] },
    ]);
  });

  it('that someone else changed are not overwritten before a decision', async (test) => {
    const { record, responses } = storedDashboard();
    const app = await openApp(test, BOARD, responses);
    await app.getByLabel('Title', { exact: true }).fill('Mine');
    record.change({ title: 'Theirs' });
    await save(app).click();
    await app.getByRole('dialog').getByRole('row', { name: 'Title Mine Theirs' }).waitFor();
    assert.equal(record.get().title, 'Theirs');
  });

  it('save their settings before the canvas opens, which has no settings', async (test) => {
    const { record, responses } = storedDashboard();
    const app = await openApp(test, BOARD, responses);
    await app.getByLabel('Title', { exact: true }).fill('Canvas of all');
    await app.getByRole('button', { name: 'Edit layout' }).click();
    await app.getByRole('button', { name: 'Done' }).waitFor();
    assert.equal(record.get().title, 'Canvas of all');
    assert.equal(app.getByLabel('Title', { exact: true }).count(), 0);
    assert.equal(app.getByRole('button', { name: /^Publish/ }).count(), 0);
    await app.getByRole('button', { name: 'Done' }).click();
    await app.getByLabel('Title', { exact: true }).waitFor();
  });

  it('that cannot be displayed say why, and retry', async (test) => {
    const { responses } = storedDashboard();
    const app = await openApp(test, BOARD, {
      ...responses,
      'POST /apps/{id}/author-token': () => refuse(503, { message: 'Not now.' }),
    });
    await app.getByText('The dashboard could not be displayed').waitFor();
    await app.getByText('Not now.').waitFor();
    app.api.respond(responses);
    await app.getByRole('button', { name: 'Try again' }).click();
    await app.getByText('Not now.').waitForNone();
    assert.equal(app.api.calls('POST /apps/{id}/author-token').length, 2);
  });

  it('that never connect say so after a while', async (test) => {
    const app = await openApp(test, BOARD, storedDashboard().responses);
    await app.locator('iframe').waitFor();
    await eventually(() => {
      app.advance(30_000);
      app.getByText('The dashboard could not be displayed').element();
    });
    assert.equal(app.locator('iframe').count(), 0, 'the frame may have a message of its own');
  });

  it('are created from the Dashboards tab, open on the canvas, and say what to do while they are empty', async (test) => {
    const { record, responses } = storedDashboard({ title: 'New dashboard', items: [] });
    const app = await openApp(test, '/apps/sales', { ...responses, 'POST /dashboards': record.get });
    await app.getByRole('heading', { name: 'No dashboards yet' }).waitFor();
    await app.assertAccessible();
    await app.locator('.ui-empty').getByRole('button', { name: 'Create dashboard' }).click();
    const dialog = app.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Umsätze 2026');
    assert.equal(dialog.getByLabel('Identifier').value(), 'umsatze-2026');
    await dialog.getByRole('button', { name: 'Create dashboard' }).click();
    await eventually(() => assert.equal(app.path(), `${BOARD}?edit=1`));
    const sent = app.api.calls('POST /dashboards')[0]?.body;
    assert.deepEqual(sent, { id: 'umsatze-2026', appId: 'sales', title: 'Umsätze 2026', items: [] });
    await app.getByRole('button', { name: 'Done' }).click();
    await app.getByRole('heading', { name: 'This dashboard is empty' }).waitFor();
    await app.locator('.ui-empty').getByRole('button', { name: 'Edit layout' }).click();
    await app.getByRole('button', { name: 'Done' }).waitFor();
  });
});
