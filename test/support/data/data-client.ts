import assert from 'node:assert/strict';
import { type ApiCall, type ApiResponse, call } from '../http/api-client.ts';

export interface Refusal {
  readonly statusCode: number;
  readonly message: string;
  readonly code?: string;
  readonly details?: readonly { readonly path: string; readonly problem: string }[];
}

interface Answer {
  readonly from: string;
  readonly result: {
    readonly rowCount: number;
    readonly totals?: Readonly<Record<string, unknown>>;
    readonly columns: readonly { readonly name: string; readonly values: readonly unknown[] }[];
    readonly subtotals?: readonly {
      readonly columns: readonly { readonly name: string; readonly values: readonly unknown[] }[];
    }[];
  };
}

/** The data routes of one tenant, called by its administrator. */
export interface DataClient {
  ask<T = Record<string, unknown>>(path: string, options?: ApiCall): Promise<ApiResponse<T>>;
  /** Posts, and insists that it was created. */
  create(path: string, body: unknown): Promise<Record<string, unknown> & { readonly id: string }>;
  upload(name: string, content: string | Buffer, headers?: Record<string, string>): Promise<ApiResponse>;
  query(dataset: string, query: unknown, context: unknown): Promise<ApiResponse<Answer>>;
}

export function dataClient(url: string, token: string, host?: string): DataClient {
  const headers = host === undefined ? {} : { host };
  const ask = <T>(path: string, options: ApiCall = {}) =>
    call<T>(`${url}/api/v0/${path}`, { token, ...options, headers: { ...headers, ...options.headers } });
  return {
    ask,
    create: async (path, body) => {
      const { status, body: created } = await ask<{ id: string }>(path, { body });
      assert.equal(status, 201, JSON.stringify(created));
      return created;
    },
    upload: (name, content, more = {}) =>
      ask(`files/${name}`, {
        method: 'PUT',
        rawBody: content,
        headers: { 'content-type': 'application/octet-stream', ...more },
      }),
    query: (dataset, query, context) => ask(`datasets/${dataset}/query`, { body: { query, context } }),
  };
}
