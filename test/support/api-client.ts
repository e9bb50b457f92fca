import { ADMIN } from './start-inlay.ts';

export interface ApiAnswer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Calls the API as a client would: over HTTP, with JSON both ways. */
export async function call<T = Record<string, never>>(
  url: string,
  options: {
    readonly method?: string;
    readonly token?: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<ApiAnswer<T>> {
  const { token, body } = options;
  const response = await fetch(url, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

export async function logInAs(
  url: string,
  credentials: { readonly username: string; readonly password: string } = ADMIN,
): Promise<string> {
  const { status, body } = await call<{ token: string }>(`${url}/api/login`, { body: credentials });
  if (status !== 200) throw new Error(`Login answered ${status}: ${JSON.stringify(body)}`);
  return body.token;
}
