import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect } from '../../support/browser/expect.ts';
import { useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient, CHART, canvasOf, listed, made } from '../../support/builder/builder-world.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('the list of dashboards', () => {
  const tests = useBuilder();
  const client = (token: string) => builderClient(tests.inlay, token);

  it('has thumbnails with the data of the viewer, which is all that they request', async () => {
    const token = await tests.token('thea', ['contribute']);
    await made(client(token), canvasOf('Drawn', { chart: CHART }, { text: 'Read me' }));
    const rendered: string[] = [];
    const { frame, complaints, context } = await tests.open(
      token,
      {},
      { watch: (request) => void (/\/render$/.test(request.url()) && rendered.push(request.url())) },
    );
    const card = frame.locator('.bld-card', { hasText: 'Drawn' });
    await card.locator('.bld-thumbnail svg.inlay-chart').waitFor();
    await expect(card.locator('.bld-thumbnail svg.inlay-chart')).toHaveCount(1);
    // For keyboard and screen reader a card is one button.
    await expect(card.locator('.bld-thumbnail')).toHaveAttribute('inert', '');
    assert.equal(new Set(rendered).size, rendered.length);
    await card.click();
    await frame.locator('.bld-bar').waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('shows every dashboard once, and opens a copy of a template that is stored with its first change', async () => {
    const token = await tests.token('tom', ['contribute']);
    const { page, frame, heard, context } = await tests.open(token);
    const stored = async () => (await listed(client(token))).filter((title) => /Overview/.test(title)).length;
    await expect(frame.getByText('Overview', { exact: true })).toHaveCount(1);
    const begin = async () => {
      await frame.getByRole('button', { name: 'Use a template' }).click();
      await frame.getByRole('menuitem', { name: 'Overview' }).waitFor();
      await page.keyboard.press('Enter');
      await frame.locator('.bld-item svg.inlay-chart').first().waitFor();
    };
    await begin();
    await frame.getByRole('button', { name: 'Done' }).click();
    await frame.locator('.bld-home').waitFor();
    assert.equal(await stored(), 1);
    assert.deepEqual(await heard('dashboard-created'), []);

    await begin();
    await frame.getByRole('textbox', { name: 'Title', exact: true }).fill('Overview of Tom');
    await frame.locator('.bld-save[data-save=saved]').waitFor();
    await eventually(async () => assert.equal(await stored(), 2));
    await frame.getByRole('button', { name: 'Done' }).click();
    await frame.locator('.bld-view svg.inlay-chart').first().waitFor();
    assert.equal((await heard('dashboard-created')).length, 1);
    await context.close();
  });

  it('changes the groups of a published dashboard, and nothing else of it', async () => {
    const groups = ['emea', 'finance'];
    const token = await tests.token('gina', ['contribute', 'validate'], { groups });
    const { dashboard } = await made(client(token), canvasOf('Grouped', { chart: CHART }));
    await client(token)('POST', `dashboards/${dashboard.id}/publish`, { body: { groups: ['emea'] } });
    const { frame, complaints, context } = await tests.open(token, { dashboard: dashboard.id });
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Change groups' }).click();
    const dialog = frame.getByRole('dialog', { name: 'Change groups' });
    await expect(dialog.getByRole('checkbox', { name: 'emea' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'finance' }).check();
    await dialog.getByRole('button', { name: 'Change groups' }).click();
    await frame.locator('.bld-toast').waitFor();
    const { body } = await client(token)('GET', `dashboards/${dashboard.id}`);
    assert.deepEqual([body.dashboard.visibleTo, body.dashboard.publishedVersion], [groups, 2]);
    assert.deepEqual(complaints, []);

    // An editor with the dashboard open has no conflict to resolve.
    await frame.getByRole('button', { name: 'Edit', exact: true }).click();
    const change = { body: { groups: ['finance'] } };
    assert.equal((await client(token)('PUT', `dashboards/${dashboard.id}/groups`, change)).status, 200);
    await frame.getByRole('textbox', { name: 'Title', exact: true }).fill('Grouped, and renamed');
    await eventually(async () => assert.ok((await listed(client(token))).includes('Grouped, and renamed')));
    await context.close();
  });

  it('stores a new dashboard with its first change, and tells the host then', async () => {
    const token = await tests.token('nora', ['contribute']);
    const { page, frame, heard, complaints, context } = await tests.open(token);
    const begin = () => frame.getByRole('button', { name: 'New dashboard' }).click();
    const before = await listed(client(token));

    await begin();
    await frame.getByRole('button', { name: 'Done' }).click();
    await frame.locator('.bld-home').waitFor();
    await begin();
    await frame.getByRole('button', { name: 'Dashboards', exact: true }).click();
    await frame.locator('.bld-home').waitFor();
    assert.deepEqual(await listed(client(token)), before);
    assert.deepEqual(await heard('dashboard-created'), []);

    await begin();
    await frame.getByRole('textbox', { name: 'Title', exact: true }).fill('Kept');
    await frame.locator('.bld-save[data-save=saved]').waitFor();
    assert.deepEqual(
      (await listed(client(token))).filter((title) => !before.includes(title)),
      ['Kept'],
    );
    const [created] = await heard('dashboard-created');
    assert.equal((await heard('navigate')).at(-1)?.to, created?.dashboardId);
    // A second change is saved over the first.
    await frame.getByRole('textbox', { name: 'Title', exact: true }).fill('Kept, and renamed');
    await eventually(async () => assert.ok((await listed(client(token))).includes('Kept, and renamed')));
    await frame.getByRole('button', { name: 'Done' }).click();
    await frame.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    assert.equal((await heard('dashboard-created')).length, 1);
    assert.deepEqual(complaints, []);
    await page.close();
    await context.close();
  });

  it('stores a new dashboard later if its page was closed without a network', async () => {
    const token = await tests.token('olaf', ['contribute']);
    const author = await tests.open(token, {}, { site: '/same-site' });
    // Not by routing: requests of a page that closes are no longer routed.
    await author.frame.locator(':root').evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await author.frame.getByRole('button', { name: 'New dashboard' }).click();
    await author.frame.getByRole('textbox', { name: 'Title', exact: true }).fill('Written offline');
    await author.frame.locator('.bld-save[data-save=offline]').waitFor();
    await author.page.close();
    assert.ok(!(await listed(client(token))).includes('Written offline'));

    const { frame, context } = await author.again();
    await frame.locator('.bld-card', { hasText: 'Written offline' }).waitFor();
    assert.ok((await listed(client(token))).includes('Written offline'));
    await context.close();
  });
});
