import type { IncomingHttpHeaders } from 'node:http';
import { FetchError, type FetchOptions, fetchBounded } from './fetch-bounded.ts';

export interface FetchedJson {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** Gets one JSON document from an address that a tenant configured. */
export async function fetchJson(address: string, options: FetchOptions): Promise<FetchedJson> {
  const outgoing = { headers: { accept: 'application/json' }, checkStatus: requireOk };
  const { bytes, headers } = await fetchBounded(address, outgoing, options);
  return { body: parseJson(bytes, new URL(address)), headers };
}

function requireOk(status: number, host: string): void {
  if (status === 200) return;
  const hint = status >= 300 && status < 400 ? ' Redirects are not followed. Enter the final URL.' : '';
  throw new FetchError('BAD_RESPONSE', `${host} responded with status ${status}.${hint}`);
}

function parseJson(bytes: Buffer, url: URL): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new FetchError('BAD_RESPONSE', `${url.host} responded with something that is not JSON.`);
  }
}
