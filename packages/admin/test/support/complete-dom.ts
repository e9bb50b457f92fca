/** The globals of a page. */
export type PageGlobals = typeof globalThis;

/** The width that everything in the page has. */
const WIDTH = 900;

/**
 * Adds what happy-dom lacks and the app relies on: modal dialogs that take the focus, popovers, sizes, and links that
 * leave the app, which are not followed.
 */
export function completeDom(page: PageGlobals): void {
  addDialogs(page);
  addPopovers(page);
  addSizes(page);
  addSelection(page);
  addStyles(page);
  page.scrollTo = () => {};
  page.addEventListener('click', (event) => {
    if (event.target instanceof page.Element && event.target.closest('a[href]')) event.preventDefault();
  });
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** What Tab reaches, in order. */
export function focusableIn(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => isVisible(element) && !element.matches(':disabled, [tabindex="-1"]'),
  );
}

/** Whether nothing around an element hides it by markup: there are no styles. */
export function isVisible(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (each.matches('[hidden], dialog:not([open]), [popover]:not([data-open]), input[type=hidden]'))
      return false;
    const parent = each.parentElement;
    if (parent?.matches('details:not([open])') && each.tagName !== 'SUMMARY') return false;
  }
  return element.isConnected;
}

/** The modal dialog on top, outside of which nothing can be used. */
export function topDialog(document: Document): HTMLElement | undefined {
  const open = [...document.querySelectorAll<HTMLElement>('dialog[data-modal]')].filter(isVisible);
  return open.sort((a, b) => Number(a.dataset.modal) - Number(b.dataset.modal)).at(-1);
}

function addDialogs({ HTMLDialogElement: { prototype }, Event, document }: PageGlobals): void {
  let opened = 0;
  prototype.showModal = function showModal() {
    if (this.open) return;
    opened += 1;
    this.dataset.modal = String(opened);
    this.open = true;
    const [first] = focusableIn(this);
    (this.querySelector<HTMLElement>('[autofocus]') ?? first)?.focus();
  };
  prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    delete this.dataset.modal;
    this.dispatchEvent(new Event('close'));
  };
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const popover = document.querySelector<HTMLElement>('[popover][data-open]');
    const dialog = document.defaultView && topDialog(document);
    if (popover) popover.hidePopover();
    else if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) prototype.close.call(dialog);
  });
}

function addPopovers({ HTMLElement: { prototype }, Event }: PageGlobals): void {
  const toggle = (box: HTMLElement, newState: 'open' | 'closed') => {
    if (newState === 'open') box.dataset.open = '';
    else delete box.dataset.open;
    box.dispatchEvent(Object.assign(new Event('toggle'), { newState }));
  };
  prototype.showPopover = function showPopover() {
    if (!('open' in this.dataset)) toggle(this, 'open');
  };
  prototype.hidePopover = function hidePopover() {
    if ('open' in this.dataset) toggle(this, 'closed');
  };
  prototype.togglePopover = function togglePopover() {
    toggle(this, 'open' in this.dataset ? 'closed' : 'open');
    return 'open' in this.dataset;
  };
}

/** Selecting a text focuses its field, as in browsers. */
function addSelection({ HTMLInputElement: { prototype } }: PageGlobals): void {
  const { select } = prototype;
  prototype.select = function selectAndFocus() {
    this.focus();
    select.call(this);
  };
}

const INLINE = 'a, abbr, b, button, code, del, em, i, input, ins, kbd, label, select, span, strong, svg';

/** There are no styles, and computing them takes happy-dom most of a test: elements are displayed as browsers do by default. */
function addStyles(page: PageGlobals): void {
  const styleOf = (display: string) => {
    const { style } = page.document.createElement('span');
    style.display = display;
    return style;
  };
  const styles = { none: styleOf('none'), inline: styleOf('inline'), block: styleOf('block') };
  page.getComputedStyle = (element) =>
    styles[!isVisible(element) ? 'none' : element.matches(INLINE) ? 'inline' : 'block'];
}

function addSizes(page: PageGlobals): void {
  for (const name of ['clientWidth', 'clientHeight', 'offsetWidth', 'offsetHeight'])
    Object.defineProperty(page.HTMLElement.prototype, name, { get: () => WIDTH });
  page.ResizeObserver = class {
    readonly #report: ResizeObserverCallback;
    constructor(report: ResizeObserverCallback) {
      this.#report = report;
    }
    observe(target: Element) {
      const contentRect = new page.DOMRect(0, 0, WIDTH, WIDTH);
      const size = [{ inlineSize: WIDTH, blockSize: WIDTH }];
      const sizes = { borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size };
      this.#report([{ target, contentRect, ...sizes }], this);
    }
    unobserve() {}
    disconnect() {}
  };
}
