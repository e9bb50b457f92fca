import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import type { DataClient } from '../data/data-client.ts';
import { exchange, goodClaims, signJwt } from '../embeds/embed-client.ts';
import { logInAs } from '../http/api-client.ts';
import { type FakeTime, serverTime } from '../time/fake-time.ts';
import { ATTACKER, canary, shopDatasets, shopTables } from './isolation-shop-data.ts';
import { TENANTS, type Tenant } from './isolation-tables.ts';
import { type IsolatedTenants, startTenants } from './isolation-tenants.ts';

/** An officer has access to everything, an auditor to all columns of mallory's rows. */
export const VIEWERS = ['mallory', 'officer', 'auditor', 'victim'] as const;
export type Viewer = (typeof VIEWERS)[number];

/** Of each viewer who logs in. */
export const PASSWORD = 'a long enough password';

export interface Shop extends IsolatedTenants {
  /** Of an embed. */
  token(tenant: Tenant, viewer: Viewer): string;
  /** Of the same person as a user of the product, with the same groups, attributes and privileges. */
  login(tenant: Tenant, viewer: Viewer): string;
  /** Advances the clock, so that limits per minute do not depend on the speed of the run. */
  wait(ms: number): void;
}

/** The id of something of the shop on an engine: `duckdb-orders`. */
export const idOn = (engine: EngineName) => (name: string) => `${engine}-${name}`;

/** What the customer's server signs. */
export function contextOf(viewer: Viewer, engines: readonly EngineName[]) {
  return {
    username: `${viewer}@customer.example`,
    workspace_id: 'main',
    roles: ['USER'],
    privileges: Object.fromEntries(
      engines.flatMap((engine) => ['shop', 'boards'].map((app) => [idOn(engine)(app), ['contribute']])),
    ),
    groups: {
      officer: ['officers', 'auditors'],
      auditor: ['auditors'],
      mallory: ['staff'],
      victim: ['staff'],
    }[viewer],
    attributes: { account: viewer === 'auditor' ? ATTACKER : viewer },
  };
}

const shops = new Map<string, Promise<Shop>>();

after(async () => {
  for (const shop of shops.values()) await (await shop).stop();
});

/** For files that store nothing in it: those of a process share one. */
export function sharedShop(engines: readonly EngineName[]): Promise<Shop> {
  return shops.getOrInsertComputed(engines.join(), () => openShop(engines));
}

export interface ShopOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Stands still. */
  readonly time?: FakeTime;
  /** What customers sign besides the context of a viewer. */
  readonly more?: (tenant: Tenant) => object;
}

/** The shop in two tenants, with an app per engine: datasets, a board, a builder, and dashboards to keep apart. */
export async function openShop(
  engines: readonly EngineName[],
  { env = {}, time = serverTime(Date.now()), more = () => ({}) }: ShopOptions = {},
): Promise<Shop> {
  const tenants = await startTenants(shopTables, engines, { env, time });
  const [tokens, logins] = [new Map<string, string>(), new Map<string, string>()];
  for (const tenant of TENANTS) {
    const client = tenants.clients[tenant];
    await client.create('workspaces', { id: 'other', name: 'Other' });
    for (const group of ['staff', 'officers', 'auditors'])
      await client.create('groups', { id: group, name: group });
    for (const engine of engines) {
      await describeShop(client, engine);
      await publishShop(client, engine, tenant);
    }
    await moveFar(tenants, tenant);
    const setup = tenants.setups[tenant];
    for (const viewer of VIEWERS) {
      const hours = 12;
      const claims = {
        ...goodClaims(setup, time.now() + hours * 3_600_000),
        embed_context: { ...contextOf(viewer, engines), ...more(tenant) },
      };
      const { status, body } = await exchange(setup, signJwt(claims));
      assert.equal(status, 200, JSON.stringify(body));
      tokens.set(`${tenant} ${viewer}`, body.access_token ?? '');
      logins.set(`${tenant} ${viewer}`, await logInTo(tenants, tenant, contextOf(viewer, engines)));
    }
  }
  return {
    ...tenants,
    token: (tenant, viewer) => tokens.get(`${tenant} ${viewer}`) ?? '',
    login: (tenant, viewer) => logins.get(`${tenant} ${viewer}`) ?? '',
    wait: (ms) => time.setClockBy(ms),
  };
}

async function logInTo(
  { inlay, setups, clients }: IsolatedTenants,
  tenant: Tenant,
  { workspace_id: workspaceId, ...user }: ReturnType<typeof contextOf>,
): Promise<string> {
  const password = PASSWORD;
  await clients[tenant].create('users', { ...user, workspaceId, password });
  const { host } = setups[tenant];
  return logInAs(inlay.url, { username: user.username, password }, host === undefined ? {} : { host });
}

