import type { Frame, Page } from 'playwright-core';
import type { MarkedGlobal } from './mark-focus-targets.ts';

export type Problem = 'stuck' | 'order' | 'invisible' | 'hidden' | 'opens';

/** Where Tab led. */
export interface Step {
  /** Of the expected control; others were added since. */
  readonly index: number | undefined;
  readonly what: string;
  readonly problems: readonly Problem[];
}

/** Fields for dates have several stops, and what is in a frame has its own. */
const MOST_STOPS = { field: 8, frame: 150 };

/** From the first one, until each stop was visited. */
export async function tabThrough(
  page: Page,
  place: Page | Frame,
  expected: number,
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const visited = new Set<number>();
  let stops = 0;
  let others = 0;
  const visit = (step: Step | 'left') => {
    const isSame = step !== 'left' && step.index !== undefined && steps.at(-1)?.index === step.index;
    stops = isSame ? stops + 1 : 0;
    const isNew = step !== 'left' && (step.index === undefined || !visited.has(step.index));
    others = isNew && step.index !== undefined ? 0 : others + (isSame ? 0 : 1);
    if (step === 'left' || !isNew) return;
    if (step.index !== undefined) visited.add(step.index);
    steps.push(step);
  };
  const first = await place.evaluate(describeFocus);
  // A script has focused it, so it need not show the focus.
  visit(first === 'left' ? first : { ...first, problems: [] });
  while (visited.size < expected && others < 60) {
    await page.keyboard.press('Tab');
    visit(await place.evaluate(describeFocus));
    const last = steps.at(-1);
    if (last && stops > (last.what.startsWith('<iframe') ? MOST_STOPS.frame : MOST_STOPS.field))
      return [...steps, { ...last, problems: ['stuck'] }];
  }
  return steps;
}

/** Runs in the page, for what has the focus now. */
async function describeFocus(): Promise<Step | 'left'> {
  const state = globalThis as MarkedGlobal;
  const { expected, looksOf } = state;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const each of expected)
    if (!each.checkVisibility({ visibilityProperty: true }) || each.matches(':disabled'))
      state.away.add(each);
  const dialogs = document.querySelectorAll('dialog[open], :popover-open').length;
  state.before ??= { last: -1, dialogs };
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || focused === document.body)
    return 'left';
  const index = expected.indexOf(focused);
  const problems: Problem[] = [];
  // After the last one, the focus comes back to the first.
  if (index >= 0 && index < state.before.last && index !== 0 && state.before.last !== expected.length - 1)
    problems.push('order');
  if (dialogs > state.before.dialogs) problems.push('opens');
  state.before = { last: index >= 0 ? index : state.before.last, dialogs };
  // Of a tall editor, the part within its scroller.
  const box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let each: Element | null = focused; each; each = each.parentElement) {
    if (each !== focused && getComputedStyle(each).overflow === 'visible') continue;
    const { left, top, right, bottom } = each.getBoundingClientRect();
    box.left = Math.max(box.left, left);
    box.top = Math.max(box.top, top);
    box.right = Math.min(box.right, right);
    box.bottom = Math.min(box.bottom, bottom);
  }
  const at = (from: number, to: number) => [0.5, 0.15, 0.85].map((part) => from + (to - from) * part);
  const points = at(box.left, box.right).flatMap((x) => at(box.top, box.bottom).map((y) => [x, y] as const));
  const root = focused.getRootNode();
  /** What `elementFromPoint` returns for what is in a shadow root. */
  const own = root instanceof ShadowRoot ? root.host : focused;
  const covers = points.map(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    const isOwn = top && (top.contains(own) || own.contains(top) || own.parentElement?.contains(top));
    return isOwn ? undefined : (top?.outerHTML.slice(0, 60) ?? 'the edge of the window');
  });
  if (!focused.matches('iframe') && covers.every((cover) => cover !== undefined)) problems.push('hidden');
  // An editor shows a caret. Fields of dates have stops within, which would begin again.
  if (focused.matches('[contenteditable=true]')) {
    if (getComputedStyle(focused).caretColor === 'transparent') problems.push('invisible');
  } else if (focused.matches('[type^=date], [type=time]')) {
    if (getComputedStyle(focused).outlineStyle === 'none') problems.push('invisible');
  } else if (!focused.matches('iframe')) {
    const seen = looksOf(focused);
    focused.blur();
    if (seen === looksOf(focused)) problems.push('invisible');
    focused.focus({ preventScroll: true });
  }
  return {
    index: index >= 0 ? index : undefined,
    what: `${focused.outerHTML.slice(0, 300)}${problems.includes('hidden') ? ` by ${covers[0]}` : ''}`,
    problems,
  };
}
