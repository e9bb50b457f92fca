import { type AdminView, findAdminView, requestsOf } from '@inlay/protocol/admin-view';
import { type Html, html } from '../../platform/render/html.ts';

/** A browser has six connections to a server that speaks HTTP/1.1; the app's script and style take two. */
const CONNECTIONS = 6 - 2;
/** What waits for a seventh would wait for nothing less than what is not named at all; the first answers matter most. */
const ANSWERS = 2;
const HOME = '/embed-settings';

/**
 * What the page of a view names, so that the browser fetches its files and answers while it fetches the app, not after
 * the app has run. They are the app's own requests, with the session's cookie and the rules that hold for it; nothing of
 * what they answer is in the page.
 */
export function openingLinks(views: readonly AdminView[], address: string): readonly Html[] {
  const { pathname, searchParams } = new URL(address, 'http://inlay.invalid');
  const path = pathname.slice('/admin'.length).replace(/^\/?$/, HOME);
  const view = findAdminView(views, path);
  if (!view) return [];
  const answers = requestsOf(view, path, searchParams).slice(
    0,
    Math.max(ANSWERS, CONNECTIONS - view.files.length),
  );
  return [
    ...view.files.map((file) => html`<link rel="modulepreload" crossorigin href="/admin/${file}">\n`),
    ...answers.map(
      (request) => html`<link rel="preload" as="fetch" crossorigin href="/api/v0/${request}">\n`,
    ),
  ];
}
