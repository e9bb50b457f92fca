import assert from 'node:assert/strict';
import type { ContentFile, ContentPlan, FolderProblem } from '@inlay/content/content-plan';
import { logInAs } from '../http/api-client.ts';
import { startInlay, type TestInlay, type TestStore } from '../server/start-inlay.ts';
import { storeWith } from '../server/worlds.ts';
import { type ContentClient, contentClient, dashboardOf, makeOrders, TILE } from './content-client.ts';
import { parsedFiles, sentWith } from './content-files.ts';

export interface Instance {
  readonly store: TestStore;
  readonly inlay: TestInlay;
  readonly key: string;
  readonly api: ContentClient;
}

export async function startInstance(makeStore: Parameters<typeof storeWith>[1]): Promise<Instance> {
  const store = await storeWith('started', makeStore);
  const inlay = await startInlay(store);
  const key = await logInAs(inlay.url);
  return { store, inlay, key, api: contentClient(inlay, key) };
}

export async function stopInstance({ inlay, store }: Instance): Promise<void> {
  await inlay.close();
  await store.drop();
}

export async function make(api: ContentClient, kind: string, body: object): Promise<void> {
  const made = await api('POST', kind, { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

/** An app with two tiles on a dashboard, and an embed of it. */
export async function makeSales(api: ContentClient): Promise<void> {
  await makeOrders(api);
  await make(api, 'apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
  for (const id of ['revenue', 'orders']) await make(api, 'tiles', { id, appId: 'sales', ...TILE });
  await make(api, 'dashboards', { id: 'board', appId: 'sales', ...dashboardOf('revenue', 'orders') });
  const items = [
    { kind: 'tile', id: 'revenue' },
    { kind: 'tile', id: 'orders' },
    { kind: 'dashboard', id: 'board' },
  ];
  assert.equal((await api('POST', 'apps/sales/publish', { body: { items } })).status, 200);
  await make(api, 'embeds', { id: 'home', title: 'Home', target: { kind: 'dashboard', id: 'board' } });
}

export interface Folder {
  readonly files: readonly ContentFile[];
  readonly publish?: boolean;
  readonly prune?: boolean;
  readonly revision?: string;
}

export const filesOf = async (api: ContentClient): Promise<readonly ContentFile[]> =>
  parsedFiles((await api('GET', 'apps/sales/content')).body.files);

export const planOf = async (api: ContentClient, body: Folder) =>
  (await api('POST', 'content-plans', { body: sentWith(body) })) as unknown as {
    readonly status: number;
    readonly body: ContentPlan & { readonly message: string; readonly details: readonly FolderProblem[] };
  };

export const edited = (files: readonly ContentFile[], path: string, change: object): readonly ContentFile[] =>
  files.map((file) =>
    file.path === path ? { path, content: { ...(file.content as object), ...change } } : file,
  );