async function describeShop(client: DataClient, engine: EngineName): Promise<void> {
  const id = idOn(engine);
  const datasets = Object.entries(shopDatasets(id));
  for (const [name, { table, definition }] of datasets)
    await client.create('datasets', {
      id: id(name),
      name,
      connectionId: engine,
      source: engine === 'duckdb' ? { kind: 'file', file: table } : { kind: 'table', table },
      ...definition,
    });
  for (const [name, { relationships, rowRules }] of datasets) {
    if (!relationships) continue;
    const { status, body } = await client.ask(`datasets/${id(name)}`, {
      method: 'PATCH',
      headers: { 'if-match': '*' },
      body: { relationships, ...(rowRules && { rowRules }) },
    });
    assert.equal(status, 200, JSON.stringify(body));
  }
}

/** As if a store from elsewhere contained it: the API refuses a workspace that relationships would leave. */
async function moveFar({ inlay }: IsolatedTenants, tenant: Tenant): Promise<void> {
  await inlay.services.store.write(async (transaction) => {
    await transaction
      .tenant(tenant as TenantId)
      .update('datasets', { workspace_id: 'other' })
      .where('id', 'like', '%-far')
      .execute();
  });
}

const officers = { context: 'groups', operator: 'contains', value: 'officers' };
const by = (...columns: readonly string[]) => columns.map((column) => ({ column }));

/** Every column of the rows that an author could approve, restricted ones too. */
const rowColumns = [
  ...['status', 'region', 'amount', 'day', 'note', 'card', 'pay', 'iban', 'pay_twice', 'note_upper', 'rich'],
  ...['customer.segment', 'customer.email', 'customer.vat', 'customer.score', 'holder.person'],
  ...['keeper.badge', 'keeper.level'],
];

/** The charts on the board by id, made by an administrator. Those after `related` use columns that mallory cannot. */
export function boardCharts(id: (name: string) => string): Readonly<Record<string, object>> {
  const chart = (query: object, more: object = {}) => ({
    title: 'Orders',
    kind: 'table',
    datasetId: id('orders'),
    query: { dimensions: by('status'), measures: ['orders', 'revenue'], totals: true, ...query },
    drillThrough: { columns: rowColumns },
    ...more,
  });
  return {
    open: chart({}, { choices: { measures: ['orders', 'revenue', 'payroll', 'notes'] } }),
    total: chart(
      { dimensions: [], measures: ['revenue'], totals: false },
      { kind: 'kpi', title: 'Sold {{ revenue }}' },
    ),
    days: chart(
      { dimensions: [{ column: 'day', grain: 'day' }], measures: ['revenue', 'so far'], totals: false },
      { kind: 'line', choices: { grains: ['day', 'month'] } },
    ),
    pivoted: chart({
      dimensions: by('region', 'status'),
      measures: ['revenue'],
      pivot: { dimension: 'status' },
      totals: false,
    }),
    related: chart({ dimensions: by('customer.segment') }, { kind: 'bar' }),
    plan: {
      title: 'Plan',
      kind: 'kpi',
      datasetId: id('plan'),
      query: { dimensions: [], measures: ['goals'] },
      drillThrough: { columns: ['goal', 'area'] },
    },
    noted: chart({ dimensions: by('note') }, { title: 'First {{ note.first }}' }),
    paid: chart({ measures: ['payroll'] }, { title: 'Paid {{ payroll }}' }),
    account: chart({ dimensions: by('iban') }),
    computed: chart({ dimensions: by('rich', 'pay_twice') }),
    mailed: chart({ dimensions: by('customer.email', 'customer.vat') }),
    held: chart({ dimensions: by('holder.person') }),
    badged: chart({ dimensions: by('keeper.badge', 'keeper.level') }),
    narrowed: chart({ filters: [{ column: 'note', operator: 'equals', value: canary('demo', 'note', 1) }] }),
    ranked: chart({ top: { dimension: 'status', by: 'payroll', count: 1, others: true } }),
    sorted: chart({ dimensions: by('status', 'note'), sort: [{ by: 'note', direction: 'desc' }], limit: 1 }),
    kept: chart({ having: [{ measure: 'payroll', operator: 'greater', value: 0 }] }),
    areas: {
      title: 'Areas',
      kind: 'bar',
      datasetId: id('plan'),
      query: { dimensions: by('area'), measures: ['goals'] },
    },
  };
}

/** The filters of the board by id. */
export const boardFilters: Readonly<Record<string, readonly [dataset: string, filter: object]>> = {
  status: ['orders', { kind: 'dropdown', column: 'status' }],
  region: ['orders', { kind: 'multi-select', column: 'region' }],
  when: ['orders', { kind: 'date-range', column: 'day' }],
  sum: ['orders', { kind: 'slider', column: 'amount' }],
  segment: ['customers', { kind: 'dropdown', column: 'segment', dependsOn: ['email', 'status'] }],
  note: ['orders', { kind: 'search', column: 'note' }],
  card: ['orders', { kind: 'dropdown', column: 'card' }],
  pay: ['orders', { kind: 'slider', column: 'pay' }],
  iban: ['orders', { kind: 'multi-select', column: 'iban' }],
  rich: ['orders', { kind: 'dropdown', column: 'rich' }],
  tree: ['orders', { kind: 'hierarchy', levels: ['status', 'note'] }],
  area: ['plan', { kind: 'dropdown', column: 'area' }],
  email: ['customers', { kind: 'dropdown', column: 'email' }],
  person: ['holders', { kind: 'dropdown', column: 'person' }],
  badge: ['keepers', { kind: 'dropdown', column: 'badge' }],
};

