import assert from 'node:assert/strict';
import { call } from '../http/api-client.ts';

export interface FixtureCall {
  readonly body?: unknown;
  readonly raw?: string | Buffer;
  readonly ifMatch?: string;
}

/** Calls any path of one tenant and insists on success. */
export type FixtureClient = <T = Record<string, unknown>>(
  method: string,
  path: string,
  options?: FixtureCall,
) => Promise<T>;

export function fixtureClient(url: string, token: string, host?: string): FixtureClient {
  return async <T>(method: string, path: string, { body, raw, ifMatch }: FixtureCall = {}) => {
    const { status, body: received } = await call<T>(`${url}${path}`, {
      method,
      token,
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { rawBody: raw }),
      headers: {
        ...(host === undefined ? {} : { host }),
        ...(raw === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
    });
    assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status} ${JSON.stringify(received)}`);
    return received;
  };
}
