import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { COLORS } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { type BuilderPage, findingsInFrame, useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient, CHART, canvasOf, made } from '../../support/builder/builder-world.ts';
import { eventually } from '../../support/time/eventually.ts';

const row = (title: string) =>
  canvasOf(
    title,
    { id: 'a', x: 0, y: 0, w: 4, h: 5, chart: { ...CHART, title: 'First' } },
    { id: 'b', x: 4, y: 0, w: 4, h: 5, chart: { ...CHART, title: 'Second' } },
    { id: 'c', x: 8, y: 0, w: 4, h: 5, chart: { ...CHART, title: 'Third' } },
  );
const item = (frame: FrameLocator, id: string): Locator => frame.locator(`[data-item="${id}"]`);
const placeOf = (frame: FrameLocator, id: string) =>
  item(frame, id).evaluate((element) => element.style.gridArea);
/** Input reaches a frame of another process when it does. */
const isAt = (frame: FrameLocator, id: string, area: string) =>
  frame.locator(`[data-item="${id}"][style*="grid-area: ${area};"]`).waitFor();
const said = (frame: FrameLocator, text: string) =>
  frame.locator('[aria-live=polite]', { hasText: text }).waitFor({ state: 'attached' });
const saved = (frame: FrameLocator) => frame.locator('.bld-save[data-save=saved]').waitFor();
const middle = async (locator: Locator) => {
  const box = await locator.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + 24 };
};

