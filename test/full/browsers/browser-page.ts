import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../support/time/eventually.ts';
import { type WebDriver, WebDriverError } from './web-driver.ts';

/** WebDriver §11: the key under which a script returns an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Errors of a page that is still loading, moving or being replaced. */
const PASSING = [
  'element click intercepted',
  'element not interactable',
  'no such element',
  'no such frame',
  'no such window',
  'stale element reference',
];

/** The first visible element that matches; `text` is all of its text or its label, or a part of it as a pattern. */
export interface Target {
  readonly css: string;
  readonly text?: string | RegExp;
}

/** A document: that of the page or of a frame in it. */
export interface View {
  /** Runs a function in the document and returns its result, which has to be JSON. It sees nothing outside of itself. */
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Waits until the function returns something truthy in the document, and returns that. */
  waitFor<Args extends readonly unknown[], Result>(
    condition: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<NonNullable<Result>>;
  waitForElement(target: Target): Promise<void>;
  click(target: Target): Promise<void>;
  /** Replaces the text of a field. */
  fill(target: Target, text: string): Promise<void>;
  press(target: Target, key: string): Promise<void>;
}

export interface BrowserPage extends View {
  open(url: string): Promise<void>;
  frame(index: number): View;
  screenshot(): Promise<Buffer>;
}

/** The page of a browser. Its methods are called one after the other: a WebDriver session is in one frame at a time. */
export function browserPage(driver: WebDriver): BrowserPage {
  return {
    ...viewOf(driver, undefined),
    open: async (url) => {
      await driver.send('switchToFrame', { id: null });
      await driver.send('navigate', { url });
    },
    frame: (index) => viewOf(driver, index),
    screenshot: async () => {
      await driver.send('switchToFrame', { id: null });
      return Buffer.from(String(await driver.send('screenshot')), 'base64');
    },
  };
}

function viewOf(driver: WebDriver, frame: number | undefined): View {
  const run = async (source: string, args: readonly unknown[]): Promise<unknown> => {
    await driver.send('switchToFrame', { id: null });
    if (frame !== undefined) await driver.send('switchToFrame', { id: frame });
    const result = (await driver.send('execute', { script: SCRIPT(source), args })) as {
      value?: unknown;
      error?: string;
    } | null;
    if (result === null) throw new WebDriverError('no such window', 'The document was replaced.');
    if (result.error !== undefined) throw new Error(`In the page: ${result.error}`);
    return result.value;
  };
  const withElement = (target: Target, act: (id: string) => Promise<unknown>): Promise<unknown> =>
    persist(JSON.stringify(target, patternsAsText), async () => {
      const { css, text } = target;
      const pattern = text instanceof RegExp ? text.source : null;
      const element = await run(String(findElement), [
        css,
        pattern === null ? (text ?? null) : null,
        pattern,
      ]);
      if (!element) return false;
      await act((element as Record<string, string>)[ELEMENT] ?? '');
      return true;
    });
  const view: View = {
    evaluate: <Args extends readonly unknown[], Result>(
      fn: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ) => run(String(fn), args) as Promise<Result>,
    waitFor: <Args extends readonly unknown[], Result>(
      fn: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ) => persist(String(fn), () => run(String(fn), args)) as Promise<NonNullable<Result>>,
    waitForElement: async (target) => {
      await withElement(target, async () => {});
    },
    click: async (target) => {
      await withElement(target, (id) => driver.send('click', { id }));
    },
    fill: async (target, text) => {
      await withElement(target, async (id) => {
        await driver.send('execute', { script: SCRIPT(String(selectText)), args: [{ [ELEMENT]: id }] });
        await driver.send('sendKeys', { id, text });
      });
    },
    press: async (target, key) => {
      // Not `sendKeys`: WebKitWebDriver has it for fields only.
      await withElement(target, async (id) => {
        await driver.send('execute', {
          script: SCRIPT(String((element: HTMLElement) => element.focus())),
          args: [{ [ELEMENT]: id }],
        });
        const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }));
        await driver.send('performActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
      });
    },
  };
  return view;
}

/** A script that rejects would end as a timeout: its error is returned instead. */
const SCRIPT = (source: string) => `const done = arguments[arguments.length - 1];
  (async (...args) => (${source})(...args))(...[...arguments].slice(0, -1)).then(
    (value) => done({ value: value === undefined ? null : value }),
    (error) => done({ error: String(error) }));`;

function findElement(css: string, text: string | null, pattern: string | null): Element | undefined {
  return [...document.querySelectorAll<HTMLElement>(css)].find((element) => {
    // The options of a list that is closed are not visible and can be clicked all the same.
    if (!element.matches('option') && !element.checkVisibility()) return false;
    const shown = element.ariaLabel ?? (element.textContent ?? '').trim();
    if (pattern !== null) return new RegExp(pattern).test(shown);
    return text === null || shown === text;
  });
}

/** Keys that are sent to a field which has the focus replace its selection. */
function selectText(field: HTMLInputElement): void {
  field.focus();
  field.select();
}

/** Tries again until there is a result, through the errors of a page that is changing. */
async function persist(what: string, attempt: () => Promise<unknown>): Promise<unknown> {
  const deadline = Date.now() + PATIENCE_MS;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const result = await attempt();
      if (result) return result;
    } catch (error) {
      if (!(error instanceof WebDriverError) || !PASSING.includes(error.code)) throw error;
      last = error;
    }
    await sleep(100);
  }
  throw new Error(`Waited in vain for ${what}`, { cause: last });
}

const patternsAsText = (_: string, value: unknown) => (value instanceof RegExp ? String(value) : value);
