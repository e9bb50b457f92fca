import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ADMIN } from '../server/start-inlay.ts';
import { assertDocumented } from './assert-documented.ts';

export interface ApiResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The JSON that came back, or the text where it was none. */
  readonly body: T;
}

export interface ApiCall {
  readonly method?: string;
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, for bodies that are not what they should be. */
  readonly rawBody?: string | Buffer;
  readonly headers?: OutgoingHttpHeaders;
}

/** Calls the API as a client would: over HTTP, with JSON both ways. `headers.host` chooses the tenant. */
export async function call<T = Record<string, never>>(
  url: string,
  options: ApiCall = {},
): Promise<ApiResponse<T>> {
  const { token, body } = options;
  const sent = options.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(sent === undefined || options.headers?.['transfer-encoding']
      ? {}
      : { 'content-length': Buffer.byteLength(sent) }),
    ...options.headers,
  };
  const method = options.method ?? (sent === undefined ? 'GET' : 'POST');
  const outgoing = request({ ...addressOf(url), method, headers });
  const answered = new Promise<ApiResponse<T>>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      try {
        const received = await text(response);
        const status = response.statusCode ?? 0;
        assertDocumented(method, outgoing.path, status);
        const body = parsed(received, response.headers['content-type']) as T;
        resolve({ status, headers: response.headers, body });
      } catch (error) {
        reject(error);
      }
    });
  });
  outgoing.end(sent);
  return answered;
}

/** `URL` would repair what a test breaks on purpose. */
function addressOf(url: string) {
  const { protocol, hostname, port, origin } = new URL(url.split('/', 3).join('/'));
  return { protocol, hostname, port, path: url.slice(origin.length) || '/' };
}

function parsed(received: string, type = ''): unknown {
  if (received === '') return null;
  return /^application\/(?:scim\+)?json/.test(type) ? JSON.parse(received) : received;
}

export async function logInAs(
  url: string,
  credentials: { readonly username: string; readonly password: string } = ADMIN,
  headers: OutgoingHttpHeaders = {},
): Promise<string> {
  const { status, body } = await call<{ token: string }>(`${url}/api/login`, { body: credentials, headers });
  if (status !== 200) throw new Error(`Login answered ${status}: ${JSON.stringify(body)}`);
  return body.token;
}
