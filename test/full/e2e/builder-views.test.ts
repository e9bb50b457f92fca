import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BuilderDocument } from '@inlay/content/builder';
import type { ViewState } from '@inlay/content/view-state';
import { expect } from '../../support/browser/expect.ts';
import { type BuilderPage, findingsInFrame, useBuilder } from '../../support/builder/builder-page.ts';
import { type BuilderClient, builderClient } from '../../support/builder/builder-world.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { eventually } from '../../support/time/eventually.ts';

const place = (id: string, y = 0) => ({ id, x: 0, y, w: 12, h: 6 });
const chart = (datasetId: string, title: string, column: string, measure: string) => ({
  title,
  kind: 'bar',
  datasetId,
  query: { dimensions: [{ column }], measures: [measure] },
});
const CONTENT = {
  title: 'Both',
  tabs: [
    { id: 'one', title: 'Revenue' },
    { id: 'two', title: 'Over time' },
  ],
  filters: [{ id: 'p', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' }],
  items: [
    { ...place('a'), tab: 'one', chart: chart('sales', 'Sales', 'product', 'revenue') },
    { ...place('b', 6), tab: 'one', chart: chart('salaries', 'Pay', 'person', 'total') },
    {
      ...place('c'),
      tab: 'two',
      chart: {
        title: 'Sales by month',
        kind: 'line',
        datasetId: 'sales',
        query: { dimensions: [{ column: 'day', grain: 'month' }], measures: ['revenue'] },
        choices: { grains: ['day', 'year'] },
      },
    },
  ],
};
/** The measure has no label. */
const YEARS = 'revenue by year';
const UNFILTERED = 'The Product filter does not apply here';

interface Embed {
  getState(): Promise<ViewState>;
  setState(state: unknown): Promise<void>;
  setFilters(filters: object): Promise<void>;
  setLanguage(lang: string): Promise<void>;
  openDashboard(id: string, options?: object): Promise<unknown>;
}
/** Calls a method of the embed in the host page. Resolves with its value, or with the code of its error. */
const onHost = <Value = unknown>({ page }: BuilderPage, method: keyof Embed, ...given: unknown[]) =>
  page.evaluate(
    ([name, values]) =>
      (
        (window as unknown as { embed: Record<string, (...all: unknown[]) => Promise<unknown>> }).embed[
          name
        ]?.(...values) ?? Promise.reject(new Error(name))
      ).catch(({ code }) => code),
    [method, given] as const,
  ) as Promise<Value>;

describe('views, state, tabs and filters of a builder dashboard', () => {
  const tests = useBuilder();
  let author: BuilderClient;
  let id: string;
  let plain: string;
  before(async () => {
    const { inlay, setup } = tests;
    const data = dataClient(inlay.url, setup.adminToken);
    await data.create('apps', {
      id: 'mixed',
      title: 'Mixed',
      workspaceId: 'main',
      datasets: ['sales', 'salaries'],
    });
    await data.create('embeds', { id: 'b-mixed', title: 'Mixed', target: { kind: 'builder', id: 'mixed' } });
    author = builderClient(inlay, await token('cora', ['contribute', 'validate']), 'b-mixed');
    const publish = async (content: object) => {
      const made = await author<BuilderDocument>('POST', 'dashboards', { body: { content } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const path = `dashboards/${made.body.dashboard.id}/publish`;
      assert.equal((await author('POST', path, { body: {} })).status, 200);
      return made.body.dashboard.id;
    };
    id = await publish(CONTENT);
    const { tabs: _, filters: __, ...rest } = CONTENT;
    const items = CONTENT.items.slice(2).map(({ tab: ___, ...item }) => item);
    plain = await publish({ ...rest, title: 'Plain', items });
  });

  const token = (name: string, privileges: readonly string[]) =>
    viewerToken(tests.setup, { username: `${name}@customer.example`, privileges: { mixed: privileges } });
  const open = async (name: string, options: object = { dashboard: id }, privileges = ['view']) => {
    const given = await token(name, privileges);
    return tests.open(given, options, { embed: 'b-mixed', bypassCSP: true });
  };
  const heading = ({ frame }: BuilderPage, name: string) => frame.getByRole('heading', { name, exact: true });
  const views = ({ frame }: BuilderPage) => frame.getByRole('button', { name: 'Saved views', exact: true });
  const stateOf = (page: BuilderPage) => onHost<ViewState>(page, 'getState');
  const switchToYears = async (page: BuilderPage) => {
    await page.frame.getByRole('button', { name: 'Group dates by: By month' }).click();
    await page.frame.getByRole('menuitem', { name: 'By year' }).click();
    await heading(page, YEARS).waitFor();
  };

  it('a viewer saves a view, makes it the default, and finds it when the dashboard is opened again', async () => {
    const first = await open('viola');
    await first.frame.getByRole('tab', { name: 'Over time' }).click();
    await switchToYears(first);
    await views(first).click();
    const panel = first.frame.getByRole('dialog', { name: 'Saved views' });
    await panel.getByText('No saved views yet').waitFor();
    assert.deepEqual(await findingsInFrame(first.page), []);
    await panel.getByRole('button', { name: 'Save current view…' }).click();
    await panel.getByRole('textbox', { name: 'Name of the view' }).fill('Per year');
    await first.page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Actions for Per year' }).click();
    await panel.getByRole('button', { name: 'Open with this view' }).click();
    await panel.getByText('Default', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Original view' }).click();
    await heading(first, 'Sales').waitFor();
    assert.deepEqual(await stateOf(first), { filters: { p: null }, tab: 'one' });
    assert.deepEqual(first.complaints, []);
    await first.context.close();

    const again = await open('viola');
    await heading(again, YEARS).waitFor();
    assert.deepEqual(await stateOf(again), {
      filters: { p: null },
      tab: 'two',
      tiles: { c: { grain: 'year' } },
    });
    await again.context.close();
  });

  it('the default view opens from the list of dashboards too, and other dashboards have their own views', async () => {
    const page = await open('viola', {});
    await page.frame.locator('.bld-card-open', { hasText: 'Both' }).click();
    await heading(page, YEARS).waitFor();
    await page.frame.getByRole('button', { name: 'Dashboards', exact: true }).click();
    await page.frame.locator('.bld-card-open', { hasText: 'Plain' }).click();
    await heading(page, 'Sales by month').waitFor();
    await views(page).click();
    const panel = page.frame.getByRole('dialog', { name: 'Saved views' });
    await panel.getByText('No saved views yet').waitFor();
    await page.page.keyboard.press('Escape');
    await page.context.close();
  });

  it('a view is renamed and deleted', async () => {
    const page = await open('viola');
    await heading(page, YEARS).waitFor();
    await views(page).click();
    const panel = page.frame.getByRole('dialog', { name: 'Saved views' });
    await panel.getByRole('button', { name: 'Actions for Per year' }).click();
    await panel.getByRole('button', { name: 'Rename…' }).click();
    await panel.getByRole('textbox', { name: 'Name of the view' }).fill('Every year');
    await page.page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Actions for Every year' }).click();
    await panel.getByRole('button', { name: 'Delete…' }).click();
    await panel.getByRole('button', { name: 'Delete', exact: true }).click();
    await panel.getByText('No saved views yet').waitFor();
    await page.context.close();
  });

  it('the host page can switch saved views off', async () => {
    const page = await open('vito', { dashboard: id, features: { views: false } });
    await page.frame.locator('[data-filter=p]').click();
    await page.frame.locator('.ui-popover').waitFor();
    await expect(views(page)).toHaveCount(0);
    await page.context.close();
  });

  it('a tab is opened by click and by arrow keys, and stays open in another language', async () => {
    const page = await open('vera');
    const tab = (name: string) => page.frame.getByRole('tab', { name });
    await tab('Revenue').click();
    await page.page.keyboard.press('ArrowRight');
    await heading(page, 'Sales by month').waitFor();
    await expect(tab('Over time')).toHaveAttribute('aria-selected', 'true');
    await switchToYears(page);
    await onHost(page, 'setLanguage', 'de');
    await page.frame.getByRole('button', { name: 'Gespeicherte Ansichten', exact: true }).waitFor();
    await expect(tab('Over time')).toHaveAttribute('aria-selected', 'true');
    assert.deepEqual((await stateOf(page)).tiles, { c: { grain: 'year' } });
    await page.context.close();
  });

  it('an author edits the tab that is open, and sees it after Done as it was', async () => {
    const page = await open('cora', { dashboard: id }, ['contribute', 'validate']);
    await page.frame.getByRole('tab', { name: 'Over time' }).click();
    await switchToYears(page);
    await page.frame.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.frame.locator('.bld-item[data-item=c]').waitFor();
    await expect(page.frame.locator('.bld-item[data-item=a]')).toHaveCount(0);
    assert.equal(await stateOf(page), 'VALUE_INVALID');
    await page.frame.getByRole('button', { name: 'Done', exact: true }).click();
    await heading(page, YEARS).waitFor();
    assert.equal((await stateOf(page)).tab, 'two');
    await page.context.close();
  });

  it('the host page reads a state and sets it, and an invalid one changes nothing', async () => {
    const page = await open('vera', {});
    assert.equal(await stateOf(page), 'VALUE_INVALID');
    await onHost(page, 'openDashboard', id);
    const original = { filters: { p: null }, tab: 'one' };
    assert.deepEqual(await stateOf(page), original);
    const state = { filters: { p: 'Tea' }, tab: 'two', tiles: { c: { grain: 'year' } } };
    await onHost(page, 'setState', state);
    await heading(page, YEARS).waitFor();
    await expect(page.frame.locator('[data-filter=p]')).toHaveText(/Tea/);
    assert.deepEqual(await stateOf(page), state);
    for (const wrong of [{ tab: 'three' }, { tiles: { z: {} } }, { filters: { nothing: 1 } }, 'all'])
      assert.equal(await onHost(page, 'setState', wrong), 'VALUE_INVALID', JSON.stringify(wrong));
    assert.deepEqual(await stateOf(page), state);
    await onHost(page, 'setState', {});
    await heading(page, 'Sales').waitFor();
    assert.deepEqual(await stateOf(page), original);
    assert.deepEqual((await page.heard('filter-change')).at(-1), { filters: { p: null }, by: 'host' });
    await page.context.close();
  });

  it('filters that the host page sets before the dashboard is rendered apply to it', async () => {
    const page = await open('vera', {});
    await Promise.all([
      onHost(page, 'openDashboard', id),
      eventually(async () =>
        assert.notEqual(await onHost(page, 'setFilters', { p: 'Tea' }), 'VALUE_INVALID'),
      ),
    ]);
    assert.deepEqual((await stateOf(page)).filters, { p: 'Tea' });
    await page.context.close();
  });

  it('tiles say which active filters do not affect them, while viewing and while editing', async () => {
    const page = await open('cora', { dashboard: id }, ['contribute', 'validate']);
    const { frame } = page;
    const chooseTea = async () => {
      await frame.locator('[data-filter=p]').click();
      await frame.locator('.ui-popover').getByText('Tea').click();
    };
    await chooseTea();
    await frame.locator('#item-b').getByText(UNFILTERED, { exact: true }).waitFor();
    await frame.getByRole('button', { name: 'Edit', exact: true }).click();
    const item = (name: string) => frame.locator(`.bld-item[data-item=${name}]`);
    await item('b').getByText(UNFILTERED, { exact: true }).waitFor();
    await item('a').locator('svg.inlay-chart').waitFor();
    await expect(item('a').getByText(UNFILTERED)).toHaveCount(0);
    await frame.locator('[data-filter=p]').click();
    await frame.locator('.ui-popover').getByText('All', { exact: true }).click();
    await item('b').getByText(UNFILTERED).waitFor({ state: 'detached' });
    assert.deepEqual(page.complaints, []);
    await page.context.close();
  });

  it('an old version shows without the filters that it did not have', async () => {
    const { body } = await author<BuilderDocument>('GET', `dashboards/${plain}`);
    const { content, dashboard } = body;
    const put = await author('PUT', `dashboards/${plain}`, {
      body: { ...content, filters: CONTENT.filters },
      ifMatch: dashboard.revision,
    });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.equal((await author('POST', `dashboards/${plain}/publish`, { body: {} })).status, 200);
    const page = await open('cora', { dashboard: plain }, ['contribute', 'validate']);
    const { frame } = page;
    const filter = frame.locator('.bld-view [data-filter=p]');
    await filter.click();
    await frame.locator('.ui-popover').getByText('Tea').click();
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Versions' }).click();
    await frame.locator('.ui-version').last().click();
    await frame.locator('[data-banner=version]').waitFor();
    await filter.waitFor({ state: 'detached' });
    await heading(page, 'Sales by month').waitFor();
    await expect(views(page)).toHaveCount(0);
    await frame.locator('[data-banner=version]').getByRole('button').last().click();
    await filter.waitFor();
    await page.context.close();
  });
});
