import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { contentClient, dashboardOf, storyOf, TILE } from '../content/content-client.ts';
import { dataClient } from '../data/data-client.ts';
import type { TestInlay } from '../server/start-inlay.ts';
import { forgedSaml } from '../sign-in/saml-responses.ts';
import { selfSignedCertificate } from '../sign-in/self-signed-certificate.ts';

/** Addresses of every screen, in this world. */
export const ADMIN_SCREENS = [
  '/embed-settings',
  '/embed-settings/check-token',
  '/embed-settings/server-code',
  '/embed-settings/security',
  '/embeds',
  '/embeds/sales-overview',
  '/users',
  '/users?new=1',
  '/users/import',
  '/groups',
  '/groups/emea',
  '/themes',
  '/themes/new',
  '/themes/acme',
  '/workspaces',
  '/workspaces/main',
  '/api-keys',
  '/settings',
  '/sign-in',
  '/sign-in/providers/new',
  '/sign-in/providers/new?preset=entra',
  '/sign-in/providers/new?preset=saml',
  '/sign-in/providers/company',
  '/sign-in/providers/partner',
  '/email',
  '/account',
  '/reports',
  '/reports/weekly',
  '/reports/deliveries',
  '/reports/destinations',
  '/reports/destinations?new=1',
  '/reports/settings',
  '/usage',
  '/audit',
  '/apps',
  '/apps?new=1',
  '/apps/sales',
  '/apps/sales?edit=1',
  '/apps/sales?tab=tiles',
  '/apps/sales?tab=stories',
  '/apps/sales/tiles/new',
  '/apps/sales/tiles/revenue',
  '/apps/sales/stories/new',
  '/apps/sales/stories/review',
  '/apps/sales/dashboards/overview',
  '/embeds?new=dashboard&target=overview',
  '/embeds/sales-overview/preview',
  '/connections',
  '/connections/new',
  '/connections/new?kind=postgres',
  '/connections/files',
  '/files',
  '/start',
  '/model',
  '/datasets',
  '/datasets/new',
  '/datasets/regions',
  '/datasets/regions/measures',
  '/datasets/regions/rows',
  '/datasets/regions/source',
  '/datasets/regions/settings',
  '/nowhere',
];

/** One of everything that the admin app has a screen for. */
export async function makeAdminWorld(inlay: TestInlay, adminToken: string): Promise<void> {
  const admin = contentClient(inlay, adminToken);
  const data = dataClient(inlay.url, adminToken);
  await data.upload('regions.csv', 'region,people\nnorth,3\nsouth,4\n');
  await data.upload('orders.csv', 'month,amount\n2026-01-01,3\n2026-02-01,4\n');
  const made = [
    ['connections', { id: 'files', name: 'Files', kind: 'duckdb' }],
    [
      'datasets',
      {
        id: 'regions',
        name: 'Regions',
        connectionId: 'files',
        source: { kind: 'sql', sql: 'SELECT * FROM regions' },
        measures: [{ name: 'rows', kind: 'count' }],
        rowRules: [
          {
            and: [
              { column: 'region', operator: 'in', values: { context: 'attributes.region' } },
              {
                or: [
                  { column: 'people', operator: 'between', from: 1, to: 9 },
                  { context: 'groups', operator: 'contains', value: 'x' },
                ],
              },
            ],
          },
        ],
        groupRules: [{ group: 'emea', rule: { all: true } }],
      },
    ],
    [
      'datasets',
      {
        id: 'orders',
        name: 'Orders',
        connectionId: 'files',
        source: { kind: 'file', file: 'orders' },
        measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
        segmented: false,
      },
    ],
    ['groups', { id: 'emea', name: 'Sales EMEA' }],
    [
      'identity-providers',
      {
        id: 'company',
        name: 'Company',
        issuer: 'https://login.example.com/realms/company',
        clientId: 'inlay',
        createUsers: true,
        roles: [
          {
            when: { context: 'attributes.realm_access.roles', operator: 'in', values: ['authors'] },
            role: 'content-author',
          },
        ],
        groups: [{ when: null, groups: ['emea'] }],
      },
    ],
    ['identity-providers', { id: 'partner', kind: 'saml', name: 'Partner', metadata: partnerMetadata() }],
    ['apps', { id: 'sales', title: 'Sales', workspaceId: 'main' }],
    [
      'report-destinations',
      {
        name: 'Sales channel',
        kind: 'slack',
        workspaceId: 'main',
        url: 'https://hooks.slack.com/services/T000/B000/x',
      },
    ],
    ['tiles', { id: 'revenue', appId: 'sales', ...TILE }],
    ['stories', { id: 'review', appId: 'sales', ...storyOf('revenue') }],
    ['dashboards', { id: 'overview', appId: 'sales', ...dashboardOf('revenue') }],
    [
      'embeds',
      {
        id: 'sales-overview',
        alias: 'overview',
        title: 'Sales overview',
        target: { kind: 'dashboard', id: 'overview' },
      },
    ],
  ] as const;
  const theme = { light: { accent: '#0b6e4f' }, dark: { accent: '#3fc08d' } };
  assert.equal((await admin('PUT', 'themes/acme', { body: theme })).status, 201);
  for (const [path, body] of made) {
    const { status, body: response } = await admin('POST', path, { body });
    assert.equal(status, 201, JSON.stringify(response));
  }
  const settings = { rights: 'stored-context' };
  assert.equal((await admin('PATCH', 'report-settings', { body: settings })).status, 200);
  await storeSubscription(inlay);
}

