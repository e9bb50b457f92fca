import type { Subscriptions } from '@inlay/content/subscription';
import type { Frame, Page } from 'playwright-core';
import { FAKE_OPTIONS, fakeSubscription } from '../../../packages/frame/test/support/fake-subscriptions.ts';

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
  /** Of the SDK. */
  readonly options?: object;
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

/** As the server would answer where reports are enabled, which they are not in the demo. */
const SUBSCRIPTIONS: Subscriptions = {
  data: [
    fakeSubscription({ last: { at: '2026-11-16T07:00:00.000Z', state: 'sent', code: null, reason: null } }),
    fakeSubscription({ title: 'Paused', status: 'paused', nextAt: null }),
    fakeSubscription({ title: 'Over', status: 'ended', reason: 'context-ended', nextAt: null }),
  ],
  content: { kind: 'dashboard', id: 'dashboard' },
  options: FAKE_OPTIONS,
};

const subscriptions = (name: string, act: EmbedState['act']): EmbedState => ({
  part: 'Dashboards',
  name,
  id: 'overview',
  options: { features: { subscriptions: true } },
  act: async (frame, page) => {
    await page.route('**/subscriptions?*', (route) => route.fulfill({ json: SUBSCRIPTIONS }));
    await click('.inlay-subscribe button', '.inlay-subscriptions-list')(frame, page);
    await act(frame, page);
  },
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
  subscriptions('reports and alerts', async () => {}),
  subscriptions('new report', async (frame) => {
    await frame.locator('.inlay-subscriptions .ui-button-primary').click();
    await frame.locator('.inlay-subscriptions-form').waitFor();
  }),
  subscriptions('new alert', async (frame) => {
    await frame.locator('.inlay-subscriptions .ui-button-primary').click();
    await frame.locator('.inlay-subscriptions-form .ui-segments button').last().click();
    await frame.locator('.inlay-subscriptions-try').waitFor();
  }),
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
