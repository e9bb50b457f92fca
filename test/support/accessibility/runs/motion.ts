import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';

export const motion: AccessibilityRun = {
  id: 'motion',
  title: 'Motion',
  description:
    'Once a surface is loaded, nothing but a progress indicator moves for more than five seconds, nothing blinks faster than three times in a second, and nothing plays video or sound.',
  looks: [looks.moving],
  check: async ({ place }: Shown): Promise<readonly Checked[]> => {
    const { lasting, fast, media } = await place.evaluate(findMoving);
    return [
      { criterion: '1.4.2', checks: 1, findings: media },
      { criterion: '2.2.2', checks: 1, findings: lasting },
      { criterion: '2.3.1', checks: 1, findings: fast },
    ];
  },
};

/** Runs in the page. What scrolls with the page is moved by the reader. */
function findMoving(): Readonly<Record<'lasting' | 'fast' | 'media', readonly string[]>> {
  const animated = document.getAnimations().flatMap(({ effect, playState, timeline }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    if (playState !== 'running' || !(timeline instanceof DocumentTimeline) || !target?.checkVisibility())
      return [];
    const { iterations = 1, duration, endTime } = effect?.getComputedTiming() ?? {};
    return [{ target, iterations, lasts: Number(endTime), each: Number(duration) }];
  });
  const written = (element: Element) => element.outerHTML.slice(0, 400);
  return {
    lasting: animated
      .filter(
        ({ target, lasts }) =>
          lasts > 5000 && !target.closest('[role=status], [role=progressbar], [aria-busy=true]'),
      )
      .map(({ target }) => `moves: ${written(target)}`),
    fast: animated
      .filter(({ iterations, each }) => iterations > 3 && each < 333)
      .map(({ target }) => `blinks: ${written(target)}`),
    media: [...document.querySelectorAll('video, audio, marquee, blink, embed, object')].map(
      (element) => `media: ${written(element)}`,
    ),
  };
}
