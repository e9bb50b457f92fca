import assert from 'node:assert/strict';
import { type ApiResponse, call } from '../http/api-client.ts';
import type { InlayInUse } from '../server/use-inlay.ts';
import { type SignInPage, signInPage } from './sign-in-page.ts';

/** A browser that visits pages of Inlay and of providers, and follows their redirects. */
export interface ProviderBrowser extends SignInPage {
  /** Opens an address as if a page of this site, or of another one, led there. */
  visit(path: string, from?: 'same-origin' | 'cross-site'): Promise<ApiResponse<unknown>>;
  /** Starts a sign-in and goes through the provider. Returns the path that it comes back to, and does not open it. */
  goToProvider(start: string, from?: 'same-origin' | 'cross-site'): Promise<string>;
  /** The whole way. Returns where it ends. */
  signIn(start: string, from?: 'same-origin' | 'cross-site'): Promise<string>;
  /** What providers set. */
  readonly providerCookies: Map<string, string>;
}

/** Holds the session, and is not sent where another site leads the browser here. */
const STRICT_COOKIES = ['inlay_admin', 'inlay_sign_in', 'inlay_passkey'];
const MAX_REDIRECTS = 10;

interface BrowserOptions {
  readonly url?: string;
  readonly host?: string;
  /** What somebody enters into the form of a provider. */
  readonly enters?: Readonly<Record<string, string>>;
}

export function providerBrowser(
  inlay: Pick<InlayInUse, 'running'>,
  { enters, ...at }: BrowserOptions = {},
): ProviderBrowser {
  const page = signInPage(inlay, at);
  const providerCookies = new Map<string, string>();
  const url = at.url ?? inlay.running.url;

  const visit = async (path: string, from: 'same-origin' | 'cross-site' = 'same-origin') => {
    const sent = [...page.cookies].filter(
      ([name]) => from === 'same-origin' || !STRICT_COOKIES.includes(name),
    );
    const response = await call<unknown>(`${url}${path}`, {
      headers: {
        'sec-fetch-site': from,
        'sec-fetch-mode': 'navigate',
        ...(at.host !== undefined && { host: at.host }),
        ...(sent.length > 0 && { cookie: sent.map((pair) => pair.join('=')).join('; ') }),
      },
    });
    for (const line of response.headers['set-cookie'] ?? []) keep(page.cookies, line);
    return response;
  };

  const throughProvider = async (start: string): Promise<string> => {
    const origin = new URL(start).origin;
    let next = start;
    let form: URLSearchParams | undefined;
    for (let times = 0; times < MAX_REDIRECTS; times += 1) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...providerCookies].map((pair) => pair.join('=')).join('; ') },
        ...(form && { method: 'POST', body: form }),
      });
      const body = await response.text();
      for (const line of response.headers.getSetCookie()) keep(providerCookies, line);
      const location = response.headers.get('location');
      const action = /<form[^>]* action="([^"]+)"/.exec(body)?.[1];
      if (location === null && enters && action && !form) {
        form = new URLSearchParams(enters);
        next = new URL(action.replaceAll('&amp;', '&'), next).href;
        continue;
      }
      form = undefined;
      assert.ok(location, `${next} answered ${response.status}: ${body.slice(0, 2000)}`);
      const target = new URL(location, next);
      if (target.origin !== origin) return `${target.pathname}${target.search}`;
      next = target.href;
    }
    throw new Error(`${start} redirects without end.`);
  };

  const goToProvider = async (start: string, from: 'same-origin' | 'cross-site' = 'same-origin') => {
    const { status, headers, body } = await visit(start, from);
    assert.equal(status, 302, JSON.stringify(body));
    const location = headers.location ?? '';
    // It did not even begin.
    if (location.startsWith('/')) return location;
    return throughProvider(location);
  };

  return {
    ...page,
    providerCookies,
    visit,
    goToProvider,
    signIn: async (start, from) => {
      const back = await goToProvider(start, from);
      if (!back.includes('/callback')) return back;
      const { status, headers, body } = await visit(back, 'cross-site');
      assert.equal(status, 302, JSON.stringify(body));
      return headers.location ?? '';
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}