describe('builder canvas', () => {
  const tests = useBuilder();
  let owners = 0;

  /** A dashboard of three charts in a row, open to be edited. */
  const openRow = async (
    options: object = {},
    context: object = {},
  ): Promise<BuilderPage & { id: string }> => {
    const token = await tests.token(`owner${++owners}`, ['view', 'contribute']);
    const { dashboard } = await made(builderClient(tests.inlay, token), row('Three charts'));
    const page = await tests.open(token, options, context);
    await page.frame.locator(`[data-dashboard="${dashboard.id}"]`).click();
    await page.frame.locator('.bld-scroller[data-edits=true] .bld-item svg.inlay-chart').first().waitFor();
    return { ...page, id: dashboard.id };
  };
  const drag = async (page: Page, from: { x: number; y: number }, dx: number, dy: number) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + dx, from.y + dy, { steps: 6 });
  };

  it('supports the keyboard: focus, select, move, resize, cancel, remove and undo, each announced', async () => {
    const { page, frame, context, complaints } = await openRow();
    const press = (keys: string) => page.keyboard.press(keys);
    await item(frame, 'a').focus();
    await press('ArrowRight');
    await eventually(async () =>
      assert.equal(await item(frame, 'b').evaluate((each) => each === document.activeElement), true),
    );
    await press('Space');
    await said(frame, 'Second, selected');
    await press('ArrowDown');
    await said(frame, 'Second: column 5, row 1');
    await press('ArrowRight');
    await said(frame, 'Second: column 6, row 1');
    await isAt(frame, 'b', '1 / 6 / span 5 / span 4');
    await isAt(frame, 'c', '6 / 9 / span 5 / span 4');
    await press('Escape');
    await said(frame, 'Canceled');
    await isAt(frame, 'b', '1 / 5 / span 5 / span 4');
    await isAt(frame, 'c', '1 / 9 / span 5 / span 4');
    await press('Space');
    await press('Shift+ArrowDown');
    await press('Shift+ArrowDown');
    await said(frame, 'Second: 4 wide, 7 high');
    await press('Control+z');
    await said(frame, 'Undone');
    await isAt(frame, 'b', '1 / 5 / span 5 / span 4');
    await press('Control+y');
    await isAt(frame, 'b', '1 / 5 / span 7 / span 4');
    await press('Delete');
    await said(frame, 'Second removed');
    await expect(frame.locator('.bld-item')).toHaveCount(2);
    await press('Control+z');
    await item(frame, 'b').waitFor();
    await item(frame, 'b').focus();
    await press('Space');
    await press('Control+d');
    await said(frame, 'Second duplicated');
    await expect(frame.locator('.bld-item')).toHaveCount(4);
    await saved(frame);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('moves, resizes and selects by mouse; Escape cancels a drag', async () => {
    const { page, frame, context } = await openRow();
    const from = await middle(item(frame, 'a'));
    const step =
      ((await item(frame, 'b').boundingBox())?.x ?? 0) - ((await item(frame, 'a').boundingBox())?.x ?? 0);
    await drag(page, from, step, 0);
    await eventually(async () =>
      assert.notEqual(await item(frame, 'a').evaluate((each) => each.style.transform), ''),
    );
    await frame.locator('.bld-shadow').waitFor();
    await page.keyboard.press('Escape');
    await eventually(async () =>
      assert.equal(await item(frame, 'a').evaluate((each) => each.style.transform), ''),
    );
    await page.mouse.up();
    await isAt(frame, 'a', '1 / 1 / span 5 / span 4');

    await drag(page, from, step, 0);
    await page.mouse.up();
    await frame.locator('.bld-shadow').waitFor({ state: 'detached' });
    await isAt(frame, 'a', '1 / 5 / span 5 / span 4');
    await isAt(frame, 'b', '6 / 5 / span 5 / span 4');
    const drawing = await item(frame, 'c').locator('svg.inlay-chart').elementHandle();
    const handle = await item(frame, 'a').locator('[data-handle=bottom]').boundingBox();
    assert.ok(handle);
    await drag(page, { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }, 0, 112);
    await page.mouse.up();
    await isAt(frame, 'a', '1 / 5 / span 7 / span 4');
    await isAt(frame, 'b', '8 / 5 / span 5 / span 4');
    await saved(frame);
    // A tile that others were moved past is the same drawing still.
    assert.equal(await drawing?.evaluate((each) => each.isConnected), true);

    const free = await item(frame, 'b').boundingBox();
    assert.ok(free);
    await drag(page, { x: free.x - 40, y: free.y + free.height + 30 }, free.width + 80, -60);
    await page.mouse.up();
    await expect(frame.locator('.bld-item[data-chosen]')).toHaveCount(1);
    await item(frame, 'c').click({ modifiers: ['Shift'], position: { x: 60, y: 20 } });
    await frame.getByRole('button', { name: 'Distribute in a row' }).click();
    await eventually(async () => {
      const [first, second] = [await placeOf(frame, 'b'), await placeOf(frame, 'c')];
      assert.ok(first.endsWith('span 6') && second.endsWith('span 6'), `${first} ${second}`);
    });
    await context.close();
  });

  it('copies to another dashboard with the system shortcuts', async () => {
    const { page, frame, context } = await openRow();
    await item(frame, 'b').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+c');
    await said(frame, 'Second copied');
    await saved(frame);
    await frame.getByRole('button', { name: 'Dashboards' }).click();
    await frame.getByRole('button', { name: 'New dashboard' }).click();
    await frame.locator('.bld-empty').waitFor();
    await frame.locator('.bld-bar').click({ position: { x: 400, y: 10 } });
    await page.keyboard.press('Control+v');
    await said(frame, 'Second pasted');
    await frame.locator('.bld-item svg.inlay-chart').waitFor();
    await saved(frame);
    await context.close();
  });

  it('moves tiles by touch at their grip, and scrolls elsewhere', async () => {
    const { page, frame, context } = await openRow(
      {},
      { hasTouch: true, viewport: { width: 1000, height: 700 } },
    );
    const session = await context.newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const grip = await item(frame, 'a').locator('.bld-grip').boundingBox();
    const [left, next] = [await item(frame, 'a').boundingBox(), await item(frame, 'b').boundingBox()];
    assert.ok(grip && left && next);
    const start = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
    await touch('touchStart', start.x, start.y);
    for (let part = 1; part <= 5; part++)
      await touch('touchMove', start.x + ((next.x - left.x) * part) / 5, start.y);
    await frame.locator('.bld-shadow').waitFor();
    await touch('touchEnd');
    await frame.locator('.bld-shadow').waitFor({ state: 'detached' });
    await isAt(frame, 'a', '1 / 5 / span 5 / span 4');

    const body = await middle(item(frame, 'c'));
    await touch('touchStart', body.x, body.y + 60);
    for (let part = 1; part <= 5; part++) await touch('touchMove', body.x, body.y + 60 - part * 30);
    await touch('touchEnd');
    await isAt(frame, 'c', '1 / 9 / span 5 / span 4');
    await frame.locator('.bld-item[data-chosen]').waitFor();
    await context.close();
  });

  it('sets the mobile order of tiles', async () => {
    const { frame, context } = await openRow({}, { hasTouch: true, viewport: { width: 390, height: 760 } });
    await item(frame, 'a').locator('h2').tap();
    await frame.locator('.bld-selection').getByRole('button', { name: 'Move ↓' }).tap();
    await eventually(async () => {
      const [a, b] = [await item(frame, 'a').boundingBox(), await item(frame, 'b').boundingBox()];
      assert.ok(a && b && a.y > b.y, `${a?.y} ${b?.y}`);
    });
    await saved(frame);
    await context.close();
  });

  it('reorders tiles by grip and resizes them by keys on a phone, and undoes all of it', async () => {
    const { page, frame, context } = await openRow(
      {},
      { hasTouch: true, viewport: { width: 390, height: 760 } },
    );
    const session = await context.newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const order = async () => {
      const tops = await Promise.all(
        ['a', 'b', 'c'].map(async (id) => [id, (await item(frame, id).boundingBox())?.y ?? 0] as const),
      );
      return tops
        .toSorted((one, other) => one[1] - other[1])
        .map(([id]) => id)
        .join('');
    };
    await item(frame, 'a').locator('svg.inlay-chart').waitFor();
    const [grip, box] = [
      await item(frame, 'a').locator('.bld-grip').boundingBox(),
      await item(frame, 'a').boundingBox(),
    ];
    assert.ok(grip && box);
    const start = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
    await touch('touchStart', start.x, start.y);
    for (let part = 1; part <= 6; part++)
      await touch('touchMove', start.x, start.y + (box.height * part) / 6);
    await frame.locator('.bld-item[data-item=a][data-dragged]').waitFor();
    await touch('touchEnd');
    await frame.locator('.bld-item[data-dragged]').waitFor({ state: 'detached' });
    await eventually(async () => assert.equal(await order(), 'bac'));
    await item(frame, 'a').focus();
    await page.keyboard.press('ArrowUp');
    await eventually(async () => assert.equal(await order(), 'abc'));
    await page.keyboard.press('Shift+ArrowDown');
    await said(frame, '4 wide, 6 high');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await saved(frame);
    await context.close();
  });

  it('edits a chart in the chart editor as one undo step', async () => {
    const { page, frame, context } = await openRow();
    await item(frame, 'a').focus();
    await page.keyboard.press('Enter');
    await frame.getByRole('button', { name: 'Edit chart…' }).click();
    await frame.locator('.bld-chart-editor .te-chart svg.inlay-chart').waitFor();
    await frame.locator('.bld-chart-editor').getByRole('radio', { name: 'Table' }).check();
    await frame.locator('.bld-chart-editor').getByRole('button', { name: 'Done' }).click();
    await item(frame, 'a').locator('.inlay-table').waitFor();
    await page.keyboard.press('Control+z');
    await item(frame, 'a').locator('svg.inlay-chart').waitFor();
    await context.close();
  });

  for (const [theme, rules] of [
    ['light', undefined],
    ['dark', COLORS],
  ] as const)
    it(`passes axe-core, ${theme}`, async () => {
      const { page, frame, context } = await openRow({ theme }, { bypassCSP: true, colorScheme: theme });
      assert.deepEqual(await findingsInFrame(page, { rules }), [], 'canvas');
      await item(frame, 'a').click({ position: { x: 60, y: 20 } });
      await frame.getByRole('button', { name: 'Edit chart…' }).waitFor();
      assert.deepEqual(await findingsInFrame(page, { rules }), [], 'item');
      await frame.getByRole('button', { name: 'Add', exact: true }).click();
      await frame.locator('.bld-preview svg').waitFor();
      assert.deepEqual(await findingsInFrame(page, { rules, within: '.bld-panel' }), [], 'ask');
      await frame.locator('.bld-add-filter').click();
      await frame.locator('.bld-new-filter').waitFor();
      assert.deepEqual(await findingsInFrame(page, { rules, within: '.bld-panel' }), [], 'filters');
      await frame.getByRole('button', { name: 'Share' }).click();
      await frame.locator('dialog').waitFor();
      assert.deepEqual(await findingsInFrame(page, { rules, within: 'dialog' }), [], 'share');
      await page.keyboard.press('Escape');
      await frame.getByRole('button', { name: 'Dashboards' }).click();
      await frame.locator('.bld-home').waitFor();
      assert.deepEqual(await findingsInFrame(page, { rules }), [], 'home');
      await context.close();
    });

  it('is right-to-left in right-to-left languages', async () => {
    const { page, frame, context } = await openRow({ lang: 'ar' });
    await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
    const [a, c] = [await item(frame, 'a').boundingBox(), await item(frame, 'c').boundingBox()];
    assert.ok(a && c && a.x > c.x);
    await drag(page, await middle(item(frame, 'a')), (c.x - a.x) / 2, 0);
    await page.mouse.up();
    await frame.locator('.bld-shadow').waitFor({ state: 'detached' });
    await isAt(frame, 'a', '1 / 5 / span 5 / span 4');
    await item(frame, 'a').focus();
    await page.keyboard.press('ArrowLeft');
    await isAt(frame, 'a', '1 / 6 / span 5 / span 4');
    await context.close();
  });
});
