/** What a dialog, popover or panel is: closing it returns the focus to where it came from. */
const BOXES = 'dialog,[popover],aside';
/** Links within the page lead past something, and belong to its start. */
const CONTROLS =
  ':is(a[href]:not([href^="#"]),button,input,select,textarea,summary,[tabindex],[contenteditable=true]):not([aria-hidden=true])';

type Focusable = HTMLElement | SVGElement;

/** Where the focus was. */
interface Place {
  readonly element: Focusable;
  /** Its ancestors from the inside out, each with the position of the one before in it. */
  readonly path: readonly (readonly [ancestor: Element, position: number])[];
  readonly box: Element | null;
  /** The place that the focus came from, if it moved into a box. */
  readonly opener: Place | undefined;
}

/**
 * Keeps the focus in the page: where the focused element is removed, hidden or disabled, browsers leave it nowhere, and
 * keyboard users start from the top. If its dialog, popover or panel was closed, the focus returns to where it came
 * from; otherwise the nearest control gets it. Code that moves the focus itself comes first.
 */
export function keepFocus(): void {
  let place: Place | undefined;
  let frames = 0;
  const follow = ({ activeElement }: Document) => {
    if (isFocusable(activeElement) && activeElement !== document.body) place = placeOf(activeElement, place);
  };
  // A frame without focus must not take it from its host page.
  const isLost = () => place && document.activeElement === document.body && document.hasFocus();
  // Effects of what was rendered run in a task after the next frame: the second one is after all of them.
  const check = () => {
    frames -= 1;
    if (!place || !isLost()) frames = 0;
    else if (frames > 0) later();
    // The viewer clicked beside it.
    else if (!isGone(place.element)) place = undefined;
    else restore(place);
  };
  const later = () => requestAnimationFrame(() => setTimeout(check));
  follow(document);
  document.addEventListener('focusin', () => follow(document));
  new MutationObserver(() => {
    if (frames === 0) later();
    frames = 2;
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}

const isFocusable = (element: Element | null): element is Focusable =>
  element instanceof HTMLElement || element instanceof SVGElement;

const isGone = (element: Element): boolean =>
  !element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled,[inert] *');

function placeOf(element: Focusable, before: Place | undefined): Place {
  const path: [Element, number][] = [];
  for (let inner: Element = element; inner.parentElement; inner = inner.parentElement)
    path.push([inner.parentElement, [...inner.parentElement.children].indexOf(inner)]);
  const box = element.closest(BOXES);
  let same = before;
  while (same && same.box !== box) same = same.opener;
  return { element, path, box, opener: same ? same.opener : box ? before : undefined };
}

/** Whether an element got the focus. */
function restore({ element, path, box, opener }: Place): boolean {
  if (box && opener && isGone(box)) return restore(opener);
  return takesFocus(element) || path.some(([ancestor, position]) => focusNear(ancestor, position));
}

/** Focuses the first control from this position on, or else the last one before. */
function focusNear(ancestor: Element, position: number): boolean {
  const around = [...ancestor.children];
  return (
    around.slice(position).flatMap(controlsIn).some(takesFocus) ||
    around.slice(0, position).flatMap(controlsIn).toReversed().some(takesFocus)
  );
}

const controlsIn = (element: Element): readonly Element[] => [
  ...(element.matches(CONTROLS) ? [element] : []),
  ...element.querySelectorAll(CONTROLS),
];

/** Browsers refuse to focus what is hidden, disabled, inert or no longer in the page. */
function takesFocus(element: Element): boolean {
  if (!isFocusable(element)) return false;
  element.focus();
  return document.activeElement === element;
}
