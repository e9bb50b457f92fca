import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { dataClient } from '../../support/data/data-client.ts';
import { describeEmbeds } from '../../support/embeds/describe-embedding.ts';
import { CONTEXT, type EmbedSetup } from '../../support/embeds/embed-client.ts';
import { makeEmbedWorld, viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { type ApiDescription, operationsOf } from '../../support/http/api-description.ts';
import { addDelivery, addDestination, setReports, WEEKLY } from '../../support/reports/report-client.ts';
import { SQLITE } from '../../support/server/start-inlay.ts';
import { addTenant, type SecondTenant } from '../../support/users/second-tenant.ts';

type Tenant = EmbedSetup & Partial<SecondTenant>;

/** Ids that both tenants have. */
const NAMES: Readonly<Record<string, string>> = {
  '/api/v0/apps/{id}': 'sales',
  '/api/v0/tiles/{id}': 'revenue',
  '/api/v0/stories/{id}': 'growth',
  '/api/v0/dashboards/{id}': 'overview',
  '/api/v0/embeds/{id}': 'e-tile',
  '/api/v0/connections/{id}': 'files',
  '/api/v0/datasets/{id}': 'sales',
  '/api/v0/files/{name}': 'more.csv',
  '/api/v0/groups/{id}': 'shared',
  '/api/v0/identity-providers/{id}': 'company',
  '/api/v0/report-destinations/{id}': 'channel',
  '/api/v0/workspaces/{id}': 'main',
  '/api/v0/themes/{name}': 'brand',
  '/embed/api/v0/themes/{name}': 'brand',
  '/embed/api/v0/embeds/{id}/builder': 'b-sales',
  '/embed/api/v0/embeds/{id}/views': 'e-dashboard',
  '/embed/api/v0/embeds/{id}/subscriptions': 'e-dashboard',
  '/embed/api/v0/embeds/{id}': 'e-tile',
};

/** Reads of one object whose id the server chooses; files; and what is the same for every tenant. */
const LEFT_OUT =
  /\/users\/\{id\}|\/api-keys\/\{id\}|\/imports\/\{id\}|\/subscriptions\/\{id\}|\{dashboardId\}|\/export\.|\.csv$|\.well-known|^\/embed\/\{id\}|\/engines$|\/scim\/v2\/(?:Me|Schemas|ResourceTypes|Users\/|Groups\/)/;

const { secrets: _, ...context } = CONTEXT;
const QUERIES: Readonly<Record<string, string>> = {
  '/api/v0/datasets/{id}/filter-values': `?column=region&context=${encodeURIComponent(JSON.stringify(context))}`,
  '/api/v0/usage/report': '?by=viewer',
  // An action of both tenants: one of the reads is recorded itself.
  '/api/v0/audit-events': '?action=app.change',
};

interface AuditEvents {
  readonly data: readonly { readonly action: string }[];
  readonly meta: object;
}

/** Reading datasets is recorded, and these tests read them several times. */
const withoutReads = ({ data, meta }: AuditEvents) => ({
  data: data.filter(({ action }) => action !== 'data.query'),
  meta,
});

describeEmbeds('two tenants that store the same', SQLITE, (given) => {
  let reads: readonly string[];
  let viewer: string;
  let former: ReadonlyMap<string, unknown>;

  /** On top of the world of embeds, so that no list of a tenant is empty. Returns the token of a viewer. */
  const fill = async (tenant: Tenant) => {
    const { adminToken, host } = tenant;
    const data = dataClient(given.inlay.url, adminToken, host);
    await data.create('groups', { id: 'shared', name: 'Shared' });
    await data.create('api-keys', { name: 'deploy', scopes: ['content:read'] });
    await data.create('users', { username: 'ann@customer.example', groups: ['shared'] });
    await data.create('identity-providers', {
      id: 'company',
      name: 'Company',
      issuer: 'https://id.customer.example',
      clientId: 'inlay',
    });
    await data.create('embeds', { id: 'b-sales', title: 'Build', target: { kind: 'builder', id: 'sales' } });
    for (const [path, request] of [
      ['themes/brand', { method: 'PUT', body: { mode: 'dark' } }],
      ['apps/sales', { method: 'PATCH', body: { title: 'Sold' }, headers: { 'if-match': '*' } }],
      ['user-imports?format=csv', { rawBody: 'username\nbob\n', headers: { 'content-type': 'text/csv' } }],
    ] as const) {
      const { status, body } = await data.ask(path, request);
      assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`);
    }
    assert.equal((await data.upload('more.csv', 'a\n1\n')).status, 201);
    await setReports(given.inlay, {}, tenant.realm);
    await addDestination(given.inlay, 'channel', 'main', tenant.realm);
    const embeds = `${given.inlay.url}/embed/api/v0/embeds`;
    const headers = host === undefined ? {} : { host };
    const token = await viewerToken(tenant, { privileges: { sales: ['contribute'] } }, given.now());
    for (const [path, body] of [
      ['e-dashboard/views', { name: 'Mine', state: {} }],
      ['e-dashboard/subscriptions', { ...WEEKLY, to: { kind: 'destination', id: 'channel' } }],
      ['b-sales/builder/dashboards', { content: { title: 'Mine', items: [] } }],
    ] as const) {
      const { status, body: made } = await call(`${embeds}/${path}`, { token, headers, body });
      assert.equal(status, 201, `${path}: ${JSON.stringify(made)}`);
    }
    await addDelivery(given.inlay, { id: 'delivery', tenant: tenant.realm, finished_at: given.now() });
    const file = await call(`${embeds}/e-tile/tiles/revenue/export.csv`, { token, headers });
    assert.equal(file.status, 200);
    await given.inlay.services.usage.flush();
    return token;
  };

  const addressOf = (path: string) => {
    const [known = ''] = Object.keys(NAMES)
      .filter((each) => path.startsWith(each))
      .sort((a, b) => b.length - a.length);
    const address = path.replace(/\{(id|name)\}/, NAMES[known] ?? '{$1}').replace('{version}', '1');
    return `${address}${QUERIES[path] ?? ''}`;
  };

  /** Every response that the first tenant gets, by path. */
  const readAll = async () => {
    const read = new Map<string, unknown>();
    for (const path of reads) {
      const token = path.startsWith('/embed/') ? viewer : given.setup.adminToken;
      const { status, body } = await call<unknown>(`${given.inlay.url}${addressOf(path)}`, { token });
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
      read.set(path, path === '/api/v0/audit-events' ? withoutReads(body as AuditEvents) : body);
    }
    return read;
  };

  before(async () => {
    const { body } = await call<ApiDescription>(`${given.inlay.url}/api/openapi.json`);
    reads = operationsOf(body)
      .filter(({ method, path }) => method === 'GET' && !LEFT_OUT.test(path))
      .map(({ path }) => path);
    viewer = await fill(given.setup);
    former = await readAll();
    const acme = await addTenant(given.inlay);
    await makeEmbedWorld(given.inlay, acme);
    await fill(acme);
  });

  it('have something in every list', async () => {
    const lists = [...former].flatMap(([path, body]) =>
      typeof body === 'object' && body !== null && 'data' in body && 'meta' in body
        ? [{ path, data: body.data }]
        : [],
    );
    assert.ok(lists.length > 20);
    for (const { path, data } of lists) assert.notDeepEqual(data, [], path);
  });

  it('read nothing of each other', async () => {
    const now = await readAll();
    for (const [path, body] of former) assert.deepEqual(now.get(path), body, path);
  });
});
