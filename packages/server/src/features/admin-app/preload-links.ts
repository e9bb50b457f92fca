import type { AdminScreens } from '@inlay/protocol/admin-screens';
import { matchLanguage } from '@inlay/protocol/language';
import { type Html, html } from '../../platform/render/html.ts';

/** A browser has six connections to a server that speaks HTTP/1.1; the app's script and style take two. */
const CONNECTIONS = 6 - 2;
/** A request that waits for a free connection gains nothing from a link; the first two matter most. */
const ANSWERS = 2;
const HOME = '/embed-settings';
/** Pages for people who cannot sign in yet load what they need themselves: neither the sign-in nor a screen. */
const PUBLIC_PAGE = /^\/(?:set|forgot)-password$/;
/** What the sign-in offers besides the password. */
const SIGN_IN_OPTIONS = html`<link rel="preload" as="fetch" crossorigin href="/admin/session/options">\n`;

interface Visit {
  /** The address of the page. */
  readonly url: string;
  readonly acceptLanguage: string | undefined;
  /** Without a session, the app shows the sign-in. */
  readonly isSignedIn: boolean;
}

/**
 * Preload links for a screen, so that the browser fetches its files and data while it fetches the app, not after the app
 * has run. These are the app's own requests, with the session's cookie and permissions; the page holds no data.
 */
export async function preloadLinks(
  app: AdminScreens,
  { url, acceptLanguage, isSignedIn }: Visit,
): Promise<readonly Html[]> {
  const { pathname, searchParams } = new URL(url, 'http://inlay.invalid');
  const path = pathname.slice('/admin'.length).replace(/^\/?$/, HOME);
  if (PUBLIC_PAGE.test(path)) return messageFiles(app.messages.admin, acceptLanguage).map(moduleLink);
  const screen = isSignedIn ? app.screens.find(({ matches }) => matches(path)) : undefined;
  const components = isSignedIn ? await screen?.components(path) : [await app.loadSignIn()];
  // They share files, and several namespaces may be in one.
  const modules = new Set([
    ...(components ?? []).flat(),
    ...['admin', ...(screen?.messages ?? [])].flatMap((name) =>
      messageFiles(app.messages[name], acceptLanguage),
    ),
  ]);
  const room = Math.max(ANSWERS, CONNECTIONS - modules.size);
  const queries = screen?.queries(path, searchParams) ?? [];
  const responses = isSignedIn
    ? queries.map(
        ({ address }) => html`<link rel="preload" as="fetch" crossorigin href="/api/v0${address}">\n`,
      )
    : [SIGN_IN_OPTIONS];
  return [...Array.from(modules, moduleLink), ...responses.slice(0, room)];
}

const moduleLink = (file: string): Html =>
  html`<link rel="modulepreload" crossorigin href="/admin/${file}">\n`;

/** The same choice of language as in the app, unless another one is saved in the browser. */
function messageFiles(
  byLanguage: Readonly<Record<string, readonly string[]>> = {},
  acceptLanguage = '',
): readonly string[] {
  const tags = acceptLanguage.split(',').map((range) => range.split(';', 1)[0]?.trim() ?? '');
  const found = tags
    .map((tag) => matchLanguage(tag, Object.keys(byLanguage)))
    .find((each) => each !== undefined);
  return byLanguage[found ?? 'en'] ?? [];
}
