import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses } from './fake-api.ts';

export const AT = '2026-05-04T10:00:00.000Z';

const FACTS = {
  state: 'draft',
  revision: 1,
  publishedVersion: null,
  comment: null,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
} as const;

export const SALES: Schemas['App'] = {
  id: 'sales',
  appId: 'sales',
  ...FACTS,
  title: 'Sales',
  workspaceId: 'main',
};

export const REVENUE: Schemas['Tile'] = {
  id: 'revenue',
  appId: 'sales',
  ...FACTS,
  title: 'Revenue by month',
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'month', grain: 'month' }], measures: ['revenue'] },
};

export const OVERVIEW: Schemas['Embed'] = {
  id: 'sales-overview',
  appId: 'sales',
  ...FACTS,
  title: 'Sales overview',
  alias: 'overview',
  target: { kind: 'tile', id: 'revenue' },
};

export const ORDERS: Schemas['Dataset'] = {
  id: 'orders',
  name: 'Orders',
  connectionId: 'files',
  workspaceId: null,
  version: 1,
  source: { kind: 'file', file: 'orders' },
  columns: [
    { name: 'month', type: 'date', label: 'Month' },
    { name: 'amount', type: 'integer', label: 'Amount' },
    { name: 'customer_id', type: 'integer', label: 'Customer id' },
  ],
  measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
  segmented: false,
  createdAt: AT,
  updatedAt: AT,
};

export const CUSTOMERS: Schemas['Dataset'] = {
  ...ORDERS,
  id: 'customers',
  name: 'Customers',
  source: { kind: 'file', file: 'customers' },
  columns: [
    { name: 'id', type: 'integer', label: 'Id' },
    { name: 'name', type: 'string', label: 'Name' },
  ],
  measures: [],
};

export const FILES: Schemas['Connection'] = {
  id: 'files',
  name: 'Files',
  kind: 'duckdb',
  hasPassword: false,
  allowed: null,
  reads: [],
  version: 1,
  createdAt: AT,
  updatedAt: AT,
  host: null,
  port: null,
  database: null,
  user: null,
  tls: 'verified',
  certificateAuthority: null,
};

export const WAREHOUSE: Schemas['Connection'] = {
  ...FILES,
  id: 'warehouse',
  name: 'Warehouse',
  kind: 'postgres',
  hasPassword: true,
  host: 'db.example.com',
  database: 'shop',
  user: 'reader',
};

export const EMBED_SETTINGS: Schemas['EmbedAuthSettings'] = {
  tenantId: 'acme',
  clientId: 'acme-client',
  sub: 'acme-client',
  iss: 'https://acme.example',
  aud: 'https://inlay.test/api/auth/realms/acme',
  tokenEndpoint: 'https://inlay.test/api/auth/realms/acme/protocol/openid-connect/token',
  hasSecret: false,
  secretCreatedAt: null,
  formerSecretUntil: null,
  signature: null,
  replayProtection: true,
  maxTokenSeconds: 300,
  allowedOrigins: [],
};

const textField = (name: string, label: string): Schemas['ConnectionField'] => ({
  name,
  label,
  help: null,
  required: true,
  default: null,
  placeholder: null,
  minimum: null,
  maximum: null,
  choices: null,
  onlyIf: null,
  readsContext: false,
  type: 'text',
});

const ENGINES: readonly Schemas['Engine'][] = [
  {
    name: 'duckdb',
    label: 'Files',
    about: 'Uploaded files',
    example: '',
    readsFiles: true,
    sql: { highlighting: 'postgresql', quote: '"' },
    fields: [],
  },
  {
    name: 'postgres',
    label: 'PostgreSQL',
    about: 'A database',
    example: 'SELECT 1',
    readsFiles: false,
    sql: { highlighting: 'postgresql', quote: '"' },
    fields: [
      textField('host', 'Host'),
      {
        ...textField('port', 'Port'),
        type: 'integer',
        default: 5432,
        required: false,
        minimum: 1,
        maximum: 65_535,
      },
      textField('database', 'Database'),
      textField('user', 'User'),
      { ...textField('password', 'Password'), type: 'secret', required: false },
    ],
  },
];

const SAMPLE_CONTEXT: Schemas['SampleContext'] = {
  workspace_id: 'main',
  roles: ['USER'],
  privileges: { sales: ['view'] },
  attributes: {},
};

const USAGE: Schemas['Usage'] = {
  days: [],
  refusals: [],
  embeds: [],
  datasets: [],
  firstExchangeAt: null,
  firstViewAt: null,
};

/** One of most things that the admin app has a screen for. */
export const sampleWorld = {
  'GET /apps': () => list(SALES),
  'GET /apps/{id}': () => SALES,
  'GET /apps/{id}/datasets': () => list(),
  'GET /apps/{id}/phrases': () => ({ phrases: ['Revenue by month', 'Tea'] }),
  'GET /apps/{id}/sample-context': () => SAMPLE_CONTEXT,
  'GET /apps/{id}/versions': () => list(),
  'GET /tiles': () => list(REVENUE),
  'GET /tiles/{id}': () => REVENUE,
  'GET /tiles/{id}/versions': () => list(),
  'GET /stories': () => list(),
  'POST /stories/preview': () => ({ html: '' }),
  'GET /dashboards': () => list(),
  'GET /dashboards/{id}/unpublished-tiles': () => ({ tiles: [] }),
  'GET /stories/{id}/unpublished-tiles': () => ({ tiles: [] }),
  'GET /embeds': () => list(OVERVIEW),
  'GET /embeds/{id}/sample-context': () => SAMPLE_CONTEXT,
  'GET /embeds/{id}': () => OVERVIEW,
  'GET /embeds/{id}/versions': () => list(),
  'GET /connections': () => list(FILES, WAREHOUSE),
  'GET /connections/{id}': ({ path: { id } }) => (id === 'files' ? FILES : WAREHOUSE),
  'GET /connections/{id}/tables': () => list(),
  'GET /engines': () => list(...ENGINES),
  'GET /datasets': () => list(ORDERS, CUSTOMERS),
  'GET /datasets/{id}': ({ path: { id } }) => (id === 'orders' ? ORDERS : CUSTOMERS),
  'GET /datasets/{id}/usage': () => ({ ...list(), datasets: [] }),
  'GET /embed-settings': () => EMBED_SETTINGS,
  'GET /usage': () => USAGE,
  'GET /quotas': () => ({ resetsAt: AT, quotas: [] }),
  'GET /workspaces': () => list({ id: 'main', name: 'Main', createdAt: AT, updatedAt: AT }),
} satisfies Responses;
