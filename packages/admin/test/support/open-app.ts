import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { runInContext } from 'node:vm';
import { Window } from 'happy-dom';
import { appScript } from './app-script.ts';
import { completeDom, type PageGlobals } from './complete-dom.ts';
import { type FakeApi, fakeApi, list, type Responses } from './fake-api.ts';
import { fakeXhr } from './fake-xhr.ts';
import { type Locator, locate } from './locator.ts';
import { press } from './press.ts';

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
  /** What was copied. */
  readonly clipboard: () => Promise<string>;
}

interface Options {
  readonly isSignedIn?: boolean;
  readonly languages?: readonly string[];
}

/**
 * Opens the admin app at a path below `/admin`, with an API that responds as the test says. Every test has a page of its
 * own, which shares no state with others; the test fails if the page logs an error or requests something else.
 */
export async function openApp(
  test: TestContext,
  path: string,
  responses: Responses = {},
  { isSignedIn = true, languages = ['en-US'] }: Options = {},
): Promise<OpenApp> {
  const script = await appScript();
  const api = fakeApi({ ...defaults, ...responses });
  const window = new Window({ url: `http://inlay.test/admin${path}`, width: 1280, height: 800 });
  const page: PageGlobals = runInContext('globalThis', window);
  page.fetch = async (url, init = {}) => {
    const { method = 'GET', headers, body } = init;
    assert.ok(body === undefined || typeof body === 'string', 'only JSON is sent with fetch');
    return api.send({ method, url: String(url), headers: new Headers(headers), body });
  };
  Object.assign(page, { XMLHttpRequest: fakeXhr(api) });
  completeDom(page);
  Object.defineProperty(page.navigator, 'languages', { value: languages });
  // The files of other screens are not loaded in the background.
  Object.defineProperty(page.navigator, 'connection', { value: { saveData: true } });
  if (isSignedIn) page.localStorage.setItem('inlay-session', '1');
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
    path: () => page.location.pathname.replace('/admin', '') + page.location.search,
    file: (name, text, type = 'text/csv') => new page.File([text], name, { type }),
    clipboard: () => page.navigator.clipboard.readText(),
  };
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
  groups: [],
  privileges: {},
  attributes: {},
  workspaceId: null,
  status: 'active',
  lastLoginAt: NOW,
  createdAt: NOW,
  updatedAt: NOW,
  tenant: { id: 'main', name: 'Acme' },
} as const;

/** An instance without content. */
const defaults: Responses = {
  'GET /me': () => ADMIN,
  'GET /apps': () => list(),
  'GET /audit-events': () => list(),
  'GET /connections': () => list(),
  'GET /datasets': () => list(),
  'GET /embeds': () => list(),
  'GET /files': () => list(),
  'GET /files/imports': () => list(),
  'GET /groups': () => list(),
  'GET /themes': () => list(),
  'GET /user-imports': () => list(),
  'GET /users': () => list(),
  'GET /workspaces': () => list(),
};
