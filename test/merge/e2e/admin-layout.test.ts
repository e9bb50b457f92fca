import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { screenAt, screens } from '../../../packages/admin/src/screens/index.ts';
import { openAdmin, showScreen } from '../../support/admin/admin-page.ts';
import { ADMIN_SCREENS, makeAdminWorld } from '../../support/admin/admin-world.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { expect } from '../../support/browser/expect.ts';
import { nestedScrollers } from '../../support/browser/nested-scrollers.ts';
import { contentClient } from '../../support/content/content-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { watchRest } from '../../support/server/watch-rest.ts';
import { eventually } from '../../support/time/eventually.ts';

const HEIGHT = 700;

describe('layout of the admin app', () => {
  const app = useAdminApp();
  before(async () => {
    const token = await logInAs(app.inlay.url);
    await makeAdminWorld(app.inlay, token);
    const admin = contentClient(app.inlay, token);
    const embeds = [
      ['tile-embed', { kind: 'tile', id: 'revenue' }],
      ['review-of-the-quarter-by-region-and-channel', { kind: 'story', id: 'review' }],
      ['built', { kind: 'builder', id: 'sales' }],
    ] as const;
    for (const [id, target] of embeds) {
      const body = { id, title: 'Review of the quarter by region and channel', target };
      assert.equal((await admin('POST', 'embeds', { body })).status, 201);
    }
    for (const path of ['tiles/revenue', 'stories/review', 'dashboards/overview'])
      assert.equal((await admin('POST', `${path}/publish`)).status, 200);
  });

  const open = (path: string, width: number) =>
    openAdmin(app.browser, app.inlay.url, path, { viewport: { width, height: HEIGHT } });

  it('starts the title and the content of every screen at one left edge', async () => {
    const { page, context } = await open('', 1440);
    const rest = watchRest(page);
    const opened = new Set<string | undefined>();
    const edges = new Map<number, Set<number>>([
      [1440, new Set()],
      [390, new Set()],
    ]);
    const misfits: string[] = [];
    for (const screen of ADMIN_SCREENS) {
      await showScreen(page, screen);
      await rest();
      opened.add(screenAt(screen.replace(/\?.*/, ''))?.path);
      for (const [width, known] of edges) {
        await page.setViewportSize({ width, height: HEIGHT });
        const found = await page.evaluate(leftEdges);
        if (new Set([...known, ...found]).size > 1) misfits.push(`${screen} at ${width} px: ${found}`);
        if (known.size === 0) known.add(found[0] ?? Number.NaN);
      }
      await page.setViewportSize({ width: 1440, height: HEIGHT });
    }
    assert.deepEqual(misfits, []);
    const missed = screens.map(({ path }) => path).filter((path) => !opened.has(path));
    assert.deepEqual(missed, [], 'ADMIN_SCREENS has an address for every screen');
    await context.close();
  });

  it('shows all columns of the Embed Manager without scrolling', async () => {
    const { page, context } = await open('/embeds', 1440);
    await page.getByText('review-of-the-quarter').first().waitFor();
    for (const width of [1440, 1361, 1360, 1200, 1161, 1024, 1000, 861, 768]) {
      await page.setViewportSize({ width, height: HEIGHT });
      const [table, whole] = await page.evaluate(() =>
        [document.querySelector('.ui-table-box'), document.documentElement].map(
          (box) => box && box.scrollWidth - box.clientWidth,
        ),
      );
      assert.equal(table, 0, `the table at ${width} px`);
      assert.equal(whole, 0, `the page at ${width} px`);
      await expect(page.getByRole('cell', { name: 'Published' }).first()).toBeVisible();
    }
    await context.close();
  });

  for (const embed of ['sales-overview', 'tile-embed', 'review-of-the-quarter-by-region-and-channel'])
    it(`previews ${embed} in a frame that is as high as its page`, async () => {
      const { page, context } = await open(`/embeds/${embed}/preview`, 1440);
      await page
        .frameLocator('.preview-frame iframe')
        .locator('.inlay-tile svg, .inlay-tile table')
        .first()
        .waitFor();
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: HEIGHT });
        await eventually(async () => assert.deepEqual(await page.evaluate(framesThatScroll), []));
      }
      await context.close();
    });

  for (const [path, shown] of [
    ['/apps/sales/tiles/revenue', '.te-chart svg'],
    ['/apps/sales/dashboards/overview', '.bld-view .inlay-tile'],
    ['/apps/sales/dashboards/overview?edit=1', '.bld-item .inlay-tile'],
    ['/embeds/built/preview', '.bld-card'],
  ] as const)
    it(`shows ${path} without a scroll bar within a scroll bar`, async () => {
      const { page, context } = await open(path, 1440);
      const place = path.includes('tiles') ? page : page.frameLocator('iframe');
      await place.locator(shown).first().waitFor();
      for (const [width, height] of [
        [1440, 900],
        [1440, HEIGHT],
        [1024, HEIGHT],
        [768, HEIGHT],
        [390, HEIGHT],
      ] as const) {
        await page.setViewportSize({ width, height });
        await eventually(async () => assert.deepEqual(await nestedScrollers(page), [], `${width} px`));
      }
      await context.close();
    });
});

/** Where the heading starts, and the first part of the content below it. */
function leftEdges(): readonly number[] {
  const parts = [...document.querySelectorAll('.screen > :not(.screen-head), .read-only > *')];
  const content = parts.find((part) => part.getBoundingClientRect().height > 0);
  return [document.querySelector('main h1'), content].flatMap((part) =>
    part ? [Math.round(part.getBoundingClientRect().left)] : [],
  );
}

function framesThatScroll(): readonly string[] {
  return [...document.querySelectorAll('iframe')].flatMap((frame) => {
    const inside = frame.contentDocument?.querySelector('main')?.getBoundingClientRect().height ?? 0;
    return inside > 0 && Math.abs(frame.clientHeight - Math.ceil(inside)) <= 1
      ? []
      : [`${frame.clientHeight} px for ${inside} px`];
  });
}
