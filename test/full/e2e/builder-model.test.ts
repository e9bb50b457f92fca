import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BuilderContent, BuilderDocument } from '@inlay/content/builder';
import type { FrameLocator } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { smallTargets, TOUCH_DEVICES } from '../../support/browser/small-targets.ts';
import { type BuilderPage, useBuilder } from '../../support/builder/builder-page.ts';
import { type BuilderClient, builderClient } from '../../support/builder/builder-world.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { eventually } from '../../support/time/eventually.ts';

const ORDERS = 'customer_id,amount,day\n1,10,2026-01-05\n1,20,2026-02-06\n2,5,2026-02-07\n';
const CUSTOMERS = 'id,segment\n1,new\n2,old\n';

const saved = (frame: FrameLocator) => frame.locator('.bld-save[data-save=saved]').waitFor();

describe('related fields, ad-hoc measures, interaction and tabs in a builder', () => {
  const tests = useBuilder();
  let author: BuilderPage;
  let api: BuilderClient;
  let token: string;
  before(async () => {
    const { inlay, setup } = tests;
    const data = dataClient(inlay.url, setup.adminToken);
    assert.equal((await data.upload('orders.csv', ORDERS)).status, 201);
    assert.equal((await data.upload('customers.csv', CUSTOMERS)).status, 201);
    const shared = { connectionId: 'files', segmented: false };
    await data.create('datasets', {
      id: 'customers',
      name: 'Customers',
      ...shared,
      source: { kind: 'file', file: 'customers' },
      columns: [
        { name: 'id', type: 'integer', hidden: true },
        { name: 'segment', type: 'string', label: 'Segment' },
      ],
    });
    await data.create('datasets', {
      id: 'orders',
      name: 'Orders',
      ...shared,
      source: { kind: 'file', file: 'orders' },
      columns: [
        { name: 'customer_id', type: 'integer', hidden: true },
        { name: 'amount', type: 'integer', label: 'Amount', aggregations: ['sum', 'average'] },
        { name: 'day', type: 'date', label: 'Day' },
      ],
      measures: [{ name: 'orders', label: 'Orders', kind: 'count' }],
      relationships: [
        {
          name: 'customer',
          label: 'Customer',
          dataset: 'customers',
          kind: 'many-to-one',
          columns: [{ own: 'customer_id', other: 'id' }],
        },
      ],
    });
    await data.create('apps', {
      id: 'shop',
      title: 'Shop',
      workspaceId: 'main',
      datasets: ['orders', 'customers'],
    });
    await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'shop' } });
    token = await viewerToken(setup, {
      username: 'ann@customer.example',
      privileges: { shop: ['contribute'] },
    });
    api = builderClient(inlay, token, 'build');
    author = await tests.open(token, {}, { embed: 'build' });
  });

  const stored = async (): Promise<BuilderContent> => {
    const { body: list } = await api<{ data: readonly { readonly id: string }[] }>('GET', 'dashboards');
    const { body } = await api<BuilderDocument>('GET', `dashboards/${list.data[0]?.id}`);
    return body.content;
  };

  it('a chart is made of a column and a field of a related dataset', async () => {
    const { frame } = author;
    await frame.getByRole('button', { name: 'New dashboard' }).click();
    await frame.getByRole('button', { name: 'Add', exact: true }).click();
    await frame.getByLabel('Measure', { exact: true }).selectOption({ label: 'Sum of Amount' });
    await frame.getByLabel('Group by').selectOption('customer.segment');
    await expect(frame.locator('optgroup[label=Customer] option').first()).toHaveText('Segment');
    await frame.locator('.bld-preview svg.inlay-chart').waitFor();
    await frame.getByRole('button', { name: 'Add to dashboard' }).click();
    await frame.locator('.bld-item svg.inlay-chart').first().waitFor();
    await saved(frame);
    const [item] = (await stored()).items;
    assert.ok(item && 'chart' in item);
    assert.deepEqual(item.chart.query.measures, ['sum(amount)']);
    assert.equal(item.chart.title, 'Sum of Amount by Segment');
  });

  it('a proposed title keeps the capitals of German nouns', async () => {
    const { frame, context } = await tests.open(token, { lang: 'de' }, { embed: 'build' });
    await frame.getByRole('button', { name: 'Neues Dashboard' }).click();
    await frame.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await frame.locator('.bld-preview figcaption', { hasText: 'Orders nach Monat' }).waitFor();
    await context.close();
  });

  it('a preview that failed is tried again', async () => {
    const { frame, page, context } = await tests.open(token, {}, { embed: 'build' });
    await page.route(
      '**/builder/preview',
      (route) => route.fulfill({ status: 503, json: { statusCode: 503, message: 'No database.' } }),
      { times: 1 },
    );
    await frame.getByRole('button', { name: 'New dashboard' }).click();
    await frame.getByRole('button', { name: 'Add', exact: true }).click();
    await frame.locator('.bld-preview').getByRole('button', { name: 'Try again' }).click();
    await frame.locator('.bld-preview svg.inlay-chart').waitFor();
    await context.close();
  });

  it('the chart editor lists related fields by group and aggregates columns by a menu', async () => {
    const { frame, page } = author;
    await frame.locator('.bld-item').first().click();
    await frame.getByRole('button', { name: 'Edit chart…' }).click();
    const editor = frame.getByRole('dialog', { name: /^Edit chart/ });
    await editor.getByRole('group', { name: 'Customer' }).getByRole('button', { name: 'Segment' }).waitFor();
    await editor.getByLabel('Search fields').fill('customer');
    await expect(editor.locator('.te-listed')).toHaveCount(1);
    await editor.getByLabel('Search fields').fill('');
    await editor.getByRole('button', { name: 'Aggregate Amount' }).focus();
    await page.keyboard.press('Enter');
    await frame.getByRole('menuitem', { name: 'Average of Amount' }).click();
    await editor.locator('.te-chip-name', { hasText: 'Average of Amount' }).waitFor();
    await editor.locator('.te-chip-name', { hasText: 'Customer: Segment' }).waitFor();
    await editor.locator('.te-preview svg.inlay-chart, .te-preview table').first().waitFor();
  });

  it('the chart editor adds alternatives, filters on values, a click action, rows and choices', async () => {
    const { frame } = author;
    const editor = frame.getByRole('dialog', { name: /^Edit chart/ });
    await editor.getByRole('button', { name: 'Add “or” group' }).click();
    const group = editor.getByRole('group', { name: 'Alternatives 1' });
    await group.getByLabel('Add filter').selectOption('customer.segment');
    await group.getByLabel('Search or enter a value').fill('new');
    await group.getByLabel('Search or enter a value').press('Enter');
    await group.getByLabel('Add filter').last().selectOption('amount');
    await group.getByRole('group', { name: 'Filter on Amount' }).getByLabel('From').fill('1');
    await group.getByRole('group', { name: 'Filter on Amount' }).getByLabel('To').fill('99');

    await editor.locator('summary', { hasText: 'Filter the results' }).click();
    const having = editor.locator('details', { hasText: 'Filter the results' });
    await having.getByLabel('Add filter').selectOption({ label: 'Sum of Amount' });
    await having.getByRole('group', { name: 'Filter on Sum of Amount' }).getByLabel('Value').fill('2');

    await editor.locator('summary', { hasText: 'Interaction' }).click();
    const interaction = editor.locator('details', { hasText: 'Interaction' });
    await interaction
      .getByLabel('When someone clicks a bar or point')
      .selectOption({ label: 'Opens a web page' });
    await interaction.getByLabel('Address').fill('http://crm.example.com');
    await interaction.getByText('Enter an address that starts with https://.').waitFor();
    await interaction.getByLabel('Address').fill('https://crm.example.com/{customer.segment}');
    await interaction.getByLabel('Add column').selectOption('amount');
    await interaction.getByLabel('Add column').selectOption('customer.segment');
    await interaction.getByRole('button', { name: 'Move Customer: Segment up' }).click();
    await interaction.getByLabel('Add measure').selectOption({ label: 'Orders' });
    await editor.getByRole('button', { name: 'Done' }).click();
    await saved(frame);
    await eventually(async () => {
      const [item] = (await stored()).items;
      assert.ok(item && 'chart' in item);
      const { query, click, drillThrough, choices } = item.chart;
      assert.deepEqual(query.anyOf, [
        [
          { column: 'customer.segment', operator: 'in', values: ['new'] },
          { column: 'amount', operator: 'between', from: 1, to: 99 },
        ],
      ]);
      assert.deepEqual(query.having, [{ measure: 'sum(amount)', operator: 'greater-or-equal', value: 2 }]);
      assert.deepEqual(click, { kind: 'url', url: 'https://crm.example.com/{customer.segment}' });
      assert.deepEqual(drillThrough, { columns: ['customer.segment', 'amount'] });
      assert.deepEqual(choices, { measures: ['sum(amount)', 'orders'] });
    });
  });

  it('tabs are added, renamed, reordered and deleted, and items move between them', async () => {
    const { frame } = author;
    const tab = (name: string) =>
      frame.getByRole('group', { name: 'Tabs' }).getByRole('button', { name, exact: true });
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Tabs' }).click();
    await frame.getByRole('button', { name: 'Add tab' }).click();
    await tab('Tab 2').and(frame.locator('[aria-pressed=true]')).waitFor();
    await expect(frame.locator('.bld-item')).toHaveCount(0);
    await frame.getByLabel('Name of tab 2').fill('Details');
    await tab('Tab 1').click();
    await frame.locator('.bld-item').hover();
    await frame.getByRole('button', { name: /^More: / }).click();
    await frame.getByRole('menuitem', { name: 'Move: Details' }).click();
    await expect(frame.locator('.bld-item')).toHaveCount(0);
    await frame.getByRole('button', { name: 'Undo' }).click();
    await expect(frame.locator('.bld-item')).toHaveCount(1);
    await frame.getByRole('button', { name: 'Redo' }).click();
    await tab('Details').click();
    await expect(frame.locator('.bld-item')).toHaveCount(1);
    await frame.getByRole('button', { name: 'Move Details up' }).click();
    await saved(frame);
    await eventually(async () => {
      const { tabs = [], items } = await stored();
      assert.deepEqual(
        tabs.map(({ title }) => title),
        ['Details', 'Tab 1'],
      );
      assert.equal(items[0]?.tab, tabs[0]?.id);
    });
    await frame.getByRole('button', { name: 'Delete tab Details' }).click();
    await frame.getByRole('group', { name: 'Tabs' }).waitFor({ state: 'detached' });
    await expect(frame.locator('.bld-item')).toHaveCount(1);
    await saved(frame);
    await eventually(async () => {
      const { tabs, items } = await stored();
      assert.deepEqual([tabs, items.length, items[0]?.tab], [undefined, 1, undefined]);
    });
    assert.deepEqual(author.complaints, []);
  });

  it('a filter with several levels ends above the one that the viewer sees masked', async () => {
    const { inlay, setup } = tests;
    const data = dataClient(inlay.url, setup.adminToken);
    assert.equal(
      (await data.upload('staff.csv', 'region,city,person\nnorth,Kiel,Ann\nsouth,Ulm,Bob\n')).status,
      201,
    );
    await data.create('datasets', {
      ...{ id: 'staff', name: 'Staff', connectionId: 'files', segmented: false },
      source: { kind: 'file', file: 'staff' },
      columns: [
        { name: 'region', type: 'string' },
        { name: 'city', type: 'string' },
        { name: 'person', type: 'string', access: [{ show: 'null' }] },
      ],
      measures: [{ name: 'people', kind: 'count' }],
    });
    await data.create('apps', { id: 'team', title: 'Team', workspaceId: 'main', datasets: ['staff'] });
    await data.create('embeds', { id: 'team', title: 'Team', target: { kind: 'builder', id: 'team' } });
    const query = { dimensions: [{ column: 'city' }], measures: ['people'] };
    const chart = { title: 'People', kind: 'table', datasetId: 'staff', query };
    const levels = ['region', 'city', 'person'];
    await data.create('dashboards', {
      ...{ id: 'team', appId: 'team', title: 'Team' },
      items: [{ id: 'own', x: 0, y: 0, w: 12, h: 4, chart }],
      filters: [{ id: 'place', label: 'Place', datasetId: 'staff', kind: 'hierarchy', levels }],
    });
    const token = await viewerToken(setup, { privileges: { team: ['contribute'] } });
    const { frame, complaints } = await tests.open(token, { dashboard: 'team' }, { embed: 'team' });
    const filter = frame.getByRole('button', { name: /^Place/ });
    const choose = async (...values: readonly string[]) => {
      await filter.click();
      const panel = frame.getByRole('dialog', { name: 'Place' });
      for (const value of values) await panel.locator('.inlay-level', { hasText: value }).click();
      // The last level closes it.
      await panel.waitFor({ state: 'detached' });
    };
    await choose('north', 'Kiel');
    await frame.getByRole('cell', { name: 'Ulm' }).waitFor({ state: 'detached' });
    await frame.getByRole('button', { name: 'Edit', exact: true }).click();
    await filter.click();
    await frame
      .getByRole('dialog', { name: 'Place' })
      .getByRole('button', { name: 'All', exact: true })
      .click();
    await frame.locator('.inlay-level', { hasText: 'south' }).click();
    await frame.locator('.inlay-level', { hasText: 'Ulm' }).click();
    await frame.getByRole('dialog', { name: 'Place' }).waitFor({ state: 'detached' });
    await frame.locator('.bld-item').getByText('Ulm').waitFor();
    assert.deepEqual(complaints, []);
  });

  for (const [device, options] of Object.entries(TOUCH_DEVICES))
    it(`canvas, panels and chart editor have targets of 44 px on a ${device}`, async () => {
      const { frame, page, context } = await tests.open(token, {}, { embed: 'build', ...options });
      const [, builder] = page.frames();
      assert.ok(builder);
      const assertTargets = async (within?: string) => {
        assert.deepEqual(await smallTargets(builder, within), []);
        const isCut = () => {
          const shown = document.querySelector('.inlay-page') ?? document.body;
          return shown.scrollWidth > shown.clientWidth;
        };
        await eventually(async () => assert.equal(await builder.evaluate(isCut), false, 'fits the width'));
      };
      const tap = (name: string) => frame.getByRole('button', { name, exact: true }).tap();
      await assertTargets();
      await frame.locator('[data-dashboard]').first().tap();
      await frame.locator('.bld-item svg.inlay-chart').first().waitFor();
      await frame.locator('.bld-grip').first().waitFor();
      await assertTargets();
      await frame.locator('.bld-item h2').first().tap();
      await assertTargets(device === 'phone' ? 'body' : '.bld-panel');
      if (device === 'phone')
        await frame.locator('.bld-selection').getByRole('button', { name: 'Edit' }).tap();
      await frame.getByRole('button', { name: 'Edit chart…' }).waitFor();
      await assertTargets('.bld-panel');
      await tap('Edit chart…');
      await frame.locator('.te-preview svg.inlay-chart').waitFor();
      await assertTargets();
      if (device === 'phone') await tap('Fields');
      await frame.getByRole('button', { name: 'Aggregate Amount' }).waitFor();
      await assertTargets('.te-panel-fields');
      await frame.getByRole('button', { name: 'Aggregate Amount' }).tap();
      await frame.getByRole('menuitem', { name: 'Average of Amount' }).waitFor();
      await assertTargets();
      await page.keyboard.press('Escape');
      await tap('Cancel');
      await tap('Add');
      await frame.getByLabel('Group by').waitFor();
      await assertTargets('.bld-panel');
      await context.close();
    });
});
