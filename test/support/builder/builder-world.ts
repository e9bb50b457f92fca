import assert from 'node:assert/strict';
import type { BuilderContent, BuilderDocument, BuilderResponse } from '@inlay/content/builder';
import type { ContentClient } from '../content/content-client.ts';
import { dataClient } from '../data/data-client.ts';
import type { EmbedSetup } from '../embeds/embed-client.ts';
import { makeEmbedWorld, viewerToken } from '../embeds/embed-world.ts';
import { type ApiResponse, call } from '../http/api-client.ts';
import type { TestInlay } from '../server/start-inlay.ts';

/** The builder's API as a user's page calls it. */
export type BuilderClient = <T = BuilderDocument & Record<string, never>>(
  method: string,
  path: string,
  options?: { readonly body?: unknown; readonly ifMatch?: string | number; readonly embed?: string },
) => Promise<ApiResponse<T>>;

export function builderClient({ url }: Pick<TestInlay, 'url'>, token: string, of = 'b-sales'): BuilderClient {
  return (method, path, { body, ifMatch, embed = of } = {}) =>
    call(`${url}/embed/api/v0/embeds/${embed}/builder${/^(\?|$)/.test(path) ? path : `/${path}`}`, {
      method,
      token,
      ...(body === undefined ? {} : { body }),
      ...(ifMatch === undefined
        ? {}
        : { headers: { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch } }),
    });
}

const SALARIES = ['region,person,pay', 'north,Ann,10', 'north,Bob,20', 'south,Cyd,30'].join('\n');

/**
 * On top of the world of embeds: builders of two apps of one workspace and of one of another, and a dataset that only
 * the second app shows. `sales` lists its dataset; `customer` is hidden in it.
 */
export async function makeBuilderWorld(inlay: TestInlay, setup: EmbedSetup): Promise<ContentClient> {
  const admin = await makeEmbedWorld(inlay, setup);
  const data = dataClient(inlay.url, setup.adminToken);
  assert.equal((await data.upload('salaries.csv', SALARIES)).status, 201);
  await data.create('datasets', {
    id: 'salaries',
    name: 'Salaries',
    connectionId: 'files',
    source: { kind: 'file', file: 'salaries' },
    measures: [{ name: 'total', kind: 'sum', column: 'pay' }],
    segmented: false,
  });
  const make = async (path: string, body: object) => {
    const { status, body: made } = await admin('POST', path, { body });
    assert.equal(status, 201, JSON.stringify(made));
  };
  await make('workspaces', { id: 'other', name: 'Other' });
  await make('apps', { id: 'hr', title: 'HR', workspaceId: 'main', datasets: ['salaries'] });
  await make('apps', { id: 'far', title: 'Far', workspaceId: 'other', datasets: ['salaries'] });
  const query = { dimensions: [{ column: 'person' }], measures: ['total'] };
  await make('tiles', {
    id: 'payroll',
    appId: 'hr',
    title: 'Payroll',
    kind: 'bar',
    datasetId: 'salaries',
    query,
  });
  assert.equal((await admin('POST', 'tiles/payroll/publish')).status, 200);
  await make('embeds', {
    id: 'b-sales',
    title: 'Build',
    target: { kind: 'builder', id: 'sales' },
    options: { personalCopies: true },
  });
  await make('embeds', { id: 'b-plain', title: 'No copies', target: { kind: 'builder', id: 'sales' } });
  await make('embeds', { id: 'b-hr', title: 'HR', target: { kind: 'builder', id: 'hr' } });
  await make('embeds', { id: 'b-far', title: 'Far', target: { kind: 'builder', id: 'far' } });
  return admin;
}

/** Somebody with these privileges on `sales`, in front of its builder. */
export async function person(
  inlay: TestInlay,
  setup: EmbedSetup,
  name: string,
  privileges: readonly string[],
  context: object = {},
): Promise<BuilderClient> {
  const token = await viewerToken(setup, {
    username: `${name}@customer.example`,
    privileges: { sales: privileges },
    ...context,
  });
  return builderClient(inlay, token);
}

export const CHART = {
  title: 'Revenue by product',
  kind: 'bar',
  datasetId: 'sales',
  query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
} as const;

export const canvasOf = (title: string, ...items: readonly object[]): BuilderContent =>
  ({
    title,
    items: items.map((item, index) => ({ id: `i${index}`, x: 0, y: index * 4, w: 6, h: 4, ...item })),
  }) as unknown as BuilderContent;

/** Creates a dashboard and returns it. */
export async function made(client: BuilderClient, content: BuilderContent): Promise<BuilderDocument> {
  const { status, body } = await client('POST', 'dashboards', { body: { content } });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

export async function listed(client: BuilderClient): Promise<readonly string[]> {
  const { status, body } = await client<BuilderResponse>('GET', '');
  assert.equal(status, 200, JSON.stringify(body));
  return body.dashboards.map(({ title }) => title);
}
