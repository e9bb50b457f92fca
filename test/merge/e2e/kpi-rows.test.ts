import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { type EmbedHost, embedFrame, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('KPIs in a row of a dashboard', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const make = async (path: string, body: object) => {
      const [kind = '', id = ''] = path.split('/');
      const made = await host.admin('POST', kind, { body: { id, appId: 'sales', ...body } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      assert.equal((await host.admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
    };
    await make('tiles/figure', {
      title: 'Revenue',
      kind: 'kpi',
      datasetId: 'sales',
      query: { dimensions: [], measures: ['revenue'] },
    });
    const place = (id: string, x: number, w: number) => ({ id, x, y: 0, w, h: 4, tile: 'figure' });
    await make('dashboards/figures', {
      title: 'Figures',
      filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' }],
      items: [place('narrow', 0, 3), place('middle', 3, 4), place('wide', 7, 5)],
    });
    const embed = { id: 'e-figures', title: 'Figures', target: { kind: 'dashboard', id: 'figures' } };
    assert.equal((await host.admin('POST', 'embeds', { body: embed })).status, 201);
  });
  after(() => host?.close());

  const numbers = (frame: Frame) =>
    frame.locator('svg.inlay-chart').evaluateAll((charts) =>
      charts.map((chart) => {
        const number = chart.querySelector('text[font-weight="600"]');
        const box = chart.closest('.inlay-chart-box');
        return {
          size: number?.getAttribute('font-size'),
          bottom: Math.round(number?.getBoundingClientRect().bottom ?? 0),
          // Drawn for its box, as it is now.
          isFitting:
            Math.abs((box?.clientWidth ?? 0) / (chart as SVGSVGElement).viewBox.baseVal.width - 1) < 0.04,
        };
      }),
    );
  const assertAligned = (frame: Frame, check: (size: number) => void) =>
    eventually(async () => {
      const all = await numbers(frame);
      assert.equal(all.length, 3);
      for (const each of all) assert.deepEqual(each, { ...all[0], isFitting: true });
      check(Number(all[0]?.size));
    });

  it('have one number size and baseline at first, in another width, and after a filter', async () => {
    const { page, context } = await host.open({}, { viewport: { width: 1300, height: 800 } });
    await page.evaluate(
      async (token) => {
        await window.inlay.insertEmbedById('e-figures', document.querySelector('#here'), { token });
      },
      await host.token(300),
    );
    const frame = await embedFrame(page);
    let first = 0;
    await assertAligned(frame, (size) => {
      first = size;
    });
    await page.setViewportSize({ width: 1000, height: 800 });
    let second = 0;
    await assertAligned(frame, (size) => {
      second = size;
      assert.ok(size < first, `${size} after ${first}`);
    });
    const before = await frame.locator('[data-item=wide] svg.inlay-chart').getAttribute('aria-label');
    await frame.locator('[data-filter=product]').click();
    await frame.locator('.ui-popover').getByText('Coffee').click();
    await eventually(async () =>
      assert.notEqual(
        await frame.locator('[data-item=wide] svg.inlay-chart').getAttribute('aria-label'),
        before,
      ),
    );
    await assertAligned(frame, (size) => assert.equal(size, second));
    await context.close();
  });
});
