import { announce } from '@inlay/ui/announce';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { render } from 'preact';
import type { PageContext } from '../page/page-context.ts';

export interface Steps {
  show(): void;
}

/**
 * Shows one step at a time. All steps are in the page, so switching is instant. The frame's `#<step>` and the host's
 * field `step` select one.
 */
export function showSteps(context: PageContext): Steps {
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')];
  const progress = document.querySelector('.inlay-progress');
  const indexOf = (id: string | undefined) => steps.findIndex((step) => step.dataset.step === id);
  // Content ids need no escaping in a URL.
  const addressed = () => indexOf(location.hash.slice(1));
  let now = [addressed(), steps.findIndex((step) => !step.hidden)].find((index) => index >= 0) ?? 0;

  const number = (count: number) => count.toLocaleString(context.locale.lang());
  const nameOf = (step: HTMLElement, index: number) =>
    `${context.locale.messages().step({ step: number(index + 1), steps: number(steps.length) })}: ${step.querySelector('h2')?.textContent ?? ''}`;

  const show = () => {
    for (const [index, step] of steps.entries()) step.hidden = index !== now;
    if (!progress) return;
    const messages = context.locale.messages();
    render(
      <>
        <IconButton icon="back" label={messages.previous} disabled={now === 0} onClick={() => go(now - 1)} />
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
          label={messages.next}
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
    step.dataset.direction = to > now ? 'on' : 'back';
    now = to;
    show();
    history.replaceState(null, '', `#${id}`);
    announce(nameOf(step, to));
    context.link.emit('navigate', { to: id, index: to, count: steps.length });
  };

  document.addEventListener('keydown', (event) => {
    // Charts, lists and form fields use the arrow keys themselves.
    const busy =
      event.target instanceof Element && event.target.closest('.inlay-chart,input,select,[popover]');
    if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const rtl = document.documentElement.dir === 'rtl';
    const direction = {
      PageDown: 1,
      PageUp: -1,
      ArrowRight: rtl ? -1 : 1,
      ArrowLeft: rtl ? 1 : -1,
    }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    go(now + direction);
  });
  const list = document.querySelector<HTMLElement>('.inlay-steps');
  if (list) listenForSwipes(list, (direction) => go(now + direction));
  addEventListener('hashchange', () => go(addressed()));
  void context.settings.then(({ step }) => step !== undefined && go(indexOf(step)));
  show();
  return { show };
}

const SWIPE_MIN_PX = 56;

/** Detects horizontal swipes; vertical scrolling is ignored. */
function listenForSwipes(element: HTMLElement, onSwipe: (direction: 1 | -1) => void): void {
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
      if (Math.abs(x) < SWIPE_MIN_PX || Math.abs(x) < 2 * Math.abs(y)) return;
      const rtl = document.documentElement.dir === 'rtl';
      onSwipe(x < 0 !== rtl ? 1 : -1);
    },
    { passive: true },
  );
}
