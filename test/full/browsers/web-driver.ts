/**
 * The commands of WebDriver (W3C) that journeys need. WebKitWebDriver takes them as HTTP requests, Firefox as messages of
 * Marionette, the protocol behind geckodriver: the parameters and results are the same (ADR 275).
 */
export const COMMANDS = {
  setTimeouts: { method: 'POST', path: 'timeouts', marionette: 'WebDriver:SetTimeouts' },
  navigate: { method: 'POST', path: 'url', marionette: 'WebDriver:Navigate' },
  switchToFrame: { method: 'POST', path: 'frame', marionette: 'WebDriver:SwitchToFrame' },
  execute: { method: 'POST', path: 'execute/async', marionette: 'WebDriver:ExecuteAsyncScript' },
  click: { method: 'POST', path: 'element/:id/click', marionette: 'WebDriver:ElementClick' },
  sendKeys: { method: 'POST', path: 'element/:id/value', marionette: 'WebDriver:ElementSendKeys' },
  performActions: { method: 'POST', path: 'actions', marionette: 'WebDriver:PerformActions' },
  screenshot: { method: 'GET', path: 'screenshot', marionette: 'WebDriver:TakeScreenshot' },
} as const;

export type Command = keyof typeof COMMANDS;

export interface StartOptions {
  /** Rejects cookies of frames whose site is not that of the page. */
  readonly blocksThirdParties: boolean;
}

export interface WebDriver {
  /** The browser with its version. */
  readonly name: string;
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): Promise<void>;
}

/** An error that the browser returned; `code` is one of those of WebDriver §6.6. */
export class WebDriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** No command of a journey takes longer, even on a busy machine. */
export const COMMAND_MS = 90_000;

/** How long scripts and pages may take. */
export const TIMEOUTS = { script: 60_000, pageLoad: 60_000, implicit: 0 };
