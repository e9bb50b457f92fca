import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import type { ViewState } from '@inlay/content/view-state';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createEmbedRequest, type EmbedRequest } from '@inlay/server/features/embeds/request/embed-request';
import { openEmbed, resolveEmbed } from '@inlay/server/features/embeds/request/open-embed';
import { viewerSetting } from '@inlay/server/features/embeds/request/viewer-setting';
import type { StoredSubscription } from '@inlay/server/features/reports/store/subscriptions';
import { readTenantSettings } from '@inlay/server/features/tenants/index';
import { viewerOfContext } from '@inlay/server/platform/identity/viewer-of-context';
import { type DataClient, dataClient } from '../data/data-client.ts';
import { CONTEXT } from '../embeds/embed-client.ts';
import { sqliteStore } from '../server/start-inlay.ts';
import { type RunningWorld, startWorld } from '../server/worlds.ts';
import { timeAt } from '../time/fake-time.ts';

/** Of the tenant of every test server. */
const demo = 'demo' as TenantId;

const sales = {
  id: 'sales-by-day',
  name: 'Sales',
  connectionId: 'files',
  source: { kind: 'file', file: 'sales_by_day' },
  columns: [
    { name: 'day', type: 'date' },
    { name: 'region', type: 'string', label: 'Region' },
    { name: 'product', type: 'string', label: 'Product' },
    {
      name: 'seller',
      type: 'string',
      label: 'Seller',
      access: [
        { when: { context: 'groups', operator: 'contains', value: 'managers' }, show: 'value' },
        { show: 'last-four' },
      ],
    },
    { name: 'units', type: 'integer' },
    { name: 'units_returned', type: 'integer' },
  ],
  measures: [
    { name: 'sold', label: 'Units sold', kind: 'sum', column: 'units' },
    { name: 'returned', label: 'Units returned', kind: 'sum', column: 'units_returned' },
    {
      name: 'returns',
      label: 'Returns',
      kind: 'ratio',
      numerator: 'returned',
      denominator: 'sold',
      format: { kind: 'percent' },
    },
    { name: 'first day', label: 'First day', kind: 'min', column: 'day' },
    { name: 'so far', label: 'Sold so far', kind: 'running-total', measure: 'sold', date: 'day' },
  ],
  rowRules: [{ column: 'region', operator: 'in', values: { context: 'attributes.regions' } }],
};

/** A day, a region, and what was sold and returned; of one product unless named. */
export type SalesRow = readonly [
  day: string,
  region: string,
  sold: number,
  returned?: number,
  product?: string,
];

const byRegion = { column: 'region' };
const byMonth = { column: 'day', grain: 'month' };
const tiles = {
  regions: { kind: 'bar', query: { dimensions: [byRegion], measures: ['returns', 'sold'] } },
  months: { kind: 'line', query: { dimensions: [byMonth], measures: ['sold', 'returns'] } },
  'months-and-regions': { kind: 'line', query: { dimensions: [byMonth, byRegion], measures: ['sold'] } },
  products: { kind: 'bar', query: { dimensions: [{ column: 'product' }], measures: ['sold'] } },
  sellers: { kind: 'bar', query: { dimensions: [{ column: 'seller' }], measures: ['sold'] } },
  total: { kind: 'kpi', query: { dimensions: [], measures: ['sold'] } },
};

const board = {
  title: 'Board',
  items: [{ id: 'one', x: 0, y: 0, w: 12, h: 6, tile: 'regions' }],
  filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: sales.id, column: 'product' }],
  drill: [{ id: 'where', label: 'Where', datasetId: sales.id, levels: ['region', 'product'] }],
};

export interface OpenOptions {
  /** When the viewer opens it. */
  readonly at: string;
  readonly regions?: readonly string[];
  readonly context?: object;
  readonly lang?: string;
  readonly filters?: EmbedRequest['filters'];
  /** The id of an embed. */
  readonly embed?: string;
}

export interface AlertWorld {
  readonly running: RunningWorld;
  readonly data: DataClient;
  /** Replaces the data. */
  fill(rows: readonly SalesRow[]): Promise<void>;
  /** Publishes a tile of the dataset `sales-by-day`, and makes an embed `e-<id>` of it. */
  show(id: string, tile: object): Promise<void>;
  /** Changes published content, and publishes it again. */
  change(path: string, content: object): Promise<void>;
  /** Past the check that no published content uses it. */
  renameMeasure(from: string, to: string): Promise<void>;
  /** A tile as a viewer opens it. */
  open(options: OpenOptions): Promise<EmbedRequest>;
}

