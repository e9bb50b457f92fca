import { announce } from '@inlay/ui/announce';
import { IconButton } from '@inlay/ui/icon-button';
import { render } from 'preact';
import type { Stage } from '../stage/stage.ts';

export interface Steps {
  show(): void;
}

/**
 * One step at a time. All steps are in the page, so that a change is at once and what the server left out for this
 * viewer leaves no hole. `#<step>` in the frame's address and the host's field `step` lead to one.
 */
export function showSteps(stage: Stage): Steps {
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')];
  const progress = document.querySelector('.inlay-progress');
  const indexOf = (id: string | undefined) => steps.findIndex((step) => step.dataset.step === id);
  // Identifiers of content are written alike in an address.
  const addressed = () => indexOf(location.hash.slice(1));
  let now = [addressed(), steps.findIndex((step) => !step.hidden)].find((index) => index >= 0) ?? 0;

  const number = (count: number) => count.toLocaleString(stage.speech.lang());
  const nameOf = (step: HTMLElement, index: number) =>
    `${stage.speech.words().step({ step: number(index + 1), steps: number(steps.length) })}: ${step.querySelector('h2')?.textContent ?? ''}`;

  const show = () => {
    for (const [index, step] of steps.entries()) step.hidden = index !== now;
    if (!progress) return;
    const words = stage.speech.words();
    render(
      <>
        <IconButton icon="back" label={words.previous} disabled={now === 0} onClick={() => go(now - 1)} />
        <ol class="inlay-dots">
          {steps.map((step, index) => (
            <li key={step.dataset.step}>
              <button
                type="button"
                class="inlay-dot"
                aria-label={nameOf(step, index)}
                aria-current={index === now ? 'step' : undefined}
                data-done={index <= now}
                onClick={() => go(index)}
              />
            </li>
          ))}
        </ol>
        <span class="inlay-count" aria-hidden="true">
          {number(now + 1)} / {number(steps.length)}
        </span>
        <IconButton
          icon="next"
          label={words.next}
          disabled={now === steps.length - 1}
          onClick={() => go(now + 1)}
        />
      </>,
      progress,
    );
  };

  const go = (to: number) => {
    const step = steps[to];
    const id = step?.dataset.step;
    if (!step || id === undefined || to === now) return;
    step.dataset.way = to > now ? 'on' : 'back';
    now = to;
    show();
    history.replaceState(null, '', `#${id}`);
    announce(nameOf(step, to));
    stage.link.emit('navigate', { to: id, index: to, count: steps.length });
  };

  document.addEventListener('keydown', (event) => {
    // Charts, lists and fields have their own use for arrows.
    const busy =
      event.target instanceof Element && event.target.closest('.inlay-chart,input,select,[popover]');
    if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const rtl = document.documentElement.dir === 'rtl';
    const way = {
      PageDown: 1,
      PageUp: -1,
      ArrowRight: rtl ? -1 : 1,
      ArrowLeft: rtl ? 1 : -1,
    }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    go(now + way);
  });
  const list = document.querySelector<HTMLElement>('.inlay-steps');
  if (list) followSwipes(list, (way) => go(now + way));
  addEventListener('hashchange', () => go(addressed()));
  void stage.settings.then(({ step }) => step !== undefined && go(indexOf(step)));
  show();
  return { show };
}

const FAR = 56;

/** A finger that goes clearly sideways turns the page; one that scrolls does not. */
function followSwipes(element: HTMLElement, onSwipe: (way: 1 | -1) => void): void {
  let from: { readonly x: number; readonly y: number } | undefined;
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [finger] = touches;
      from = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    { passive: true },
  );
  element.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      const [finger] = changedTouches;
      if (!from || !finger) return;
      const [x, y] = [finger.clientX - from.x, finger.clientY - from.y];
      from = undefined;
      if (Math.abs(x) < FAR || Math.abs(x) < 2 * Math.abs(y)) return;
      const rtl = document.documentElement.dir === 'rtl';
      onSwipe(x < 0 !== rtl ? 1 : -1);
    },
    { passive: true },
  );
}
