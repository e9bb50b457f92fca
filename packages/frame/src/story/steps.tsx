import { isScrolled } from '@inlay/protocol/story-mode';
import { announce } from '@inlay/ui/announce';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { render } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import { openScroll } from './scroll.ts';
import { openSlides } from './slides.ts';
import type { Stage } from './stage.ts';

export interface Steps {
  /** Names the steps again: their titles or the language have changed. */
  relabel(): void;
}

/** Shows the steps of a story. The frame's `#<step>`, the host's field `step`, keys and the navigation select one. */
export function showSteps(context: PageContext): Steps {
  const list = document.querySelector<HTMLElement>('.inlay-steps');
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')];
  const progress = document.querySelector('.inlay-progress');
  const indexOf = (id: string | undefined) => steps.findIndex((step) => step.dataset.step === id);
  // Content ids need no escaping in a URL.
  const addressed = () => indexOf(location.hash.slice(1));
  let now = [addressed(), steps.findIndex((step) => !step.hidden)].find((index) => index >= 0) ?? 0;

  const number = (count: number) => count.toLocaleString(context.locale.lang());
  const titleOf = (step: HTMLElement) => step.querySelector('h2')?.textContent ?? '';
  const nameOf = (step: HTMLElement, index: number) =>
    `${context.locale.messages().step({ step: number(index + 1), steps: number(steps.length) })}: ${titleOf(step)}`;

  const relabel = () => {
    for (const step of steps) step.ariaLabel = titleOf(step);
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

  const reach = (to: number) => {
    const id = steps[to]?.dataset.step;
    if (id === undefined || to === now) return;
    now = to;
    relabel();
    history.replaceState(null, '', `#${id}`);
    context.link.emit('navigate', { to: id, index: to, count: steps.length });
  };
  const go = (to: number) => {
    const step = steps[to];
    if (!step || to === now) return;
    stage?.show(to);
    reach(to);
    announce(nameOf(step, to));
  };

  let stage: Stage | undefined;
  const setStage = () => {
    if (!list) return;
    const scrolled = isScrolled(context.page.storyMode, innerWidth);
    const mode = scrolled ? 'scroll' : 'slides';
    if (stage && list.dataset.mode === mode) return;
    stage?.close();
    list.dataset.mode = mode;
    stage = (scrolled ? openScroll : openSlides)({ list, steps, onReach: reach });
    stage.show(now, true);
  };
  setStage();
  addEventListener('resize', setStage);
  listenForKeys((by) => go(now + by));
  addEventListener('hashchange', () => go(addressed()));
  void context.settings.then(({ step }) => step !== undefined && go(indexOf(step)));
  relabel();
  return { relabel };
}

function listenForKeys(onMove: (by: 1 | -1) => void): void {
  document.addEventListener('keydown', (event) => {
    // Charts, lists and form fields use the arrow keys themselves.
    const busy =
      event.target instanceof Element && event.target.closest('.inlay-chart,input,select,[popover]');
    if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const rtl = document.documentElement.dir === 'rtl';
    const by = (
      {
        PageDown: 1,
        PageUp: -1,
        ArrowRight: rtl ? -1 : 1,
        ArrowLeft: rtl ? 1 : -1,
      } as const
    )[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  });
}
