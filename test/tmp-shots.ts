import { saveData, signInOn } from './support/admin/admin-page.ts';
import { openBrowser } from './support/browser/open-browser.ts';
import { sqliteStore, startInlay } from './support/server/start-inlay.ts';

const AT = '2026-11-19T10:00:00.000Z';
const logo =
  'data:image/svg+xml;base64,' +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path fill="#f25022" d="M1 1h9v9H1z"/><path fill="#7fba00" d="M11 1h9v9h-9z"/><path fill="#00a4ef" d="M1 11h9v9H1z"/><path fill="#ffb900" d="M11 11h9v9h-9z"/></svg>',
  ).toString('base64');
const base = (id: string, extra = {}) => ({
  id,
  name: 'Company',
  logo: null,
  issuer: 'https://login.example.com/realms/company',
  clientId: 'inlay',
  scopes: ['profile', 'email'],
  usernameClaim: 'preferred_username',
  createUsers: false,
  linkByEmail: false,
  roles: [],
  groups: [],
  workspaces: [],
  signOutAtProvider: false,
  hasClientSecret: true,
  isEnabled: false,
  test: null,
  isTested: false,
  redirectUri: `https://analytics.example.com/admin/session/providers/${id}/callback`,
  postLogoutRedirectUri: 'https://analytics.example.com/admin',
  backchannelLogoutUri: `https://analytics.example.com/admin/session/providers/${id}/backchannel-logout`,
  createdAt: AT,
  updatedAt: AT,
  ...extra,
});
const passed = {
  at: AT,
  passed: true,
  checks: ['discovery', 'authorization', 'token', 'id-token', 'claims', 'account'].map((name) => ({
    name,
    passed: true,
    reason: null,
  })),
  claims: {
    iss: 'https://login.microsoftonline.com/2f0d…/v2.0',
    sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    preferred_username: 'ann@acme.example',
    name: 'Ann Miller',
    roles: '["Analytics.Admin"]',
  },
  account: {
    outcome: 'is created',
    username: 'ann@acme.example',
    role: 'content-author',
    groups: ['emea'],
    workspaceId: 'main',
  },
};
const failed = {
  at: AT,
  passed: false,
  checks: [
    { name: 'discovery', passed: true, reason: null },
    { name: 'authorization', passed: true, reason: null },
    {
      name: 'token',
      passed: false,
      reason:
        'The provider refused the client ID or secret (invalid_client). Enter the secret again; at Keycloak, it is under Clients → inlay → Credentials.',
    },
  ],
  claims: {},
  account: null,
};
const providers = [
  base('entra-id', {
    name: 'Acme',
    logo,
    issuer: 'https://login.microsoftonline.com/2f0d2c57-8f5c-4f0e-9d3e-3c2d5b0c1a11/v2.0',
    isEnabled: true,
    isTested: true,
    test: passed,
    createUsers: true,
    roles: [
      {
        when: { context: 'attributes.roles', operator: 'in', values: ['Analytics.Admin'] },
        role: 'administrator',
      },
      {
        when: {
          and: [
            { context: 'attributes.roles', operator: 'in', values: ['Analytics.Author', 'Analytics.Editor'] },
            { context: 'attributes.email', operator: 'is-set' },
          ],
        },
        role: 'content-author',
      },
    ],
    groups: [{ when: null, groups: ['emea'] }],
    workspaces: [{ when: null, workspaceId: 'main' }],
  }),
  base('keycloak', { name: 'Keycloak', test: failed, linkByEmail: true }),
  base('okta', { name: 'Okta', issuer: 'https://acme.okta.com', isTested: true, test: passed }),
  base('google', { name: 'Google Workspace', issuer: 'https://accounts.google.com', test: passed }),
];
const store = await sqliteStore();
const inlay = await startInlay(store);
const browser = await openBrowser();
const only = process.argv[2];
const shots: [
  string,
  string,
  {
    options?: object;
    dark?: boolean;
    phone?: boolean;
    locale?: string;
    out?: boolean;
    act?: (page: import('playwright-core').Page) => Promise<void>;
  }?,
][] = [
  ['list', '/sign-in'],
  ['list-phone', '/sign-in', { phone: true }],
  ['list-dark', '/sign-in', { dark: true }],
  ['list-de', '/sign-in', { locale: 'de-DE' }],
  ['new', '/sign-in/providers/new'],
  ['new-phone', '/sign-in/providers/new', { phone: true }],
  ['new-entra', '/sign-in/providers/new?preset=entra'],
  ['new-other', '/sign-in/providers/new?preset=other'],
  ['new-google-phone', '/sign-in/providers/new?preset=google', { phone: true }],
  ['entra', '/sign-in/providers/entra-id'],
  ['entra-phone', '/sign-in/providers/entra-id', { phone: true }],
  ['entra-dark', '/sign-in/providers/entra-id', { dark: true }],
  ['entra-de', '/sign-in/providers/entra-id', { locale: 'de-DE' }],
  ['keycloak', '/sign-in/providers/keycloak'],
  ['keycloak-dark-phone', '/sign-in/providers/keycloak', { dark: true, phone: true }],
  ['okta', '/sign-in/providers/okta'],
  ['google', '/sign-in/providers/google'],
  [
    'delete',
    '/sign-in/providers/entra-id',
    { act: (page) => page.getByRole('button', { name: 'Delete…' }).click() },
  ],
  ['fail', '?sign-in-failed=not-linked', { out: true }],
  ['fail-phone', '?sign-in-failed=misconfigured', { out: true, phone: true }],
  ['fail-dark', '?sign-in-failed=expired', { out: true, dark: true }],
  ['fail-de', '?sign-in-failed=no-account', { out: true, locale: 'de-DE' }],
];
for (const [name, path, { dark, phone, locale, out, act } = {}] of shots) {
  if (only && !new RegExp(only).test(name)) continue;
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    locale: locale ?? 'en-US',
  });
  const page = await context.newPage();
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(name, m.text()));
  page.on('pageerror', (e) => console.log(name, e.message));
  await saveData(page);
  const list = (all: readonly object[]) => ({
    json: { data: all, meta: { page: 1, limit: 20, total: all.length, lastPage: 1 } },
  });
  await page.route('**/api/v0/identity-providers*', (route) => route.fulfill(list(providers)));
  await page.route('**/api/v0/groups*', (route) =>
    route.fulfill(
      list([
        { id: 'emea', name: 'Sales EMEA', createdAt: AT, updatedAt: AT },
        { id: 'us', name: 'Sales US', createdAt: AT, updatedAt: AT },
      ]),
    ),
  );
  await page.route('**/api/v0/identity-providers/*', (route) =>
    route.fulfill({ json: providers.find(({ id }) => route.request().url().endsWith(id)) }),
  );
  await page.route('**/admin/session/options', (route) =>
    route.fulfill({
      json: {
        passwords: true,
        passkeys: false,
        passwordReset: false,
        providers: providers.slice(0, 2).map(({ id, name, logo }) => ({ id, name, logo })),
      },
    }),
  );
  if (act)
    await page.route('**/api/v0/sign-in-settings', (route) =>
      route.fulfill({
        json: { passwords: false, secondFactorRoles: [], sessionHours: 12, idleMinutes: null },
      }),
    );
  await page.goto(`${inlay.url}/admin${path}`);
  if (!out) {
    await signInOn(page);
    await page.locator('#view h1').waitFor();
    await page.locator('.ui-card, .app-card').first().waitFor();
    await page.waitForTimeout(300);
  } else await page.getByRole('alert').waitFor();
  await act?.(page);
  await page.waitForTimeout(250);
  const height = await page.evaluate(() =>
    Math.max(document.documentElement.scrollHeight, document.querySelector('#view')?.scrollHeight ?? 0),
  );
  if (!act) await page.setViewportSize({ width: phone ? 390 : 1280, height: Math.min(4200, height + 40) });
  await page.screenshot({ path: `/tmp/shots/${name}.png` });
  console.log(name, 'overflow', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  await context.close();
}
await browser.close();
await inlay.close();
await store.drop();
