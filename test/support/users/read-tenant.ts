import type { FixtureClient } from '../data/fixture-client.ts';

/** What is compared of each list. Fields that the tests themselves change, such as the last login, are left out. */
const LISTS = {
  users: [
    'username',
    'email',
    'firstName',
    'roles',
    'groups',
    'privileges',
    'attributes',
    'workspaceId',
    'status',
  ],
  'user-imports': ['state', 'users'],
  groups: ['id', 'name'],
  workspaces: ['id', 'name'],
  apps: ['id', 'title', 'workspaceId', 'theme', 'datasets'],
  tiles: ['id', 'title', 'kind', 'state', 'publishedVersion'],
  stories: ['id', 'title', 'state', 'publishedVersion'],
  dashboards: ['id', 'title', 'state', 'publishedVersion'],
  embeds: ['id', 'title', 'alias', 'target', 'allowedOrigins'],
  connections: ['id', 'name', 'kind', 'host', 'port', 'user', 'hasPassword', 'reads'],
  datasets: ['id', 'name', 'columns', 'measures', 'rowRules', 'groupRules', 'segmented', 'version'],
  files: ['name', 'table', 'complete'],
  themes: ['name', 'light', 'dark'],
} as const;

const VERSIONED = ['tiles', 'stories', 'dashboards'] as const;

type Row = Readonly<Record<string, unknown>>;

export type TenantContents = Readonly<Record<string, unknown>>;

/** Everything that a tenant's administrator can list, in a form that the next release can be compared with. */
export async function readTenant(client: FixtureClient): Promise<TenantContents> {
  const lists: Record<string, unknown> = {};
  for (const [name, fields] of Object.entries(LISTS)) {
    const rows = await listAll(client, name);
    lists[name] = rows.map((row) => pick(row, fields)).sort(byText);
  }
  const versions: Record<string, unknown> = {};
  for (const name of VERSIONED)
    for (const { id } of await listAll<Identified>(client, name)) {
      const all = await listAll(client, `${name}/${id}/versions`);
      versions[`${name}/${id}`] = all.map((row) => pick(row, ['revision', 'version', 'author', 'comment']));
    }
  const settings = await client('GET', '/api/v0/embed-settings');
  return {
    lists,
    versions,
    tenantSettings: await client('GET', '/api/v0/tenant-settings'),
    embedSettings: pick(settings, [
      'clientId',
      'hasSecret',
      'signature',
      'replayProtection',
      'maxTokenSeconds',
      'allowedOrigins',
    ]),
    translations: await translationsOf(client),
  };
}

interface Identified {
  readonly id: string;
}

async function translationsOf(client: FixtureClient) {
  const apps: Record<string, unknown> = {};
  for (const { id } of await listAll<Identified>(client, 'apps'))
    apps[id] = (await client('GET', `/api/v0/apps/${id}`)).translations ?? {};
  return apps;
}

async function listAll<T = Row>(client: FixtureClient, path: string): Promise<readonly T[]> {
  const { data } = await client<{ data: readonly T[] }>('GET', `/api/v0/${path}?limit=200`);
  return data;
}

const pick = (row: Row, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => (field in row ? [[field, row[field]]] : [])));

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
