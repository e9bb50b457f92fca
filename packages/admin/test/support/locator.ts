import assert, { AssertionError } from 'node:assert/strict';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { isVisible, type PageGlobals, topDialog } from './complete-dom.ts';
import { press } from './press.ts';

/** A text contains a string, ignoring case, equals it where `exact`, or matches an expression. */
type Wanted = string | RegExp;

interface NameOptions {
  readonly exact?: boolean;
}

interface RoleOptions extends NameOptions {
  readonly name?: Wanted;
  /** Of a heading. */
  readonly level?: number;
}

/** Finds elements the way people do, each time it is used; actions wait for exactly one that can be used. */
/** As in Playwright: a focused button that disables itself keeps the focus and says so with ARIA alone. */
const DISABLED = ':disabled, [aria-disabled="true"]';

export interface Locator {
  readonly getByRole: (role: string, options?: RoleOptions) => Locator;
  readonly getByLabel: (label: Wanted, options?: NameOptions) => Locator;
  readonly getByText: (text: Wanted, options?: NameOptions) => Locator;
  readonly locator: (selector: string) => Locator;
  readonly withText: (text: Wanted) => Locator;
  readonly first: () => Locator;
  readonly last: () => Locator;
  /** Waits until there is one. */
  readonly waitFor: () => Promise<void>;
  /** Waits until there is none. */
  readonly waitForNone: () => Promise<void>;
  readonly click: () => Promise<void>;
  readonly fill: (text: string) => Promise<void>;
  readonly check: () => Promise<void>;
  readonly uncheck: () => Promise<void>;
  /** By its label or its value. */
  readonly selectOption: (option: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly focus: () => Promise<void>;
  readonly setFiles: (...files: readonly File[]) => Promise<void>;
  /** These read what is there now: use them inside of `eventually`. */
  readonly element: () => HTMLElement;
  readonly count: () => number;
  readonly value: () => string;
  readonly text: () => string;
  readonly texts: () => readonly string[];
  readonly isFocused: () => boolean;
  readonly isChecked: () => boolean;
  readonly isDisabled: () => boolean;
  /** Texts that screen readers read out with a control: its error, then its hint. */
  readonly descriptions: () => readonly string[];
}

export function locate(page: PageGlobals, find: () => readonly HTMLElement[], says: string): Locator {
  const { document, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = page;
  const among = (more: string, choose: (found: readonly HTMLElement[]) => readonly HTMLElement[]) =>
    locate(page, () => choose(find()), `${says} ${more}`.trim());
  const inside = (found: readonly HTMLElement[], selector = '*') => [
    ...new Set(found.flatMap((each) => [...each.querySelectorAll<HTMLElement>(selector)])),
  ];
  const element = () => {
    const found = find();
    const [only] = found;
    if (only && found.length === 1) return only;
    const shown = topDialog(document) ?? document.querySelector('#view') ?? document.body;
    const message = `${found.length} elements instead of one: ${says}\nThe page shows: ${plain(shown.textContent)}`;
    throw new AssertionError({ message });
  };
  const usable = () =>
    eventually(() => {
      const only = element();
      const dialog = topDialog(document);
      assert.ok(!dialog || dialog.contains(only), `behind a dialog: ${says}`);
      assert.ok(!only.matches(DISABLED), `disabled: ${says}`);
      return only;
    });
  const control = (found: HTMLElement) => {
    assert.ok(
      found instanceof HTMLInputElement ||
        found instanceof HTMLTextAreaElement ||
        found instanceof HTMLSelectElement,
      `not a control: ${says}`,
    );
    return found;
  };
  const change = (found: HTMLElement) => {
    found.dispatchEvent(new page.InputEvent('input', { bubbles: true }));
    found.dispatchEvent(new page.Event('change', { bubbles: true }));
  };
  const checkbox = (found: HTMLElement) => {
    assert.ok(found instanceof HTMLInputElement, `not a checkbox: ${says}`);
    return found;
  };
  const setChecked = async (isChecked: boolean) => {
    const found = checkbox(await usable());
    if (found.checked !== isChecked) found.click();
  };
  return {
    getByRole: (role, { name, level, exact = false } = {}) =>
      among(`${role} ${name ?? ''}`, (found) =>
        inside(found).filter(
          (each) =>
            getRole(each) === role &&
            isVisible(each) &&
            (level === undefined || each.tagName === `H${level}`) &&
            (name === undefined || isLike(computeAccessibleName(each), name, exact)),
        ),
      ),
    getByLabel: (label, { exact = false } = {}) =>
      among(`labeled ${label}`, (found) =>
        inside(found, 'input, select, textarea, [aria-label], [aria-labelledby]').filter(
          (each) => isVisible(each) && isLike(computeAccessibleName(each), label, exact),
        ),
      ),
    getByText: (text, { exact = false } = {}) =>
      among(`with the text ${text}`, (found) => {
        const matching = [...found, ...inside(found)].filter((each) => isLike(each.textContent, text, exact));
        const parents = new Set(matching.map((each) => each.parentElement));
        return matching.filter((each) => !parents.has(each) && isVisible(each));
      }),
    locator: (selector) => among(selector, (found) => inside(found, selector).filter(isVisible)),
    withText: (text) =>
      among(`with ${text}`, (found) => found.filter((each) => isLike(each.textContent, text, false))),
    first: () => among('(first)', (found) => found.slice(0, 1)),
    last: () => among('(last)', (found) => found.slice(-1)),
    waitFor: async () => {
      await eventually(element);
    },
    waitForNone: () => eventually(() => assert.equal(find().length, 0, `still there: ${says}`)),
    click: async () => {
      const found = await usable();
      found.dispatchEvent(new page.MouseEvent('mousedown', { bubbles: true, cancelable: true }));
      found.closest<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')?.focus();
      found.click();
    },
    fill: async (text) => {
      const found = control(await usable());
      found.focus();
      found.value = text;
      change(found);
    },
    check: () => setChecked(true),
    uncheck: () => setChecked(false),
    selectOption: async (option) => {
      const found = await eventually(() => {
        const select = element();
        assert.ok(select instanceof HTMLSelectElement, `not a list: ${says}`);
        const chosen = [...select.options].find(
          ({ value, text }) => value === option || text.trim() === option,
        );
        assert.ok(chosen, `no option ${option}: ${says}`);
        return { select, value: chosen.value };
      });
      await usable();
      found.select.focus();
      found.select.value = found.value;
      change(found.select);
    },
    press: async (key) => {
      (await usable()).focus();
      press(page, key);
    },
    focus: async () => (await usable()).focus(),
    setFiles: async (...files) => {
      const found = await usable();
      Object.defineProperty(found, 'files', { value: files, configurable: true });
      found.dispatchEvent(new page.Event('change', { bubbles: true }));
    },
    element,
    count: () => find().length,
    value: () => control(element()).value,
    text: () => plain(element().textContent),
    texts: () => find().map(({ textContent }) => plain(textContent)),
    isFocused: () => document.activeElement === element(),
    isChecked: () => checkbox(element()).checked,
    isDisabled: () => element().matches(DISABLED),
    descriptions: () =>
      (element().getAttribute('aria-describedby') ?? '')
        .split(' ')
        .filter(Boolean)
        .map((id) => plain(document.getElementById(id)?.textContent ?? '')),
  };
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function isLike(text: string, wanted: Wanted, exact: boolean): boolean {
  if (wanted instanceof RegExp) return wanted.test(plain(text));
  return exact ? plain(text) === wanted : plain(text).toLowerCase().includes(wanted.toLowerCase());
}