async function publishShop(client: DataClient, engine: EngineName, tenant: Tenant): Promise<void> {
  const id = idOn(engine);
  const datasets = ['orders', 'customers', 'holders', 'keepers', 'strays', 'plan', 'far'].map(id);
  // Builders of an app without content open faster.
  for (const app of ['shop', 'boards'])
    await client.create('apps', { id: id(app), title: app, workspaceId: 'main', datasets });
  await client.create('apps', {
    id: id('away'),
    title: 'canary-demo-away-1',
    workspaceId: 'other',
    datasets,
  });
  const publish = async (name: string, dashboard: object, app = 'boards') => {
    await client.create('dashboards', { id: id(name), appId: id(app), ...dashboard });
    const { status, body } = await client.ask(`dashboards/${id(name)}/publish`, {
      method: 'POST',
      headers: { 'if-match': '*' },
    });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const embed = (name: string, target: string, more: object = {}) =>
    client.create('embeds', {
      id: id(name),
      title: name,
      target: { kind: 'dashboard', id: id(target) },
      ...more,
    });
  const charts = boardCharts(id);
  const items = Object.entries(charts).map(([name, chart], index) => ({
    ...{ id: name, x: 0, y: 4 * index, w: 12, h: 4 },
    chart,
  }));
  const texts = Object.entries({
    sold: { tile: 'total', column: 'revenue' },
    paid: { tile: 'paid', column: 'payroll', row: 'total' },
    noted: { tile: 'noted', column: 'note' },
    hidden: { tile: 'insiders', column: 'status' },
  }).map(([name, value], index) => ({
    ...{ id: `text-${name}`, x: 3 * index, y: 200, w: 3, h: 2 },
    text: `Here {{ ${name} }}`,
    values: { [name]: value },
  }));
  const insiders = {
    ...{ id: 'insiders', x: 0, y: 210, w: 12, h: 4 },
    chart: { ...charts.open, title: canary(tenant, 'insiders', 1) },
    visibility: officers,
  };
  const detail = (title: string, more: object = {}) => ({
    title,
    items: items.slice(0, 1),
    filters: [{ id: 'status', label: 'S', datasetId: id('orders'), kind: 'dropdown', column: 'status' }],
    ...more,
  });
  await publish('detail', detail('Detail'));
  await publish('closed', detail(canary(tenant, 'closed', 1), { visibility: officers }));
  await publish('unlinked', detail('Unlinked'));
  await publish('away-board', detail(canary(tenant, 'away', 1)), 'away');
  const open = (name: string) => ({ kind: 'dashboard', dashboard: id(name), filters: { status: 'status' } });
  const linking = ['detail', 'closed'].map((name, index) => ({
    ...{ id: `to-${name}`, x: 0, y: 220 + 4 * index, w: 12, h: 4 },
    chart: { ...charts.open, click: open(name) },
  }));
  await publish('board', {
    title: 'Board',
    crossFilter: true,
    items: [...items, ...texts, insiders, ...linking],
    filters: Object.entries(boardFilters).map(([name, [dataset, filter]]) => ({
      ...{ id: name, label: `By ${name}`, datasetId: id(dataset) },
      ...filter,
    })),
    drill: [
      { id: 'deep', label: 'Deep', datasetId: id('orders'), levels: ['status', 'note'] },
      { id: 'wide', label: 'Wide', datasetId: id('orders'), levels: ['status', 'region'] },
    ],
  });
  // What authors write may be secret too: values of filters and defaults.
  await publish('defaults', {
    title: 'Defaults',
    items: [...items.slice(0, 1), ...items.filter((item) => item.id === 'narrowed')],
    filters: ['note', 'iban'].map((column) => ({
      ...{ id: column, label: column, datasetId: id('orders'), kind: 'dropdown', column },
      default: canary(tenant, column, 1),
    })),
  });
  await embed('board', 'board');
  await embed('defaults', 'defaults');
  await embed('fixed', 'board', {
    options: {
      filters: [
        { column: 'status', operator: 'equals', value: '{{ variables.status }}' },
        { column: 'region', operator: 'equals', value: 'north' },
      ],
    },
  });
  await embed('away', 'away-board');
  for (const [name, app] of Object.entries({ build: 'shop', 'build-boards': 'boards' }))
    await client.create('embeds', { id: id(name), title: name, target: { kind: 'builder', id: id(app) } });
  if (tenant === 'acme') await embed('only-acme', 'board');
}
