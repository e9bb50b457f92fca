import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { runInContext } from 'node:vm';
import { ALL_PERMISSIONS } from '@inlay/protocol/permission';
import type { SecondFactors } from '@inlay/protocol/second-factor';
import type { SignInOptions } from '@inlay/protocol/sign-in';
import { NO_TENANT_SETTINGS } from '@inlay/protocol/tenant-settings';
import { Window } from 'happy-dom';
import { appScript } from './app-script.ts';
import { axeFindings } from './axe-findings.ts';
import { completeDom, type PageGlobals, topDialog } from './complete-dom.ts';
import { type FakeApi, fakeApi, list, type Responses } from './fake-api.ts';
import { fakeXhr } from './fake-xhr.ts';
import { holdTimers } from './hold-timers.ts';
import { type Locator, locate } from './locator.ts';
import { press } from './press.ts';
import { SIGN_IN_SETTINGS } from './stored-sessions.ts';

export interface OpenApp extends Locator {
  readonly api: FakeApi;
  /** The globals of its page. */
  readonly page: PageGlobals;
  readonly press: (key: string) => Promise<void>;
  /** Types at the end of the control that has the focus. */
  readonly type: (text: string) => void;
  /** Below `/admin`, with the query. */
  readonly path: () => string;
  readonly file: (name: string, text: string, type?: string) => File;
  /** Runs the timers of a second and more that end in this time. */
  readonly advance: (ms: number) => void;
  /** Files that the page offered to save. */
  readonly downloads: readonly Download[];
  /** Nothing in the markup of what is shown breaks a rule of axe-core. */
  readonly assertAccessible: () => Promise<void>;
  /** What was copied. */
  readonly clipboard: () => Promise<string>;
}

interface Download {
  readonly name: string;
  readonly file: Blob | undefined;
}

interface Options {
  readonly isSignedIn?: boolean;
  readonly languages?: readonly string[];
  /** What an earlier page left in `localStorage`. */
  readonly storage?: Readonly<Record<string, string>>;
}

/**
 * Opens the admin app at a path below `/admin`, with an API that responds as the test says. Every test has a page of its
 * own, which shares no state with others; the test fails if the page logs an error or requests something else.
 */
export async function openApp(
  test: TestContext,
  path: string,
  responses: Responses = {},
  { isSignedIn = true, languages = ['en-US'], storage = {} }: Options = {},
): Promise<OpenApp> {
  const script = await appScript();
  const api = fakeApi({ ...defaults, ...responses });
  const window = new Window({
    url: `http://inlay.test/admin${path}`,
    width: 1280,
    height: 800,
    // Frames stay blank.
    settings: { navigation: { disableMainFrameNavigation: true }, enableIframePageLoading: true },
  });
  const page: PageGlobals = runInContext('globalThis', window);
  page.fetch = async (url, init = {}) => {
    const { method = 'GET', headers, body } = init;
    assert.ok(body === undefined || typeof body === 'string', 'only JSON is sent with fetch');
    return api.send({ method, url: String(url), headers: new Headers(headers), body });
  };
  Object.assign(page, { XMLHttpRequest: fakeXhr(api) });
  completeDom(page);
  const advance = holdTimers(page);
  const downloads = recordDownloads(page);
  Object.defineProperty(page.navigator, 'languages', { value: languages });
  // The files of other screens are not loaded in the background.
  Object.defineProperty(page.navigator, 'connection', { value: { saveData: true } });
  for (const [key, value] of Object.entries({ ...(isSignedIn && { 'inlay-session': '1' }), ...storage }))
    page.localStorage.setItem(key, value);
  page.document.body.innerHTML = '<div id="app"></div>';
  script.runInContext(window);
  test.after(async () => {
    const errors = window.happyDOM.virtualConsolePrinter.readAsString();
    await window.happyDOM.abort();
    assert.equal(errors, '', 'the page logs nothing');
    assert.deepEqual(api.unexpected, [], 'requests without a response');
  });
  const app = locate(page, () => [page.document.body], '');
  if (isSignedIn) await app.locator('#view h1').first().waitFor();
  return {
    ...app,
    api,
    page,
    press: async (key) => press(page, key),
    type: (text) => {
      for (const letter of text) press(page, letter);
    },
    advance,
    downloads,
    path: () => page.location.pathname.replace('/admin', '') + page.location.search,
    file: (name, text, type = 'text/csv') => new page.File([text], name, { type }),
    assertAccessible: async () => {
      const within = topDialog(page.document) ? 'dialog[data-modal]' : 'body';
      assert.deepEqual(await axeFindings(window, within), []);
    },
    clipboard: () => page.navigator.clipboard.readText(),
  };
}

function recordDownloads({ URL, HTMLAnchorElement: { prototype } }: PageGlobals): readonly Download[] {
  const downloads: Download[] = [];
  const files = new Map<string, Blob>();
  URL.createObjectURL = (file: Blob) => {
    const address = `blob:${files.size}`;
    files.set(address, file);
    return address;
  };
  const { click } = prototype;
  prototype.click = function recordedClick() {
    if (this.download) downloads.push({ name: this.download, file: files.get(this.href) });
    else click.call(this);
  };
  return downloads;
}

const NOW = '2026-05-04T10:00:00.000Z';

/** The administrator who is signed in. */
export const ADMIN = {
  id: 'admin',
  username: 'admin@inlay.test',
  email: null,
  firstName: null,
  lastName: null,
  roles: ['ADMIN'],
  adminRole: 'owner',
  groups: [],
  privileges: {},
  attributes: {},
  workspaceId: null,
  status: 'active',
  lastLoginAt: NOW,
  createdAt: NOW,
  updatedAt: NOW,
  permissions: ALL_PERMISSIONS,
  tenant: { id: 'main', name: 'Acme' },
} as const;

/** What the sign-in page of a tenant offers that changed nothing. */
export const PASSWORDS_ONLY: SignInOptions = {
  passwords: true,
  providers: [],
  passkeys: false,
  passwordReset: false,
};

/** Of somebody who signs in with a password only. */
export const NO_FACTORS: SecondFactors = {
  passkeys: [],
  totp: null,
  recoveryCodes: { left: 0 },
  isRequired: false,
};

/** An instance without content. */
const defaults: Responses = {
  'GET /me': () => ADMIN,
  'GET /me/second-factors': () => NO_FACTORS,
  'GET /me/sessions': () => list(),
  'GET /sign-in-settings': () => SIGN_IN_SETTINGS,
  'GET /admin/session/options': () => PASSWORDS_ONLY,
  'GET /apps': () => list(),
  'GET /audit-events': () => list(),
  'GET /connections': () => list(),
  'GET /datasets': () => list(),
  'GET /dashboards': () => list(),
  'GET /embeds': () => list(),
  'GET /embed-settings/known-attributes': () => ({ attributes: [] }),
  'GET /engines': () => list(),
  'GET /tenant-settings': () => NO_TENANT_SETTINGS,
  'GET /files': () => list(),
  'GET /files/imports': () => list(),
  'GET /groups': () => list(),
  'GET /stories': () => list(),
  'GET /themes': () => list(),
  'GET /tiles': () => list(),
  'GET /user-imports': () => list(),
  'GET /users': () => list(),
  'GET /workspaces': () => list(),
};
