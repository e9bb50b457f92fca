import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';

/** The values of WCAG 1.4.12. */
const SPACING = `*, ::before, ::after { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }`;

export const textSpacing: AccessibilityRun = {
  id: 'text-spacing',
  title: 'Text spacing',
  description:
    'With the line height and the spacing of letters, words and paragraphs of WCAG 1.4.12, no text is cut that was complete before, unless its full text is in a tooltip or a name.',
  looks: [looks.light],
  check: async ({ place }: Shown): Promise<readonly Checked[]> => {
    const before = await place.evaluate(findCutTexts);
    const style = await place.evaluateHandle((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
      return sheet;
    }, SPACING);
    const after = await place.evaluate(findCutTexts);
    await style.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    });
    const known = new Set(before.cut);
    const findings = after.cut.filter((text) => !known.has(text));
    return [{ criterion: '1.4.12', checks: after.texts, findings }];
  },
};

/** Runs in the page: texts that do not fit the box that hides what is beyond it. */
function findCutTexts(): { readonly texts: number; readonly cut: readonly string[] } {
  /** What is for screen readers only is clipped to a pixel, or to nothing. */
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath !== 'none' ||
      getComputedStyle(element).clip !== 'auto' ||
      isClipped(element.parentElement));
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[aria-hidden=true], [inert]') &&
    !isClipped(element);
  const owners = [...document.querySelectorAll('body *')].filter(
    (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
      !element.matches('script, style, title, desc, option, noscript') &&
      shown(element),
  );
  const hides = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return { x: /hidden|clip/.test(overflowX), y: /hidden|clip/.test(overflowY) };
  };
  const isCut = (element: Element): boolean => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { x, y } = hides(box);
      const edge = box.getBoundingClientRect();
      if (x && (text.right > edge.right + 1.5 || text.left < edge.left - 1.5)) return true;
      // Half of the additional line height may be beyond the edge: it has no ink.
      if (y && text.bottom > edge.bottom + 6) return true;
      if (/auto|scroll/.test(getComputedStyle(box).overflow)) return false;
    }
    return false;
  };
  const hasName = (element: Element) => element.closest('[title], [aria-label]') !== null;
  const cut = owners.filter((element) => isCut(element) && !hasName(element));
  return {
    texts: owners.length,
    cut: cut.map(
      (element) =>
        `cut: “${element.textContent?.trim().slice(0, 60)}” in ${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`,
    ),
  };
}
