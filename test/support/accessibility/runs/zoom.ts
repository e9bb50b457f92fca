import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';

export const zoom: AccessibilityRun = {
  id: 'zoom',
  title: 'Zoom',
  description:
    'At 200% and 400% of a window of 1280 px, the page does not scroll sideways, and no control is beyond its edges. Tables, code and the canvas of a builder may scroll within themselves.',
  looks: [looks.zoom200, looks.zoom400],
  check: async ({ place, look }: Shown): Promise<readonly Checked[]> => {
    const { controls, findings } = await place.evaluate(measure);
    const criterion = look === looks.zoom200 ? '1.4.4' : '1.4.10';
    return [{ criterion, checks: 1 + controls, findings }];
  },
};

/** Runs in the page. */
function measure(): { readonly controls: number; readonly findings: readonly string[] } {
  const root = document.documentElement;
  const wide = root.scrollWidth > root.clientWidth + 1;
  const controls = [
    ...document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [role=tab], [role=option]',
    ),
  ].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.ui-visually-hidden, .visually-hidden, .inlay-unseen, [inert]'),
  );
  /** What scrolls sideways brings its content into view. */
  const scrolls = (element: Element): boolean => {
    for (
      let parent = element.parentElement;
      parent && parent !== document.body;
      parent = parent.parentElement
    )
      if (/auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth)
        return true;
    return false;
  };
  const outside = controls.filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element);
  });
  return {
    controls: controls.length,
    findings: [
      ...(wide ? [`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth} px`] : []),
      ...outside.map((element) => `beyond the edge of the window: ${element.outerHTML.slice(0, 400)}`),
    ],
  };
}
