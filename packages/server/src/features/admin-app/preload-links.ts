import type { AdminScreens } from '@inlay/protocol/admin-screens';
import { type Html, html } from '../../platform/render/html.ts';

/** A browser has six connections to a server that speaks HTTP/1.1; the app's script and style take two. */
const CONNECTIONS = 6 - 2;
/** A request that waits for a free connection gains nothing from a link; the first two matter most. */
const ANSWERS = 2;
const HOME = '/embed-settings';

/**
 * Preload links for a screen, so that the browser fetches its files and data while it fetches the app, not after the app
 * has run. These are the app's own requests, with the session's cookie and permissions; the page holds no data.
 */
export function preloadLinks({ screens, files }: AdminScreens, address: string): readonly Html[] {
  const { pathname, searchParams } = new URL(address, 'http://inlay.invalid');
  const path = pathname.slice('/admin'.length).replace(/^\/?$/, HOME);
  const screen = screens.find(({ matches }) => matches(path));
  if (!screen) return [];
  const own = files[screen.path] ?? [];
  const queries = screen.queries(path, searchParams).slice(0, Math.max(ANSWERS, CONNECTIONS - own.length));
  return [
    ...own.map((file) => html`<link rel="modulepreload" crossorigin href="/admin/${file}">\n`),
    ...queries.map(
      (query) => html`<link rel="preload" as="fetch" crossorigin href="/api/v0${query.address}">\n`,
    ),
  ];
}
