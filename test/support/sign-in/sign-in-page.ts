import assert from 'node:assert/strict';
import { totpCode, totpStep } from '@inlay/server/features/second-factors/factors/totp';
import { type ApiResponse, call } from '../http/api-client.ts';
import type { InlayInUse } from '../server/use-inlay.ts';
import type { TestPerson } from '../users/people.ts';
import type { CeremonyOptions } from './software-authenticator.ts';

/** A browser at the admin app: it keeps cookies, and says which page sends its requests. */
export interface SignInPage {
  /** By name. */
  readonly cookies: Map<string, string>;
  post<T = Record<string, never>>(path: string, body?: object): Promise<ApiResponse<T>>;
  send<T = Record<string, never>>(method: string, path: string, body?: object): Promise<ApiResponse<T>>;
  enterPassword(person: Pick<TestPerson, 'username' | 'password'>): Promise<ApiResponse<StepBody>>;
  optionsOf(path: string): Promise<CeremonyOptions>;
  /** Whether this browser is signed in. */
  isSignedIn(): Promise<boolean>;
}

interface StepBody {
  readonly expiresAt?: string;
  readonly next?: string;
  readonly methods?: readonly string[];
}

/**
 * @param at another node, or the host of another tenant
 */
export function signInPage(
  inlay: Pick<InlayInUse, 'running'>,
  at: { readonly url?: string; readonly host?: string } = {},
): SignInPage {
  const cookies = new Map<string, string>();
  const send = async <T>(method: string, path: string, body?: object): Promise<ApiResponse<T>> => {
    const url = at.url ?? inlay.running.url;
    const response = await call<T>(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        origin: at.host === undefined ? new URL(url).origin : `http://${at.host}`,
        'sec-fetch-site': 'same-origin',
        ...(at.host !== undefined && { host: at.host }),
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
      },
    });
    for (const line of response.headers['set-cookie'] ?? []) keep(cookies, line);
    return response;
  };
  return {
    cookies,
    send,
    post: (path, body) => send('POST', path, body),
    enterPassword: ({ username, password }) => send('POST', '/admin/session', { username, password }),
    optionsOf: async (path) => {
      const { status, body } = await send<{ options: CeremonyOptions }>('POST', path);
      assert.equal(status, 200, JSON.stringify(body));
      return body.options;
    },
    isSignedIn: async () => (await send('GET', '/api/v0/me')).status === 200,
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}

/** What an authenticator app shows. */
export const codeAt = (secret: string, now: number): string => totpCode(secret, totpStep(now));
