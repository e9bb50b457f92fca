import { BESIDE_WIDTH } from '@inlay/protocol/story-mode';
import { followView, type VisiblePart } from './follow-view.ts';
import { noteMarks } from './move-marks.ts';
import type { Stage, StageOptions } from './stage.ts';

/** A step is read when its text has passed this part of what the viewer sees. */
const READING_LINE = 0.55;
/** The distance of a chart that stays from the upper edge: as in the middle, between these. Also in `story.css`. */
const EDGE = { min: 24, max: 96 };

const textOf = (step: HTMLElement) => step.querySelector<HTMLElement>('.inlay-step-text') ?? step;
const chartsOf = (step: HTMLElement) => step.querySelector<HTMLElement>('.inlay-charts');

/** Neighbors that show the same chart, of which one drawing is visible. */
interface Scene {
  readonly steps: readonly HTMLElement[];
  readonly from: number;
}

/**
 * All steps below one another. Beside their text, the chart of a scene stays in view: the drawings of its steps are at
 * the same place, and that of the current step is visible. In a narrow frame, each step has its chart below its text.
 */
export function openScroll({ list, steps, onReach }: StageOptions): Stage {
  const beside = matchMedia(`(min-width: ${BESIDE_WIDTH}px)`);
  const scenes = scenesIn(steps);
  const page = list.parentElement ?? list;
  const bar = page.querySelector<HTMLElement>(':scope > .inlay-progress');
  let now = -1;
  /** The step that the page scrolls to: those in between are not reached. */
  let goal: number | undefined;

  const mark = (index: number) => {
    for (const [at, step] of steps.entries()) step.toggleAttribute('data-active', at === index);
    for (const scene of scenes) showDrawing(scene, index);
  };
  const reach = (index: number) => {
    if (goal !== undefined) {
      // The viewer scrolls somewhere else.
      const turns = Math.abs(index - goal) > Math.abs(now - goal);
      if (index === goal || turns) goal = undefined;
    }
    if (index === now) return;
    now = index;
    if (goal !== undefined) return;
    mark(index);
    onReach(index);
  };

  const follow = (part: VisiblePart, isOfHost: boolean) => {
    const line = part.top + (part.bottom - part.top) * READING_LINE;
    const passed = steps.findLastIndex((step) => textOf(step).getBoundingClientRect().top <= line);
    reach(Math.max(0, passed));
    list.toggleAttribute('data-of-host', isOfHost);
    for (const scene of scenes) keepInView(scene, isOfHost && beside.matches ? part : undefined);
    if (bar) move(bar, isOfHost ? Math.min(0, part.bottom - restingBottom(bar)) : 0);
  };

  const layOut = () => {
    list.removeAttribute('data-live');
    const ends = steps.flatMap((step) => step.querySelector<HTMLElement>('.inlay-step-end') ?? []);
    // Where text and chart of an article end, so that nothing moves when the chart begins to stay.
    for (const end of ends) end.style.minHeight = '';
    const heights = ends.map(({ offsetHeight }) => offsetHeight);
    if (!beside.matches) return;
    for (const [index, end] of ends.entries()) end.style.minHeight = `${heights[index]}px`;
    list.setAttribute('data-live', '');
    for (const { steps: own, from } of scenes) {
      for (const [at, step] of own.entries()) {
        step.style.setProperty('--row', `${2 * (from + at) + 1}`);
        step.style.setProperty('--scene', `${2 * from + 1}`);
        step.style.setProperty('--rows', `${2 * own.length}`);
      }
    }
  };
  layOut();
  addEventListener('resize', layOut);
  const stopFollowing = followView(page, follow);

  return {
    show: (index, isFirst = false) => {
      const step = steps[index];
      // A story that opens at its beginning leaves the scroll position alone.
      if (!step || (isFirst && index === 0)) return;
      goal = index;
      // At once: the text of a short last step may never reach the reading line.
      mark(index);
      const isCalm = isFirst || matchMedia('(prefers-reduced-motion: reduce)').matches;
      textOf(step).scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
    },
    close: () => {
      stopFollowing();
      removeEventListener('resize', layOut);
      for (const attribute of ['data-live', 'data-of-host']) list.removeAttribute(attribute);
      for (const step of steps) {
        for (const attribute of ['data-active', 'data-shown']) step.removeAttribute(attribute);
        for (const part of [step, ...step.querySelectorAll('.inlay-step-end, .inlay-charts')])
          part.removeAttribute('style');
      }
      bar?.removeAttribute('style');
    },
  };
}

function scenesIn(steps: readonly HTMLElement[]): readonly Scene[] {
  const groups = Map.groupBy(steps, (step) => step.dataset.scene);
  return [...groups.values()].map((own) => ({ steps: own, from: steps.indexOf(own[0] as HTMLElement) }));
}

/** Before a scene is reached, its first drawing is visible, and afterwards its last. */
function showDrawing({ steps, from }: Scene, index: number): void {
  const before = steps.find((step) => step.hasAttribute('data-shown'));
  const next = steps[Math.max(0, Math.min(steps.length - 1, index - from))];
  if (!next || next === before) return;
  const moveMarks = before && noteMarks(before);
  before?.removeAttribute('data-shown');
  next.setAttribute('data-shown', '');
  moveMarks?.(next);
}

/** In a frame as tall as its page, `position: sticky` has nothing to stick to: the host page scrolls. */
function keepInView({ steps }: Scene, part: VisiblePart | undefined): void {
  for (const step of steps) {
    const charts = chartsOf(step);
    if (!charts) continue;
    const room = (charts.parentElement ?? step).getBoundingClientRect();
    const wanted = part ? part.top + edgeOf(part, charts.offsetHeight) - room.top : 0;
    move(charts, Math.max(0, Math.min(room.height - charts.offsetHeight, wanted)));
  }
}

const edgeOf = ({ top, bottom }: VisiblePart, height: number): number =>
  Math.max(EDGE.min, Math.min(EDGE.max, (bottom - top - height) / 2));

const move = (element: HTMLElement, y: number): void => {
  element.style.translate = y === 0 ? '' : `0 ${Math.round(y)}px`;
};

/** Where an element ends when it is not moved, also while it is on its way there. */
function restingBottom(element: HTMLElement): number {
  const moved = Number.parseFloat(getComputedStyle(element).translate.split(' ')[1] ?? '0');
  return element.getBoundingClientRect().bottom - moved;
}
