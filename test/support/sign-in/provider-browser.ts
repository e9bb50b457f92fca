import assert from 'node:assert/strict';
import { type ApiResponse, call } from '../http/api-client.ts';
import type { InlayInUse } from '../server/use-inlay.ts';
import { type PageForm, pageForm } from './page-form.ts';
import { type SignInPage, signInPage } from './sign-in-page.ts';

type From = 'same-origin' | 'cross-site';

/** A browser that visits pages of Inlay and of providers, and follows their redirects and forms. */
export interface ProviderBrowser extends SignInPage {
  /** Opens an address as if a page of this site, or of another one, led there. */
  visit(path: string, from?: From): Promise<ApiResponse<unknown>>;
  /** Starts a sign-in and goes through the provider. Returns the path that it comes back to, and does not open it. */
  goToProvider(start: string, from?: From): Promise<string>;
  /** The same with a SAML provider. Returns what its page posts here, and does not post it. */
  goToSamlProvider(start: string, from?: From): Promise<SamlPost>;
  /** Posts a response as the page of a SAML provider does, and then as our page does, which gets it first. */
  postResponse(post: SamlPost): Promise<ApiResponse<unknown>>;
  /** The whole way. Returns where it ends. */
  signIn(start: string, from?: From): Promise<string>;
  /** What providers set. */
  readonly providerCookies: Map<string, string>;
  /** Which forms of providers were filled in. */
  readonly filledIn: readonly string[];
}

/** What the page of a SAML provider posts here. */
export interface SamlPost {
  /** Of the address for responses. */
  readonly path: string;
  /** In Base64. */
  readonly response: string;
}

/** How a provider sends the browser back: with a redirect, or with a form that its page posts. */
interface WayBack {
  readonly path: string;
  readonly form?: PageForm;
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
  const filledIn: string[] = [];
  const url = at.url ?? inlay.running.url;

  /** With a form, it is posted. */
  const navigate = async (path: string, from: From, fields?: PageForm['fields']) => {
    // All cookies here are SameSite, and those that are Lax come along unless another site posts.
    const isSent = (name: string) => from === 'same-origin' || !(fields || STRICT_COOKIES.includes(name));
    const sent = [...page.cookies].filter(([name]) => isSent(name));
    const origin = at.host === undefined ? new URL(url).origin : `http://${at.host}`;
    const response = await call<unknown>(`${url}${path}`, {
      headers: {
        'sec-fetch-site': from,
        'sec-fetch-mode': 'navigate',
        ...(fields && {
          'content-type': 'application/x-www-form-urlencoded',
          origin: from === 'same-origin' ? origin : 'null',
        }),
        ...(at.host !== undefined && { host: at.host }),
        ...(sent.length > 0 && { cookie: sent.map((pair) => pair.join('=')).join('; ') }),
      },
      ...(fields && { rawBody: new URLSearchParams(fields).toString() }),
    });
    for (const line of response.headers['set-cookie'] ?? []) keep(page.cookies, line);
    return response;
  };
  const visit = (path: string, from: From = 'same-origin') => navigate(path, from);

  const throughProvider = async (start: string): Promise<WayBack> => {
    const origin = new URL(start).origin;
    let next = start;
    let sent: URLSearchParams | undefined;
    for (let times = 0; times < MAX_REDIRECTS; times += 1) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...providerCookies].map((pair) => pair.join('=')).join('; ') },
        ...(sent && { method: 'POST', body: sent }),
      });
      const body = await response.text();
      for (const line of response.headers.getSetCookie()) keep(providerCookies, line);
      const location = response.headers.get('location');
      const form = location === null ? pageForm(body) : undefined;
      const target = URL.parse(location ?? form?.action ?? '', next);
      if (target && target.origin !== origin)
        return { path: `${target.pathname}${target.search}`, ...(form && { form }) };
      if (form && target && enters && !sent) {
        sent = new URLSearchParams(enters);
        filledIn.push(target.pathname);
      } else {
        sent = undefined;
        assert.ok(location !== null && target, `${next} answered ${response.status}: ${body.slice(0, 2000)}`);
      }
      next = target.href;
    }
    throw new Error(`${start} redirects without end.`);
  };

  const goThrough = async (start: string, from: From = 'same-origin'): Promise<WayBack> => {
    const { status, headers, body } = await visit(start, from);
    assert.equal(status, 302, JSON.stringify(body));
    const location = headers.location ?? '';
    // It did not even begin.
    if (location.startsWith('/')) return { path: location };
    return throughProvider(location);
  };

  const postResponse = async ({ path, response }: SamlPost) => {
    const { status, body } = await navigate(path, 'cross-site', { SAMLResponse: response });
    const form = pageForm(String(body));
    assert.ok(status === 200 && form, `${path} answered ${status}: ${JSON.stringify(body)}`);
    const target = new URL(form.action, `${url}${path}`);
    return navigate(target.pathname, 'same-origin', form.fields);
  };

  return {
    ...page,
    providerCookies,
    filledIn,
    visit,
    goToProvider: async (start, from) => (await goThrough(start, from)).path,
    goToSamlProvider: async (start, from) => samlPost(await goThrough(start, from)),
    postResponse,
    signIn: async (start, from) => {
      const back = await goThrough(start, from);
      if (!back.form && !back.path.includes('/callback')) return back.path;
      const { status, headers, body } = back.form
        ? await postResponse(samlPost(back))
        : await visit(back.path, 'cross-site');
      assert.equal(status, 302, JSON.stringify(body));
      return headers.location ?? '';
    },
  };
}

function samlPost({ path, form }: WayBack): SamlPost {
  const response = form?.fields.SAMLResponse;
  assert.ok(response, `The provider did not post a response, but led to ${path}.`);
  return { path, response };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}
