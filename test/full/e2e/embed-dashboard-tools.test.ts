import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expect } from '../../support/browser/expect.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('a dashboard in a page of another origin', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const target = { kind: 'dashboard', id: 'overview' };
    const kept = { id: 'e-kept', title: 'Kept', target, options: { hide: ['export'] } };
    assert.equal((await host.admin('POST', 'embeds', { body: kept })).status, 201);
  });
  after(() => host?.close());

  const insert = async (id: string, options: object = {}, context: object = {}) => {
    const opened = await host.open();
    const token = await host.token(300, context);
    const logged: string[] = [];
    opened.page.on('console', (message) => logged.push(message.text()));
    await opened.page.evaluate(
      async ([embed, given]) => {
        const here = document.querySelector('#here');
        await window.inlay.insertEmbedById(embed as string, here, given as object);
      },
      [id, { token, ...options }] as const,
    );
    return { ...opened, logged, frame: await embedFrame(opened.page) };
  };

  it('can be downloaded as PDF and as a workbook', async () => {
    const { page, context, frame } = await insert('e-dashboard');
    for (const [name, file, bytes] of [
      ['Download PDF', 'Overview.pdf', '%PDF'],
      ['Download Excel', 'Overview.xlsx', 'PK'],
    ] as const) {
      const coming = page.waitForEvent('download');
      await frame.getByRole('button', { name, exact: true }).click();
      const download = await coming;
      assert.equal(download.suggestedFilename(), file);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      assert.ok(Buffer.concat(chunks).toString('latin1').startsWith(bytes), name);
      await hears(page, `export {"format":"${file.split('.')[1]}"`);
    }
    await context.close();
  });

  it('offers no downloads if its embed disables exports', async () => {
    const { context, frame } = await insert('e-kept');
    await frame.locator('[data-filter=product]').click();
    await expect(frame.locator('.inlay-downloads, [data-tile] [aria-haspopup=menu]')).toHaveCount(0);
    await context.close();
  });

  it('renders its tiles and texts again with one request when a filter changes', async () => {
    const { page, context, frame } = await insert('e-dashboard');
    await frame.locator('[data-filter=product]').click();
    const tea = frame.locator('.ui-popover').getByText('Tea');
    await tea.waitFor();
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/embed/api/')) requests.push(pathname.replace(/.*\//, ''));
    });
    await tea.click();
    await frame.locator('[data-item="t.1"] strong', { hasText: '10' }).waitFor();
    await expect(frame.locator('[data-tile=revenue]')).not.toHaveText(/Coffee/);
    assert.deepEqual(requests, ['render']);
    await context.close();
  });

  it('shows on each tile which active filters do not apply to it, as they change', async () => {
    const { page, context, frame } = await insert('e-dashboard');
    const note = frame.locator('[data-tile=broken] .inlay-unfiltered');
    const heights = () =>
      frame
        .locator('[data-item]')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    await frame.locator('[data-filter=product]').click();
    await expect(note).toHaveCount(0);
    const before = await heights();
    await frame.locator('.ui-popover').getByText('Tea', { exact: true }).click();
    await note.filter({ hasText: 'The Product filter does not apply here' }).waitFor();
    await expect(frame.locator('[data-tile=revenue] .inlay-unfiltered')).toHaveCount(0);
    assert.deepEqual(await heights(), before);
    await page.keyboard.press('Escape');
    await frame.getByRole('button', { name: 'Reset filters' }).click();
    await expect(note).toHaveCount(0);
    await context.close();
  });

  it('logs to the console which rule leaves a tile without rows', async () => {
    const { context, frame, logged } = await insert('e-tile', {}, { attributes: {} });
    await frame
      .getByText('Nothing matches, or you have no access to these rows.')
      .first()
      .waitFor({ state: 'attached' });
    await eventually(async () =>
      assert.ok(
        logged.includes(
          "Inlay: No rows: the row rules of dataset 'sales' require attributes.region, which the token does not contain.",
        ),
        logged.join('\n'),
      ),
    );
    await context.close();
  });
});
