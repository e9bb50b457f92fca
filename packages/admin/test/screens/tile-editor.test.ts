import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { salesOf, storedTile } from '../support/stored-tile.ts';

const TILE = '/apps/sales/tiles/revenue';
const titleIn = (app: OpenApp) => app.getByLabel('Title', { exact: true });
const saveIn = (app: OpenApp) => app.getByRole('button', { name: 'Save', exact: true });
const chartIn = (app: OpenApp) => app.locator('.te-chart svg.inlay-chart');

const PROPOSED = {
  dimensions: [{ column: 'product' }],
  measures: ['revenue'],
  sort: [{ by: 'revenue', direction: 'desc' }],
};

describe('the tile editor in the admin app', () => {
  it('proposes a chart from the chosen fields, and creates the tile once it has a title', async (test) => {
    const { tile, responses } = storedTile();
    const app = await openApp(test, '/apps/sales/tiles/new', {
      ...responses,
      'POST /tiles': ({ body }) => {
        tile.change(body);
        return tile.get();
      },
    });
    await app.getByRole('button', { name: 'Revenue', exact: true }).click();
    await app.getByRole('button', { name: 'Product', exact: true }).click();
    await chartIn(app).waitFor();
    await eventually(() => assert.ok(app.getByRole('radio', { name: /^Bar ?Recommended$/ }).isChecked()));
    const create = app.getByRole('button', { name: 'Create tile' });
    assert.ok(create.isDisabled());
    await titleIn(app).fill('Revenue by product');
    await create.click();
    await eventually(() => assert.equal(app.path(), TILE));
    const sent = app.api.calls('POST /tiles')[0]?.body;
    assert.deepEqual(
      [sent?.appId, sent?.title, sent?.kind, sent?.query],
      ['sales', 'Revenue by product', 'bar', PROPOSED],
    );
  });

  it('names each control of a group differently', async (test) => {
    const app = await openApp(
      test,
      TILE,
      storedTile({ kind: 'kpi', query: { dimensions: [], measures: ['revenue'] } }).responses,
    );
    await app.getByText('Appearance', { exact: true }).click();
    const target = app.getByRole('group', { name: 'Target' });
    await target.getByLabel('Measure').waitFor();
    await target.getByLabel('Fixed value').fill('100');
    const groups = [
      ...app.page.document.querySelectorAll<HTMLElement>('.te fieldset, .te section, .te details'),
    ];
    assert.ok(groups.length > 10);
    for (const group of groups) {
      const own = [...group.querySelectorAll<HTMLElement>('input, select, textarea')].filter(
        (control) => control.closest('fieldset, section, details') === group,
      );
      const names = own.map((control) => control.getAttribute('aria-label') ?? labelOf(control));
      assert.deepEqual(names, [...new Set(names)], group.textContent.slice(0, 80));
    }
  });

  it('warns of a number in the title that was typed', async (test) => {
    const app = await openApp(test, TILE, storedTile().responses);
    await chartIn(app).waitFor();
    await titleIn(app).fill('Revenue rose 16% in 2026');
    await app
      .getByText('Typed numbers do not follow the viewer’s rows: 16%. Insert a value instead.')
      .waitFor();
    assert.ok(!saveIn(app).isDisabled());
  });

  it('finds one of many related fields by typing', async (test) => {
    const app = await openApp(test, TILE, storedTile().responses);
    await chartIn(app).waitFor();
    const picker = app.getByRole('combobox', { name: 'Add filter' });
    await picker.fill('calendar 11');
    await app.getByRole('option', { name: 'Extra 11' }).waitFor();
    await app.assertAccessible();
    await picker.press('Enter');
    const chosen = app.getByRole('combobox', { name: 'Columns', exact: true });
    await eventually(() => assert.match(chosen.value(), /^Calendar: Extra 11$/i));
    await picker.fill('no such field');
    await app.getByText('No matches.').waitFor();
  });

  it('reports a query that is too expensive, with cheaper alternatives', async (test) => {
    const query = { dimensions: [{ column: 'month', grain: 'day' as const }], measures: ['revenue'] };
    const app = await openApp(test, TILE, {
      ...storedTile({ kind: 'line', query }).responses,
      'POST /tiles/preview': () =>
        refuse(504, { code: 'DATABASE_TIMEOUT', message: 'The database took too long.' }),
    });
    await app.getByText('This would take too long to load').waitFor();
    app.api.respond({ 'POST /tiles/preview': () => salesOf('Tea') });
    await app.getByRole('button', { name: 'Month: By week' }).click();
    await eventually(() => assert.equal(app.getByLabel('Group Month by').value(), 'week'));
    await eventually(() => {
      const [dimension] = app.api.calls('POST /tiles/preview').at(-1)?.body.tile.query.dimensions ?? [];
      assert.deepEqual(dimension, { column: 'month', grain: 'week' });
    });
  });

  it('offers stacked bars where stacked areas would show negative values', async (test) => {
    const query = { dimensions: [{ column: 'product' }], measures: ['revenue', 'lines'] };
    const { from, result } = salesOf('Tea', 'Cocoa');
    const lines = {
      name: 'lines',
      label: 'Order lines',
      type: 'integer',
      role: 'measure',
      values: [3, -4],
    } as const;
    const app = await openApp(test, TILE, {
      ...storedTile({ kind: 'area', query }).responses,
      'POST /tiles/preview': () => ({ from, result: { ...result, columns: [...result.columns, lines] } }),
    });
    await app.getByText('Stacked areas cannot show negative values').waitFor();
    const offer = app.getByRole('button', { name: 'Show as stacked bars' });
    await offer.click();
    await eventually(() => assert.ok(app.getByRole('radio', { name: /^Bar/ }).first().isChecked()));
    await offer.waitForNone();
    // A kind may query totals that another one does not need.
    await eventually(() => assert.equal(app.api.calls('POST /tiles/preview').at(-1)?.body.tile.kind, 'bar'));
    await saveIn(app).click();
    await app.getByText('Saved.').waitFor();
    const { kind, options } = app.api.calls('PATCH /tiles/{id}').at(-1)?.body ?? {};
    assert.deepEqual([kind, options], ['bar', { layout: 'stacked' }]);
  });

  it('advises bars for a pie with many slices, with one click to switch', async (test) => {
    const products = ['Tea', 'Cocoa', 'Coffee', 'Milk', 'Juice', 'Water', 'Wine', 'Beer'];
    const app = await openApp(test, TILE, {
      ...storedTile({ kind: 'pie' }).responses,
      'POST /tiles/preview': () => salesOf(...products),
    });
    const hint = app.getByText('Bars are easier to compare than this many slices');
    await hint.waitFor();
    await chartIn(app).waitFor();
    await app.getByRole('button', { name: 'Show as bars' }).click();
    await eventually(() => assert.ok(app.getByRole('radio', { name: /^Bar/ }).first().isChecked()));
    await hint.waitForNone();
  });

  it('shows periods without data as gaps unless the author chooses otherwise', async (test) => {
    const query = { dimensions: [{ column: 'month', grain: 'month' as const }], measures: ['revenue'] };
    const app = await openApp(test, TILE, storedTile({ kind: 'line', query }).responses);
    await app.getByText('Appearance', { exact: true }).click();
    const select = app.getByLabel('Periods without data');
    await select.waitFor();
    assert.equal(select.value(), 'gap');
    await select.selectOption('omit');
    await eventually(() => {
      const [dimension] = app.api.calls('POST /tiles/preview').at(-1)?.body.tile.query.dimensions ?? [];
      assert.deepEqual(dimension, { column: 'month', grain: 'month', fillGaps: false });
    });
  });

  it('adds sparklines with a date and a granularity, and previews them', async (test) => {
    const query = { dimensions: [{ column: 'product' }], measures: ['revenue'] };
    const { from, result } = salesOf('Tea');
    const [product, revenue] = result.columns;
    const at = {
      name: 'month',
      label: 'Month',
      type: 'date',
      role: 'dimension',
      grain: 'month',
      values: ['2026-01-01'],
    } as const;
    const history = { ...result, columns: [product, at, revenue].filter((column) => column !== undefined) };
    const app = await openApp(test, TILE, {
      ...storedTile({ kind: 'table', query }).responses,
      'POST /tiles/preview': ({ body }) => ({
        ...{ from, result },
        ...(body.tile.options?.sparklines && { history }),
      }),
    });
    await app.getByText('Appearance', { exact: true }).click();
    const group = app.getByRole('group', { name: 'Sparklines' });
    await group.getByLabel('Revenue').click();
    await eventually(() => {
      const { options } = app.api.calls('POST /tiles/preview').at(-1)?.body.tile ?? {};
      assert.deepEqual(options?.sparklines, { measures: ['revenue'], column: 'month', grain: 'month' });
    });
    await app.locator('.te-chart svg.inlay-sparkline').waitFor();
    await app.assertAccessible();
    await group.getByLabel('Revenue').click();
    await app.locator('.te-chart svg.inlay-sparkline').waitForNone();
  });

  it('does not offer to group dates by hour', async (test) => {
    const query = { dimensions: [{ column: 'month', grain: 'day' as const }], measures: ['revenue'] };
    const app = await openApp(test, TILE, storedTile({ kind: 'line', query }).responses);
    const select = app.getByLabel('Group Month by');
    await select.waitFor();
    assert.match(select.text(), /^By day/);
  });

  it("shows someone else's change before anything is overwritten", async (test) => {
    const { tile, responses } = storedTile();
    const app = await openApp(test, TILE, responses);
    await titleIn(app).fill('Mine');
    tile.change({ description: 'Added meanwhile' });
    await saveIn(app).click();
    const dialog = app.getByRole('dialog', { name: 'Someone else saved changes' });
    await dialog.getByText('Added meanwhile').waitFor();
    assert.equal(tile.get().title, 'Revenue by month');
    await dialog.getByRole('button', { name: 'Keep both changes' }).click();
    await app.getByText('Saved.').waitFor();
    assert.deepEqual([tile.get().title, tile.get().description], ['Mine', 'Added meanwhile']);
    // Only what was changed here is written.
    assert.equal(app.api.calls('PATCH /tiles/{id}').at(-1)?.body.description, undefined);

    // Where both changed the same, both values stand beside each other.
    await titleIn(app).fill('Mine again');
    tile.change({ title: 'Theirs', description: 'And this too' });
    await saveIn(app).click();
    await dialog.getByRole('row', { name: 'Title Mine again Theirs' }).waitFor();
    await dialog.getByText('And this too').waitFor();
    assert.equal(dialog.getByRole('row').count(), 2, 'what only one changed is no clash');
    await app.assertAccessible();
    await dialog.getByRole('button', { name: 'Discard my changes' }).click();
    await app.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor();
    assert.equal(tile.get().title, 'Theirs');
  });

  it('takes content through review, and restores an earlier version', async (test) => {
    const { tile, responses } = storedTile({ title: 'The first' });
    const app = await openApp(test, TILE, responses);
    const publish = async () => {
      await app.getByRole('button', { name: 'Publish…' }).click();
      await app.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await app.getByRole('dialog').waitForNone();
      await app.locator('main .ui-badge').withText('Published').waitFor();
    };
    await app.getByRole('button', { name: 'Submit for review' }).click();
    await app.getByText('In review').first().waitFor();
    await app.getByRole('button', { name: 'Request changes…' }).click();
    await app.getByLabel('Comment').fill('Say which year');
    await app.getByRole('button', { name: 'Request changes', exact: true }).click();
    await app.getByText('“Say which year”').waitFor();
    await publish();
    await titleIn(app).fill('The second');
    await publish();
    await eventually(() =>
      assert.deepEqual([tile.get().title, tile.get().publishedVersion], ['The second', 2]),
    );
    const menu = async (name: string) => {
      await app.getByRole('button', { name: 'More actions for this tile' }).click();
      await app.getByRole('menuitem', { name }).click();
    };
    await menu('Versions');
    const versions = app.getByRole('dialog', { name: 'Versions' });
    await versions.getByRole('button', { name: 'Compare with current' }).last().click();
    await versions.locator('del').withText('The first').waitFor();
    await versions.getByRole('button', { name: 'Restore' }).last().click();
    await app.getByRole('heading', { name: 'The first', level: 1 }).waitFor();
    await eventually(() => assert.equal(titleIn(app).value(), 'The first'));
    await menu('Delete…');
    await app.getByRole('button', { name: 'Delete tile' }).click();
    await eventually(() => assert.equal(app.path(), '/apps/sales?tab=tiles'));
    assert.equal(app.api.writes.at(-1), 'DELETE /api/v0/tiles/revenue');
  });

  it('edits a nested visibility rule: one of two groups, and a numeric attribute', async (test) => {
    const { tile, responses } = storedTile();
    const app = await openApp(test, TILE, responses);
    await app.getByText('Visibility', { exact: true }).click();
    await app.getByRole('button', { name: 'Add condition' }).click();
    const first = app.getByRole('group', { name: 'Condition 1' }).first();
    await first.getByLabel('Compare').selectOption('attributes');
    await first.getByLabel('Attribute name').fill('level');
    await first.getByLabel('Value type').selectOption('number');
    await first.getByLabel('Value', { exact: true }).fill('3');
    await app.getByRole('button', { name: 'Add group' }).click();
    await app.getByText('Complete the visibility conditions.').waitFor();
    const group = app.getByRole('group', { name: 'Group 2' });
    const valueIn = (name: string) => group.getByRole('group', { name }).getByLabel('Value', { exact: true });
    await valueIn('Condition 1').fill('finance');
    await valueIn('Condition 2').fill('sales');
    await app.assertAccessible();
    await saveIn(app).click();
    await app.getByText('Saved.').waitFor();
    const level = { context: 'attributes.level', operator: 'equals', value: 3 } as const;
    const inGroup = (value: string) => ({ context: 'groups', operator: 'contains', value }) as const;
    assert.deepEqual(tile.get().visibility, { and: [level, { or: [inGroup('finance'), inGroup('sales')] }] });

    // Opened again, it is the same rule; of a group of two, one that is left is no group.
    const later = await openApp(test, TILE, responses);
    await later.getByText('Visibility', { exact: true }).click();
    const again = later.getByRole('group', { name: 'Group 2' });
    await again.getByRole('group', { name: 'Condition 1' }).getByRole('button', { name: 'Remove' }).click();
    await again.waitForNone();
    await saveIn(later).click();
    await later.getByText('Saved.').waitFor();
    assert.deepEqual(tile.get().visibility, { and: [level, inGroup('sales')] });
  });
});

