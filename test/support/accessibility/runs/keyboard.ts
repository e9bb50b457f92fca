import type { Frame, Page } from 'playwright-core';
import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';
import { type MarkedGlobal, markFocusTargets } from '../mark-focus-targets.ts';
import { type Problem, tabThrough } from '../tab-through.ts';

export const keyboard: AccessibilityRun = {
  id: 'keyboard',
  title: 'Keyboard',
  description:
    'Tab goes through each surface: it reaches every control in the order of the page, each visibly changes with the focus and is in view, nothing opens by itself, and the focus can leave. No printable key does anything outside of a field; in the admin app, its single-key shortcuts are switched off.',
  looks: [looks.light],
  check: async ({ page, place }: Shown): Promise<readonly Checked[]> => {
    const address = pathOf(place);
    const expected = await place.evaluate(markFocusTargets);
    const steps = await tabThrough(page, place, expected.length);
    const reached = new Set(steps.flatMap(({ index }) => (index === undefined ? [] : [index])));
    // What is still loading replaces what was expected.
    const remaining = await place.evaluate(() => {
      const { expected, away } = globalThis as MarkedGlobal;
      return expected.map((element) => element.isConnected && !away.has(element));
    });
    const missed = expected.filter((_, index) => remaining[index] && !reached.has(index));
    const of = (problem: Problem) =>
      steps.filter(({ problems }) => problems.includes(problem)).map(({ what }) => what);
    const count = steps.length;
    const opened = pathOf(place) === address ? [] : [`the focus led to ${place.url()}`];
    return [
      { criterion: '2.1.1', checks: expected.length, findings: missed.map((what) => `not reached: ${what}`) },
      {
        criterion: '2.1.2',
        checks: count,
        findings: of('stuck').map((what) => `the focus stays on ${what}`),
      },
      { criterion: '2.1.4', checks: KEYS.length, findings: await pressKeys(page, place) },
      { criterion: '2.4.3', checks: count, findings: of('order').map((what) => `out of order: ${what}`) },
      {
        criterion: '2.4.7',
        checks: count,
        findings: of('invisible').map((what) => `no visible focus: ${what}`),
      },
      { criterion: '2.4.11', checks: count, findings: of('hidden').map((what) => `covered: ${what}`) },
      {
        criterion: '3.2.1',
        checks: count,
        findings: [...opened, ...of('opens').map((what) => `opens something: ${what}`)],
      },
    ];
  },
};

/** A story names the step in view in its hash, which is no change of the page. */
const pathOf = (place: Page | Frame) => place.url().split('#')[0];

const KEYS = [...'abcdefghijklmnopqrstuvwxyz0123456789/?.,-+'];
/** A shortcut of one character would be in the way of people who speak to their computer. */
async function pressKeys(page: Page, place: Page | Frame): Promise<readonly string[]> {
  const state = () =>
    place.evaluate(() =>
      [
        location.href,
        document.querySelectorAll('dialog[open], :popover-open').length,
        document.activeElement?.outerHTML.slice(0, 80),
      ].join(' '),
    );
  await place.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const before = await state();
  for (const key of KEYS) {
    await page.keyboard.press(key);
    if ((await state()) !== before) return ['a single key opens or moves something'];
  }
  return [];
}
