import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';
import { loadColorProbe, type ProbedGlobal } from '../color-probe.ts';

export const forcedColors: AccessibilityRun = {
  id: 'forced-colors',
  title: 'Forced colors',
  description:
    'With the colors of the system, as in the contrast themes of Windows, every control has a text, an icon or an edge with a contrast of 3 to 1, what is selected looks different from what is not, and the colors of charts have a contrast of 3 to 1 with the page.',
  looks: [looks.forcedColors, looks.forcedColorsDark],
  check: async ({ place }: Shown): Promise<readonly Checked[]> => {
    await loadColorProbe(place);
    await place.evaluate(finishTransitions);
    const found = await Promise.all([controls, selected, charts].map((check) => place.evaluate(check)));
    return found.map((each) => ({ criterion: '11.7', ...each }));
  },
};

interface Found {
  readonly checks: number;
  readonly findings: readonly string[];
}

/** Runs in the page, as the next ones. On its way from one color to another, everything differs from its neighbors. */
function finishTransitions(): void {
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
}

function controls(): Found {
  const { colors } = globalThis as ProbedGlobal;
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'button, input, select, textarea, summary, [role=tab], [role=switch], [role=checkbox], [role=option]',
    ),
  ].filter((element) => colors.isShown(element) && !element.matches(':disabled, [type=hidden]'));
  const isField = (element: Element) => element.matches('input, select, textarea');
  const isDrawn = (element: HTMLElement) =>
    (!isField(element) && element.textContent.trim() !== '') ||
    (isField(element) && getComputedStyle(element).appearance !== 'none') ||
    colors.hasIcon(element) ||
    [element, element.parentElement, element.nextElementSibling].some(
      (each) => each && colors.lineContrast(each) >= 3,
    );
  const hidden = all.filter((element) => !isDrawn(element));
  return {
    checks: all.length,
    findings: hidden.map((element) => `nothing to see of ${element.outerHTML.slice(0, 400)}`),
  };
}

function selected(): Found {
  const { colors } = globalThis as ProbedGlobal;
  const chosen = [
    ...document.querySelectorAll(
      '[aria-selected=true], [aria-pressed=true], [aria-current]:not([aria-current=false])',
    ),
  ].filter(colors.isShown);
  const signs = (element: Element) =>
    [element, element.firstElementChild, element.closest('label')]
      .flatMap((each) =>
        each ? [null, '::before', '::after'].map((pseudo) => getComputedStyle(each, pseudo)) : [],
      )
      .map(
        ({ border, outline, backgroundColor, color, fontWeight, textDecorationLine, content }) =>
          `${border} ${outline} ${backgroundColor} ${color} ${fontWeight} ${textDecorationLine} ${content}`,
      )
      .join(`, ${element.querySelectorAll('svg').length};`);
  const likeOthers = chosen.filter((element) => {
    const group = element.closest('[role=tablist], [role=listbox], [role=group], nav, ol, ul, header');
    const other = [...(group?.querySelectorAll(element.tagName) ?? [])].find(
      (each) => !chosen.includes(each) && colors.isShown(each) && each.className === element.className,
    );
    return other !== undefined && signs(other) === signs(element);
  });
  return {
    checks: chosen.length,
    findings: likeOthers.map(
      (element) => `selected, but looks like the others: ${element.outerHTML.slice(0, 400)}`,
    ),
  };
}

function charts(): Found {
  const { colors } = globalThis as ProbedGlobal;
  const series = colors.series();
  const faint = series.filter(({ color, chart }) => colors.contrast(color, colors.behind(chart)) < 3);
  return {
    checks: series.length,
    findings: faint.map(({ name, color, chart }) => `“${name}” is ${color} on ${colors.behind(chart)}`),
  };
}
