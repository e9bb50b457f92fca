/** What functions that run in a page can use after `markFocusTargets`. */
export type MarkedGlobal = typeof globalThis & {
  expected: Element[];
  /** What a focus can change of an element, what it is in, its label and what follows it. */
  looksOf(element: Element): string;
  before: { last: number; dialogs: number } | undefined;
  /** Of the expected ones, those that were hidden or disabled for a while, as in a story that scrolls. */
  away: Set<Element>;
};

/** Runs in the page: what Tab has to reach, in the order of the page. Of an open dialog or menu, only its controls. */
export function markFocusTargets(): readonly string[] {
  const root = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1) ?? document.body;
  const focusable =
    'a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable=true], audio[controls], video[controls]';
  const isFirstRadio = (element: Element) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || !element.name) return true;
    const group = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name, form, disabled }) => name === element.name && form === element.form && !disabled,
    );
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  };
  const expected = [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled, [type=hidden]') &&
      !element.closest('[inert]') &&
      isFirstRadio(element),
  );
  const looksOf = (element: Element): string => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const near = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      label,
      element.firstElementChild,
    ];
    const inner = [...element.querySelectorAll('[data-focus], .inlay-focus, circle, rect, path')].slice(
      0,
      40,
    );
    return [...near, ...inner]
      .flatMap((each) =>
        each
          ? [getComputedStyle(each), getComputedStyle(each, '::after'), getComputedStyle(each, '::before')]
          : [],
      )
      .map((style) =>
        [
          style.outlineStyle,
          style.outlineWidth,
          style.outlineColor,
          style.boxShadow,
          style.borderColor,
          style.backgroundColor,
          style.textDecorationLine,
          style.stroke,
          style.strokeWidth,
          style.opacity,
          style.clipPath,
          style.inlineSize,
        ].join(),
      )
      .join(';');
  };
  Object.assign(globalThis, { expected, looksOf, before: undefined, away: new Set() });
  // The focus ends behind the last one: Chromium without a window does not lead on from a frame that is last.
  expected[0]?.focus();
  return expected.map((element) => element.outerHTML.slice(0, 400));
}
