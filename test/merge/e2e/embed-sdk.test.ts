import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expect } from '../../support/browser/expect.ts';
import { type EmbedHost, embedFrame, heard, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const EXPLORE = {
  title: 'Explore',
  crossFilter: true,
  drill: [{ id: 'products', label: 'Products', datasetId: 'sales', levels: ['product', 'customer'] }],
  items: [
    { id: 'a1', x: 0, y: 0, w: 6, h: 6, tile: 'revenue' },
    { id: 'a2', x: 6, y: 0, w: 6, h: 6, tile: 'customers' },
  ],
  filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' }],
};

describe('the SDK on a page of another origin, with a real instance', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    for (const [kind, body] of [
      ['dashboards', { id: 'explore', appId: 'sales', ...EXPLORE }],
      [
        'tiles',
        {
          id: 'named',
          appId: 'sales',
          title: 'Orders of {{ variables.customer }}',
          kind: 'bar',
          datasetId: 'sales',
          query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
        },
      ],
    ] as const) {
      assert.equal((await host.admin('POST', kind, { body })).status, 201);
      assert.equal((await host.admin('POST', `${kind}/${body.id}/publish`, { ifMatch: '*' })).status, 200);
    }
    for (const [id, target] of [
      ['e-explore', { kind: 'dashboard', id: 'explore' }],
      ['e-named', { kind: 'tile', id: 'named' }],
    ] as const)
      await host.admin('POST', 'embeds', { body: { id, title: id, target } });
  });
  after(() => host?.close());

  const insert = async (id: string, options: object = {}) => {
    const opened = await host.open();
    const token = await host.token();
    await opened.page.evaluate(
      async ([embed, given]) => {
        await window.inlay.insertEmbedById(embed, document.querySelector('#here'), given);
      },
      [id, { token, ...options }] as const,
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };

  it('sets and reads filters, and each tile follows', async () => {
    const { page, frame, context } = await insert('e-explore', { filters: { product: 'Tea' } });
    assert.deepEqual(await page.evaluate(() => window.inlay.getAll()[0]?.getFilters()), { product: 'Tea' });
    const chart = frame.locator('[data-tile=revenue] svg.inlay-chart');
    await expect(chart).not.toHaveText(/Coffee/);
    await page.evaluate(() => window.inlay.getAll()[0]?.setFilter('product', 'Coffee'));
    await frame.locator('[data-tile=revenue] svg.inlay-chart', { hasText: 'Coffee' }).waitFor();
    await page.evaluate(() => window.inlay.setFilters({ product: null }));
    assert.deepEqual(await page.evaluate(() => window.inlay.getAll()[0]?.getFilters()), { product: null });
    await frame.locator('[data-tile=revenue] svg.inlay-chart', { hasText: 'Tea' }).waitFor();
    await eventually(async () => assert.ok((await heard(page)).includes('filter-change')));
    await context.close();
  });

  it('sets variables, theme and language in place, and refreshes', async () => {
    const { page, frame, context, requests } = await insert('e-named', { variables: { customer: 'Alder' } });
    await frame.locator('h1', { hasText: 'Orders of Alder' }).waitFor();
    await page.evaluate(() => window.inlay.getAll()[0]?.setVariables({ customer: 'Birch' }));
    await frame.locator('[data-tile][aria-label="Orders of Birch"]').waitFor();

    await page.evaluate(() => window.inlay.getAll()[0]?.setTheme('dark'));
    await frame.locator('html[data-inlay-theme=dark]').waitFor();
    await page.evaluate(() => window.inlay.setLanguage('ar'));
    await frame.locator('html[lang=ar][dir=rtl]').waitFor();

    const before = (await heard(page)).filter((name) => name === 'rendered').length;
    await page.evaluate(() => window.inlay.refresh());
    await eventually(async () =>
      assert.equal((await heard(page)).filter((name) => name === 'rendered').length, before + 1),
    );
    assert.equal(requests.filter((url) => url.endsWith('/embed/e-named')).length, 1, 'never loaded again');
    assert.match(
      (await page.evaluate(() =>
        window.inlay
          .getAll()[0]
          ?.setTheme('nobody')
          .then(
            () => 'it was taken',
            ({ code, message }) => `${code}: ${message}`,
          ),
      )) ?? '',
      /^VALUE_INVALID: /,
    );
    await context.close();
  });

  it('exports what is shown in each format, to the host and to the viewer', async () => {
    const { page, frame, context } = await insert('e-explore');
    for (const [format, type] of [
      ['csv', /^text\/csv/],
      ['json', /^application\/json/],
      ['svg', /^image\/svg/],
      ['png', /^image\/png/],
      ['pdf', /^application\/pdf/],
      ['xlsx', /spreadsheet/],
    ] as const) {
      const file = await page.evaluate(async (wanted) => {
        const made = await window.inlay.getAll()[0]?.exportAs(wanted, { tileId: 'revenue' });
        return { name: made?.filename, type: made?.blob.type, size: made?.blob.size };
      }, format);
      assert.match(file.type ?? '', type);
      assert.match(file.name ?? '', new RegExp(`\\.${format}$`));
      assert.ok((file.size ?? 0) > 20, `${format} has ${file.size} bytes`);
    }
    const download = page.waitForEvent('download');
    await frame.locator('[data-tile=revenue] .inlay-tools button').last().click();
    await frame.getByRole('menuitem', { name: /CSV/ }).click();
    assert.match((await download).suggestedFilename(), /\.csv$/);
    await hears(page, 'export {"format":"csv"');
    await context.close();
  });

  it('emits clicks and drill-downs with the values behind them', async () => {
    const { page, frame, context } = await insert('e-explore');
    await frame.locator('[data-tile=revenue] .inlay-tools button').first().waitFor();
    await frame.locator('[data-tile=revenue] [data-mark]').first().click();
    await hears(page, 'click {"tileId":"revenue","values":{"product":"Coffee"');
    await frame.getByRole('menuitem').first().click();
    await hears(page, 'drill {"tileId":"revenue","path":[{"product":"Coffee"}]}');
    await context.close();
  });

  it('emits step changes of a story, and opens at the requested step', async () => {
    const { page, frame, context } = await insert('e-story', { step: 'two' });
    await expect(frame.locator('.inlay-step:not([hidden])')).toHaveAttribute('data-step', 'two');
    await frame.locator('.inlay-progress button').first().waitFor();
    await frame.locator('.inlay-progress button').first().focus();
    await page.keyboard.press('PageUp');
    await hears(page, 'navigate {"to":"one","index":0,"count":2}');
    await context.close();
  });

  it('emits ready, rendered and the height, and lists its embeds until they are destroyed', async () => {
    const { page, context, complaints } = await insert('e-tile');
    await hears(page, 'resize');
    const [first, second] = await heard(page);
    assert.deepEqual([first, second], ['ready', 'rendered']);
    await eventually(async () => {
      const height = await page.locator('iframe').evaluate((frame) => frame.clientHeight);
      const told = await page.evaluate(() =>
        window.heardEvents.findLast((each) => each.startsWith('resize')),
      );
      assert.equal(told, `resize {"height":${height}}`);
    });
    const left = await page.evaluate(() => {
      const [embed] = window.inlay.getAll();
      embed?.destroy();
      return [document.querySelectorAll('iframe').length, window.inlay.getAll().length];
    });
    assert.deepEqual(left, [0, 0]);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('initializes only with an SDK token that the instance confirms', async () => {
    const { page, context } = await host.open();
    const sdk = await host.token(300, { roles: ['ADMIN'] });
    const opened = await page.evaluate(async (token) => {
      const inlay = await window.Inlay.initialize(token);
      return (await inlay.insertEmbedById('e-tile', document.querySelector('#here'))).id;
    }, sdk);
    assert.equal(opened, 'e-tile');
    const refusal = await page.evaluate(
      (token) => window.Inlay.initialize(token).then(String, ({ code }) => code),
      await host.token(),
    );
    assert.equal(refusal, 'TOKEN_INVALID');
    await context.close();
  });

  it('shows twenty embeds on a page with one token request', async () => {
    const { page, context, complaints } = await host.open();
    host.tokens.asked = 0;
    await page.evaluate(async () => {
      const tokenProvider = () =>
        fetch('/embed-token', { method: 'POST' }).then((response) => response.json());
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          window.inlay.insertEmbedById(
            ['e-tile', 'e-story', 'e-table', 'e-explore'][index % 4] ?? '',
            document.querySelector('#here'),
            { tokenProvider },
          ),
        ),
      );
    });
    assert.equal(host.tokens.asked, 1);
    await eventually(async () =>
      assert.equal((await heard(page)).filter((name) => name === 'ready').length, 20),
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
