import { type ApiResponse, call, logInAs } from '../http/api-client.ts';
import type { TestInlay } from '../server/start-inlay.ts';

export const PASSWORD = 'a long enough password';

/** The content API as one caller sees it. */
export type ContentClient = (
  method: string,
  path: string,
  options?: { readonly body?: unknown; readonly ifMatch?: string },
) => Promise<ApiResponse<Shown>>;

/** Loosely typed on purpose: tests check what came over the wire. */
export interface Shown {
  readonly [field: string]: never;
}

export function contentClient(inlay: Pick<TestInlay, 'url'>, token: string, host?: string): ContentClient {
  return (method, path, { body, ifMatch } = {}) =>
    call<Shown>(`${inlay.url}/api/v0/${path}`, {
      method,
      token,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(host === undefined ? {} : { host }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
    });
}

/** A user with these privileges, logged in. */
export async function userClient(
  inlay: TestInlay,
  admin: ContentClient,
  username: string,
  privileges: Readonly<Record<string, readonly string[]>>,
  workspaceId: string | null = 'main',
): Promise<ContentClient> {
  const user = { username, password: PASSWORD, roles: ['USER'], privileges, workspaceId };
  const { status, body } = await admin('POST', 'users', { body: user });
  if (status !== 201) throw new Error(`Creating ${username} answered ${status}: ${JSON.stringify(body)}`);
  return contentClient(inlay, await logInAs(inlay.url, { username, password: PASSWORD }));
}

export const TILE = {
  title: 'Revenue by month',
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'month', grain: 'month' }], measures: ['revenue'] },
} as const;

/** The dataset of `TILE`: content can be published only if its datasets exist. */
export async function makeOrders(
  admin: (method: string, path: string, options: { readonly body: unknown }) => Promise<{ status: number }>,
): Promise<void> {
  const made = {
    connections: { id: 'files', name: 'Files', kind: 'duckdb' },
    datasets: {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: {
        kind: 'sql',
        sql: "SELECT DATE '2026-01-01' AS month, 'north' AS region, 'FR' AS country, 'Lyon' AS city, 1 AS amount",
      },
      measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
      segmented: false,
    },
  };
  for (const [path, body] of Object.entries(made)) {
    const response = await admin('POST', path, { body });
    if (response.status !== 201) throw new Error(`${path} answered ${JSON.stringify(response)}`);
  }
}

export const dashboardOf = (...tiles: readonly string[]) => ({
  title: 'Sales',
  items: tiles.map((tile, index) => ({ id: `item-${index}`, x: 0, y: index * 4, w: 12, h: 4, tile })),
});

export const storyOf = (...tiles: readonly string[]) => ({
  title: 'How sales went',
  steps: tiles.map((tile, index) => ({
    id: `step-${index}`,
    title: `Step ${index}`,
    narrative: 'Revenue is {{ revenue | currency }}.',
    values: { revenue: { tile, column: 'revenue' } },
    tiles: [tile],
  })),
});