/** A server with sales by day and charts of them, for one `describe`. */
export function useAlertWorld(): AlertWorld {
  let running: RunningWorld;
  let data: DataClient;
  const send = async (method: string, path: string, body: unknown, status: number) => {
    const sent = await running.admin(method, path, { ...(body ? { body } : {}), ifMatch: '*' });
    assert.equal(sent.status, status, JSON.stringify(sent.body));
  };
  const made = (id: string, tile: object) => ({
    title: 'A chart',
    datasetId: sales.id,
    ...tile,
    id,
    appId: 'alerts',
  });
  const world: AlertWorld = {
    get running() {
      return running;
    },
    get data() {
      return data;
    },
    fill: async (rows) => {
      const lines = rows.map(([day, region, sold, returned = 0, product = 'Tea']) =>
        [day, region, product, `seller of ${region}`, sold, returned].join(','),
      );
      const csv = ['day,region,product,seller,units,units_returned', ...lines].join('\n');
      const { status } = await data.upload('sales_by_day.csv', csv);
      assert.ok(status < 300, String(status));
    },
    show: async (id, tile) => {
      await send('POST', 'tiles', made(id, tile), 201);
      await send('POST', `tiles/${id}/publish`, undefined, 200);
      await send('POST', 'embeds', { id: `e-${id}`, title: 'Embed', target: { kind: 'tile', id } }, 201);
    },
    change: async (path, content) => {
      await send('PATCH', path, content, 200);
      await send('POST', `${path}/publish`, undefined, 200);
    },
    renameMeasure: (from, to) =>
      running.inlay.services.store.write(async (queries) => {
        const stored = await queries
          .tenant(demo)
          .selectFrom('datasets')
          .select(['definition', 'version'])
          .where('id', '=', sales.id)
          .executeTakeFirstOrThrow();
        const definition = stored.definition.replaceAll(`"${from}"`, `"${to}"`);
        const version = stored.version + 1;
        await queries
          .tenant(demo)
          .update('datasets', { definition, version })
          .where('id', '=', sales.id)
          .execute();
      }),
    open: async ({ at, regions = ['north', 'south'], context, lang, filters = {}, embed = 'e-regions' }) => {
      const now = Date.parse(at);
      const services = { ...running.inlay.services, time: timeAt(() => now) };
      const { attributes } = CONTEXT;
      const viewer = viewerOfContext(services, demo, {
        ...CONTEXT,
        privileges: { alerts: ['view'] },
        attributes: { ...attributes, ...(regions.length > 0 && { regions }) },
        ...context,
      });
      const setting = viewerSetting({ lang }, await readTenantSettings(services.store, demo), viewer);
      const opened = await openEmbed(services, viewer, await resolveEmbed(services, viewer, embed));
      const { signal } = new AbortController();
      return createEmbedRequest({ services, viewer, opened, setting, filters, variables: {}, signal });
    },
  };
  before(async () => {
    running = await startWorld('embedding', sqliteStore);
    data = dataClient(running.inlay.url, running.setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    await world.fill([['2026-01-01', 'north', 1]]);
    await data.create('datasets', sales);
    await running.admin('POST', 'apps', { body: { id: 'alerts', title: 'Alerts', workspaceId: 'main' } });
    for (const [id, tile] of Object.entries(tiles)) await world.show(id, tile);
    await send('POST', 'dashboards', { id: 'board', appId: 'alerts', ...board }, 201);
    await send('POST', 'dashboards/board/publish', undefined, 200);
    const target = { kind: 'dashboard', id: 'board' };
    await send('POST', 'embeds', { id: 'e-board', title: 'Board', target }, 201);
  });
  after(async () => {
    await running.inlay.close();
    await running.store.drop();
  });
  return world;
}

/** A subscription to the tile of an embed, as it is stored. */
export function alertSubscription(
  alert: AlertCondition,
  { state = {}, tileId = null }: { readonly state?: ViewState; readonly tileId?: string | null } = {},
): StoredSubscription {
  return {
    tenant_id: demo,
    id: 's1',
    kind: 'alert',
    workspace_id: 'main',
    username: CONTEXT.username,
    username_key: CONTEXT.username,
    app_id: 'alerts',
    embed_id: 'e-regions',
    content_kind: 'tile',
    content_id: 'regions',
    tile_id: tileId,
    title: 'Returns',
    status: 'active',
    reason: null,
    sealed_context: null,
    context_ends_at: null,
    revocation_epoch: 0,
    sealed_alert_state: null,
    version: 1,
    next_at: null,
    last_at: null,
    last_state: null,
    last_reason: null,
    last_code: null,
    created_at: 0,
    updated_at: 0,
    settings: {
      schedule: { every: 'hour', timeZone: 'UTC' },
      format: 'message',
      to: { kind: 'email', recipients: [CONTEXT.username] },
      alert,
      state,
      variables: {},
      language: 'en',
      timeZone: 'UTC',
    },
  };
}
