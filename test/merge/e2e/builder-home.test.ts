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

  it('shows every dashboard once, and offers templates in a menu', async () => {
    const token = await tests.token('tom', ['contribute']);
    const { page, frame, context } = await tests.open(token);
    await expect(frame.getByText('Overview', { exact: true })).toHaveCount(1);
    await frame.getByRole('button', { name: 'Use a template' }).click();
    await frame.getByRole('menuitem', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Enter');
    await frame.locator('.bld-bar').waitFor();
    await eventually(async () =>
      assert.equal((await listed(client(token))).filter((title) => title === 'Overview').length, 2),
    );
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
    await author.page.route('**/builder/dashboards', (route) => route.abort());
    await author.frame.getByRole('button', { name: 'New dashboard' }).click();
    await author.frame.getByRole('textbox', { name: 'Title', exact: true }).fill('Written offline');
    await author.frame.locator('.bld-save[data-save=offline]').waitFor();
    // A page that closes is no longer routed, and could save.
    await author.page.goto('about:blank');
    assert.ok(!(await listed(client(token))).includes('Written offline'));
    await author.page.close();

    const { frame, context } = await author.again();
    await frame.locator('.bld-card', { hasText: 'Written offline' }).waitFor();
    assert.ok((await listed(client(token))).includes('Written offline'));
    await context.close();
  });
});
