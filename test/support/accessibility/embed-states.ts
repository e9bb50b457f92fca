import type { Frame, Page } from 'playwright-core';

/** An embed of the demo, in a state that a viewer brings it to. */
export interface EmbedState {
  readonly part: string;
  readonly name: string;
  readonly id: string;
  readonly act: (frame: Frame, page: Page) => Promise<unknown>;
  /** Of the builder, which opens the dashboard of the world. */
  readonly opensDashboard?: true;
  /** Reached by texts in English. */
  readonly isEnglish?: true;
  /** Reached in other ways in a narrow window. */
  readonly isWide?: true;
}

/** The script that makes a page interactive is loaded with the first interaction. */
export async function wake(frame: Frame, page: Page): Promise<void> {
  await frame.locator('main').waitFor();
  await page.mouse.move(9, 9);
  await frame.locator('body').hover({ position: { x: 5, y: 5 } });
  await frame.locator('.inlay-tools button, .ui-icon-button').first().waitFor({ state: 'attached' });
}

const click = (selector: string, shows: string) => async (frame: Frame, page: Page) => {
  await wake(frame, page);
  await frame.locator(selector).first().click();
  await frame.locator(shows).first().waitFor();
};

const canvas = (frame: Frame) =>
  frame.locator('.bld-scroller[data-edits=true] .bld-item svg.inlay-chart').first().waitFor();

const press = (name: string, shows: string) => async (frame: Frame) => {
  await canvas(frame);
  await frame.getByRole('button', { name, exact: true }).first().click();
  await frame.locator(shows).first().waitFor();
};

/** Of the chart. */
const select = (shows: string) => async (frame: Frame, page: Page) => {
  await canvas(frame);
  await frame.locator('[data-item=a]').focus();
  await page.keyboard.press('Enter');
  await frame.locator(shows).first().waitFor();
};

const builder = (name: string, act: EmbedState['act']): EmbedState => ({
  part: 'Builder',
  name,
  id: 'builder',
  opensDashboard: true,
  isEnglish: true,
  isWide: true,
  act,
});

export const embedStates: readonly EmbedState[] = [
  { part: 'Tiles', name: 'KPI', id: 'revenue', act: wake },
  { part: 'Tiles', name: 'line chart', id: 'revenue-trend', act: wake },
  { part: 'Tiles', name: 'bar chart', id: 'top-products', act: wake },
  { part: 'Tiles', name: 'waterfall', id: 'profit-bridge', act: wake },
  {
    part: 'Tiles',
    name: 'menu of a chart',
    id: 'revenue-trend',
    act: click('.inlay-tools button:last-of-type', '[role=menu]'),
  },
  {
    part: 'Tiles',
    name: 'chart as a table',
    id: 'revenue-trend',
    act: click('.inlay-tools button:first-of-type', 'table'),
  },
  { part: 'Tiles', name: 'no such embed', id: 'nowhere', act: (frame) => frame.locator('main').waitFor() },
  { part: 'Dashboards', name: 'overview', id: 'overview', act: wake },
  { part: 'Dashboards', name: 'products', id: 'products', act: wake },
  { part: 'Dashboards', name: 'customers', id: 'customers', act: wake },
  {
    part: 'Dashboards',
    name: 'open filter',
    id: 'overview',
    act: click('[data-filter]', '.ui-popover .inlay-panel :is(input, button)'),
  },
  {
    part: 'Dashboards',
    name: 'period',
    id: 'overview',
    act: click('[data-filter=period]', '.ui-popover .inlay-panel :is(input, button)'),
  },
  {
    part: 'Dashboards',
    name: 'saved views',
    id: 'overview',
    act: click('.inlay-views', '.inlay-view-panel'),
  },
  {
    part: 'Builder',
    name: 'home',
    id: 'builder',
    act: async (frame) => {
      // They are drawn when they come into view, which is below the end of a window at 400%.
      const thumbnail = frame.locator('.bld-thumbnail').first();
      await thumbnail.scrollIntoViewIfNeeded();
      await thumbnail.locator('svg.inlay-chart').first().waitFor();
    },
  },
  { part: 'Builder', name: 'canvas', id: 'builder', opensDashboard: true, act: canvas },
  builder('selected chart', select('.bld-panel')),
  builder('chart editor', async (frame, page) => {
    await select('.bld-panel')(frame, page);
    await frame.getByRole('button', { name: 'Edit chart…' }).click();
    await frame.locator('.bld-chart-editor .te-chart svg.inlay-chart').waitFor();
  }),
  builder('add a chart', press('Add', '.bld-quick-chart')),
  builder('add from the library', async (frame) => {
    await press('Add', '.bld-quick-chart')(frame);
    await frame.getByRole('button', { name: 'Library', exact: true }).click();
    await frame.locator('[data-library]').first().waitFor();
  }),
  builder('add a filter', press('Add filter', '.bld-new-filter')),
  builder('share', press('Share', 'dialog')),
  builder('publish', press('Publish', 'dialog')),
  builder('read', press('Done', '.bld-view svg.inlay-chart')),
];