const SEEN: Schemas['EmbedExplanation'] = {
  visible: true,
  summary: '',
  truncated: false,
  checks: [],
  parts: [],
};

describe('previewing an unsaved tile as a user in the admin app', () => {
  const show = (app: OpenApp) =>
    app
      .getByRole('dialog', { name: 'Preview as viewer' })
      .getByRole('button', { name: 'Show as this viewer' })
      .click();

  it('shows the rows of that user, and all rows again', async (test) => {
    const app = await openApp(test, TILE, {
      ...storedTile().responses,
      'POST /tiles/preview': ({ body }) => (body.context ? salesOf('Coffee') : salesOf('Tea', 'Cocoa')),
      'POST /apps/{id}/explain': () => SEEN,
    });
    const chart = app.getByRole('region', { name: 'Preview' });
    await chart.getByText('Cocoa').first().waitFor();
    await app.getByRole('button', { name: 'Preview as viewer' }).click();
    const dialog = app.getByRole('dialog', { name: 'Preview as viewer' });
    await dialog.getByRole('button', { name: '+ Add attribute' }).click();
    await dialog.getByLabel('Name of attribute 1').fill('region');
    await dialog.getByLabel('Value of attribute 1').fill('north');
    await dialog.getByRole('button', { name: '+ Add attribute' }).click();
    await dialog.getByLabel('Name of attribute 2').fill('level');
    await dialog.getByLabel('Type of attribute 2').selectOption('number');
    await dialog.getByLabel('Value of attribute 2').fill('3');
    await dialog.getByLabel('Groups').fill('sales');
    await app.assertAccessible();
    await show(app);
    await app.getByText('Viewing as viewer@customer.example').waitFor();
    await chart.getByText('Coffee').first().waitFor();
    assert.equal(chart.getByText('Cocoa').count(), 0);
    const sent = app.api.calls('POST /tiles/preview').at(-1)?.body.context;
    assert.deepEqual([sent?.attributes, sent?.groups], [{ region: 'north', level: 3 }, ['sales']]);
    await app.getByRole('button', { name: 'Show all rows' }).click();
    await chart.getByText('Cocoa').first().waitFor();
  });

  it('shows no chart to a user from whom the tile is hidden, but the reason', async (test) => {
    const reason = 'attributes.level is missing';
    const app = await openApp(test, TILE, {
      ...storedTile().responses,
      'POST /apps/{id}/explain': () => ({
        ...SEEN,
        visible: false,
        checks: [{ name: 'rules', ok: false, reason }],
      }),
    });
    const chart = app.getByRole('region', { name: 'Preview' });
    await chart.getByText('Cocoa').first().waitFor();
    await app.getByRole('button', { name: 'Preview as viewer' }).click();
    await show(app);
    await chart.getByText('Hidden from this viewer').waitFor();
    assert.equal(chart.getByText('Cocoa').count(), 0);
    await app.getByRole('region', { name: 'What this viewer sees' }).getByText(reason).first().waitFor();
  });

  it("never shows the previous user's rows or reasons with another user's name", async (test) => {
    const explained = Promise.withResolvers<void>();
    const previewed = Promise.withResolvers<void>();
    const { responses } = storedTile();
    const app = await openApp(test, TILE, {
      ...responses,
      'POST /tiles/preview': () => salesOf('Coffee'),
      'POST /apps/{id}/explain': () => SEEN,
    });
    const chart = app.getByRole('region', { name: 'Preview', exact: true });
    const seen = app.getByRole('region', { name: 'What this viewer sees' });
    await app.getByRole('button', { name: 'Preview as viewer' }).click();
    await show(app);
    await chart.getByText('Coffee').first().waitFor();
    await seen.waitFor();
    app.api.respond({
      'POST /tiles/preview': () => previewed.promise.then(() => salesOf('Cocoa')),
      'POST /apps/{id}/explain': () => explained.promise.then(() => SEEN),
    });
    await app.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = app.getByRole('dialog', { name: 'Preview as viewer' });
    await dialog.getByLabel('Username').fill('bob');
    await show(app);
    await app.getByText('Viewing as bob').waitFor();
    assert.equal(seen.count(), 0, 'the reasons are those of another user');
    assert.equal(chart.getByText('Coffee').count(), 0, 'the rows are those of another user');
    explained.resolve();
    await seen.waitFor();
    assert.equal(chart.getByText('Coffee').count(), 0, 'the rows are still those of another user');
    previewed.resolve();
    await chart.getByText('Cocoa').first().waitFor();
  });
});

const labelOf = (control: HTMLElement): string =>
  control.closest('label')?.textContent ??
  control.ownerDocument.querySelector(`label[for="${control.id}"]`)?.textContent ??
  '';
