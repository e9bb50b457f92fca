import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RenderRequest } from '@inlay/content/embed-api';
import { expect } from '../../../../test/support/browser/expect.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { awake, type OpenEmbed, useFrame } from '../support/use-frame.ts';

describe('a dashboard embed', () => {
  const tests = useFrame();
  const tilesAsked = (from: number) =>
    tests.standIn.asked
      .slice(from)
      .filter(({ path }) => path.endsWith('/render'))
      .flatMap(({ body }) => (body as unknown as RenderRequest).tiles.map(({ id }) => id))
      .toSorted();
  const bodyOf = (tile: string) =>
    tests.standIn.asked
      .filter(({ path }) => path.endsWith('/render'))
      .flatMap(({ body }) => (body as unknown as RenderRequest).tiles)
      .findLast(({ id }) => id === tile);
  const pick = async ({ frame }: OpenEmbed, filter: string, choice: string) => {
    await frame.click(`[data-filter=${filter}]`);
    await frame.locator('.ui-popover').getByText(choice, { exact: true }).click();
  };

  it('reloads only the tiles that a filter applies to', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    const from = tests.standIn.asked.length;
    await pick(embed, 'region', 'West');
    await embed.hears('rendered', 2);
    assert.deepEqual(tilesAsked(from), [
      'countries',
      'months',
      'products',
      'regions',
      'rows',
      'total',
      'units',
    ]);
    const requests = tests.standIn.asked.slice(from).filter(({ path }) => path.endsWith('/render'));
    assert.equal(requests.length, 1, 'all tiles share one request');
    assert.deepEqual(await embed.heard('filter-change'), [{ filters: { region: 'West' }, by: 'viewer' }]);
    await expect(embed.frame.locator('[data-filter=region] .inlay-filter-value')).toHaveText('West');
    assert.deepEqual(await embed.ask('get-filters', null), { filters: { region: 'West' } });
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('handles a click that came before its code', async () => {
    const code = Promise.withResolvers<void>();
    const embed = await tests.open(
      'dashboard',
      {},
      {
        prepare: (page) =>
          page.route('**/assets/dashboard-*.js', async (route) => {
            await code.promise;
            await route.continue();
          }),
      },
    );
    await embed.frame.click('[data-filter=region]');
    await embed.frame.click('[data-filter=product]');
    code.resolve();
    await embed.frame.locator('.ui-popover').waitFor();
    await expect(embed.frame.locator('.ui-popover')).toHaveAttribute('aria-label', 'Product');
    await embed.page.keyboard.press('Escape');
    await expect(embed.frame.locator('.ui-popover')).toHaveCount(0);
    await embed.close();
  });

  it('does not shift the layout when responses arrive', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    const places = () =>
      embed.frame
        .locator('.inlay-tile')
        .evaluateAll((all) => all.map((tile) => JSON.stringify(tile.getBoundingClientRect())));
    const before = await places();
    await pick(embed, 'region', 'West');
    await embed.hears('rendered', 2);
    assert.deepEqual(await places(), before);
    await embed.close();
  });

  it('adds no button to the filter bar, which would make the page higher', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    await expect(embed.frame.locator('.inlay-filters > :not([data-filter])')).toHaveText([
      'Reset filters',
      'Saved views',
    ]);
    await embed.close();
  });

  it('narrows the values of a dependent filter and clears those that are gone', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    await embed.frame.click('[data-filter=country]');
    await embed.frame.locator('.ui-popover').getByText('Norway').click();
    await embed.frame.locator('.ui-popover').getByText('France').click();
    await embed.page.keyboard.press('Escape');
    await pick(embed, 'region', 'West');
    await embed.hears('filter-change', 3);
    const changes = await embed.heard('filter-change');
    assert.deepEqual(changes.at(-1)?.filters, { country: ['France'], region: 'West' });
    await embed.frame.click('[data-filter=country]');
    await embed.frame.waitForSelector('.ui-choice');
    await expect(embed.frame.locator('.ui-choice span')).toHaveText(['France', 'Belgium']);
    await embed.close();
  });

  it('filters by period, hierarchy, range and text', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    await pick(embed, 'period', 'Last 90 days');
    await embed.frame.click('[data-filter=place]');
    await embed.frame.locator('.inlay-level', { hasText: 'South' }).click();
    await embed.frame.locator('.inlay-level', { hasText: 'Spain' }).click();
    await embed.frame.click('[data-filter=units]');
    await embed.frame.locator('.ui-range input').first().press('ArrowRight');
    await embed.page.keyboard.press('Escape');
    await embed.frame.click('[data-filter=product]');
    await embed.frame.locator('.ui-popover input').fill('Desk');
    await embed.page.keyboard.press('Enter');
    await embed.frame.locator('[data-filter=product]', { hasText: 'Desk' }).waitFor();
    const ask = async () =>
      ((await embed.ask('get-filters', null)) as { filters: Record<string, unknown> }).filters;
    await eventually(async () => {
      const { period, place, units, product } = await ask();
      assert.deepEqual([period, place, product], ['last-90-days', ['South', 'Spain'], 'Desk']);
      assert.ok((units as { from: number }).from > 20);
    });
    await expect(embed.frame.locator('[data-filter=place]')).toHaveText(/South › Spain/);
    await embed.frame.locator('.inlay-filter-clear').click();
    await eventually(async () => assert.deepEqual(Object.values(await ask()), [null, null, null, null]));
    await embed.close();
  });

  for (const filter of ['region', 'place', 'units'])
    it(`reports that the values of the filter ${filter} failed to load`, async () => {
      const embed = await tests.open('dashboard');
      await awake(embed.frame);
      await embed.page.route(`**/filters/${filter}/values`, (route) =>
        route.fulfill({ status: 503, json: { statusCode: 503, message: 'The database does not respond.' } }),
      );
      await embed.frame.click(`[data-filter=${filter}]`);
      await embed.frame.locator('.inlay-panel-note', { hasText: 'did not respond' }).waitFor();
      await expect(embed.frame.locator('.inlay-panel-skeleton')).toHaveCount(0);
      await embed.close();
    });

  it('cross-filters the other tiles by a click on a mark, and removes the filter again', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    const from = tests.standIn.asked.length;
    await embed.frame.locator('[data-tile=countries] [data-mark]').nth(1).click();
    await embed.frame.waitForSelector('.inlay-chip');
    await embed.hears('rendered', 2);
    assert.deepEqual(tilesAsked(from), ['months', 'products', 'regions', 'rows', 'total', 'units']);
    assert.deepEqual(bodyOf('months')?.cross, [{ datasetId: 'orders', column: 'country', value: 'Denmark' }]);
    assert.equal(bodyOf('countries')?.cross, undefined);
    await expect(embed.frame.locator('[data-tile=countries] .inlay-chosen')).toHaveCount(1);
    await pick(embed, 'region', 'North');
    await embed.hears('rendered', 3);
    const chosen = embed.frame.locator('[data-tile=countries] .inlay-chosen');
    await expect(chosen).toHaveAttribute('data-mark', /Denmark/);
    const countries = embed.frame.locator('[data-tile=countries]');
    const width = (await countries.getAttribute('data-drawn-width')) ?? '';
    await embed.page.setViewportSize({ width: 700, height: 900 });
    await expect(countries).not.toHaveAttribute('data-drawn-width', width);
    await expect(chosen).toHaveAttribute('data-mark', /Denmark/);
    await embed.frame.locator('.inlay-chip').click();
    await embed.hears('rendered', 4);
    assert.equal(bodyOf('months')?.cross, undefined);
    await expect(embed.frame.locator('.inlay-chosen')).toHaveCount(0);
    await embed.close();
  });

  it('drills down and back up', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    const regions = embed.frame.locator('[data-tile=regions]');
    await regions.locator('[data-mark]').first().click();
    await embed.frame.locator('[role=menuitem]', { hasText: 'Drill down into North' }).click();
    await embed.hears('rendered', 2);
    assert.deepEqual(await embed.heard('drill'), [{ tileId: 'regions', path: [{ region: 'North' }] }]);
    await expect(regions.locator('.inlay-data')).toHaveText(/Sweden/);
    await regions.locator('.inlay-crumbs button', { hasText: 'All' }).click();
    await embed.hears('rendered', 3);
    await expect(regions.locator('.inlay-data')).toHaveText(/West/);
    await expect(regions.locator('.inlay-crumbs')).toHaveCount(0);
    await embed.close();
  });

  it('translates its title, cross-filters and breadcrumbs when the language changes', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    const regions = embed.frame.locator('[data-tile=regions]');
    await regions.locator('[data-mark]').first().click();
    await embed.frame.locator('[role=menuitem]', { hasText: 'Drill down into North' }).click();
    await embed.hears('rendered', 2);
    await embed.frame.locator('[data-tile=countries] [data-mark]').nth(1).click();
    await embed.hears('rendered', 3);
    await embed.ask('set-language', { lang: 'de' });
    await expect(regions.locator('.inlay-crumbs button').first()).toHaveText('Alle');
    await expect(embed.frame.locator('.inlay-chip')).toHaveAttribute('aria-label', /entfernen$/);
    await expect(embed.frame.locator('h1')).toHaveText('Title (de)');
    const { filename } = (await embed.page.evaluate(async () => {
      const { ask } = window as unknown as {
        ask(type: string, body: unknown): Promise<{ filename: string }>;
      };
      return { filename: (await ask('export', { format: 'json' })).filename };
    })) as { filename: string };
    assert.match(filename, /de/i);
    await embed.frame.locator('.inlay-chip').click();
    await embed.hears('rendered', 5);
    assert.equal(bodyOf('months')?.cross, undefined);
    await embed.close();
  });

  for (const viewport of [
    { width: 1200, height: 900 },
    { width: 390, height: 844 },
  ])
    it(`shows every row of a table above its pager, ${viewport.width} px wide`, async () => {
      const embed = await tests.open('dashboard', {}, { viewport });
      await awake(embed.frame);
      const tile = embed.frame.locator('[data-item=g]');
      const before = await tile.boundingBox();
      await tile.scrollIntoViewIfNeeded();
      await tile.locator('th').first().hover();
      await tile.locator('.inlay-pager').waitFor();
      assert.deepEqual((await tile.boundingBox())?.height, before?.height, 'its buttons move nothing');
      const covered = await tile.evaluate((section) => {
        const part = (selector: string) => section.querySelector(selector) as HTMLElement;
        const scroller = part('.inlay-scroll');
        return ['', '180px', '233px', '300px', '417px'].filter((height) => {
          section.style.height = height;
          scroller.scrollTop = scroller.scrollHeight;
          const pager = part('.inlay-pager').getBoundingClientRect();
          const last = part('tbody tr:last-child').getBoundingClientRect();
          const end = section.getBoundingClientRect().bottom;
          return last.bottom > pager.top || pager.bottom > end || scroller.clientHeight < 20;
        });
      });
      assert.deepEqual(covered, []);
      await embed.close();
    });

  it('shows that a table has columns beyond its edge, until they are scrolled into view', async () => {
    const embed = await tests.open('dashboard', {}, { viewport: { width: 1200, height: 900 } });
    await awake(embed.frame);
    const scroller = embed.frame.locator('[data-item=g] .inlay-scroll');
    const cues = () =>
      scroller.evaluate((element) =>
        ['::before', '::after'].map((edge) => Number(getComputedStyle(element, edge).opacity) > 0),
      );
    assert.deepEqual(await cues(), [false, false]);
    await scroller.evaluate((element) => {
      element.style.width = '200px';
    });
    await eventually(async () => assert.deepEqual(await cues(), [false, true]));
    await scroller.evaluate((element) => {
      element.scrollLeft = 20;
    });
    await eventually(async () => assert.deepEqual(await cues(), [true, true]));
    await scroller.evaluate((element) => {
      element.scrollLeft = 10_000;
    });
    await eventually(async () => assert.deepEqual(await cues(), [true, false]));
    await embed.close();
  });

  it('has one column on a phone, with charts of that width', async () => {
    const embed = await tests.open(
      'dashboard',
      {},
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    );
    await awake(embed.frame);
    await eventually(async () => {
      const tiles = embed.frame.locator('.inlay-tile');
      const boxes = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().left));
      assert.deepEqual(new Set(boxes), new Set([16]));
    });
    await eventually(async () =>
      assert.equal(await embed.frame.evaluate(() => document.documentElement.scrollWidth), 390),
    );
    await embed.close();
  });

  it('redraws its tiles when the frame becomes much narrower', async () => {
    const embed = await tests.open('dashboard');
    await awake(embed.frame);
    await embed.page.setViewportSize({ width: 700, height: 1500 });
    await embed.frame.waitForFunction(
      () =>
        (document.querySelector('[data-tile=months] svg.inlay-chart') as SVGSVGElement).viewBox.baseVal
          .width < 500,
    );
    await embed.close();
  });
});