/** As a viewer has made it, whose last message could not be delivered. */
async function storeSubscription({ services: { store } }: TestInlay): Promise<void> {
  const viewer = 'ann@customer.example';
  const now = Date.now();
  const subscription = {
    id: 'weekly',
    kind: 'report',
    workspace_id: 'main',
    username: viewer,
    username_key: viewer,
    app_id: 'sales',
    embed_id: 'sales-overview',
    content_kind: 'dashboard',
    content_id: 'overview',
    tile_id: null,
    title: 'Sales on Mondays',
    settings: JSON.stringify(WEEKLY),
    status: 'active',
    reason: null,
    sealed_context: null,
    context_ends_at: now + 30 * DAY,
    revocation_epoch: 0,
    sealed_alert_state: null,
    version: 1,
    next_at: now + 3 * DAY,
    last_at: now - 4 * DAY,
    last_state: 'failed',
    last_reason: NO_SUCH_USER,
    last_code: 'delivery-failed',
    created_at: now - 30 * DAY,
    updated_at: now - 30 * DAY,
  } as const;
  const delivery = {
    id: 'delivery',
    subscription_id: 'weekly',
    kind: 'report',
    due_at: now - 4 * DAY,
    recipient: viewer,
    state: 'failed',
    attempts: 1,
    next_at: null,
    sealed: null,
    reason: NO_SUCH_USER,
    finished_at: now - 4 * DAY,
  } as const;
  await store.write(async (transaction) => {
    const own = transaction.tenant('demo' as TenantId);
    await own.insertInto('subscriptions', subscription).execute();
    await own.insertInto('report_jobs', delivery).execute();
  });
}

const DAY = 24 * 60 * 60_000;
const NO_SUCH_USER = 'The mail server refused the message: 550 No such user.';
const WEEKLY = {
  schedule: { every: 'week', weekday: 1, at: '08:30', timeZone: 'Europe/Berlin' },
  format: 'pdf',
  to: { kind: 'email', recipients: ['ann@customer.example'] },
  alert: null,
  state: {},
  variables: {},
  language: 'en',
  timeZone: 'Europe/Berlin',
};

/** With a certificate that has just expired, of which the admin app warns. */
function partnerMetadata(): string {
  const { privateKey, metadata } = forgedSaml();
  const keys = { publicKey: createPublicKey(privateKey), privateKey };
  return metadata([selfSignedCertificate(keys, { until: new Date() })]);
}
