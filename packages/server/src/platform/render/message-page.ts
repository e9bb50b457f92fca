import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { type Html, html } from './html.ts';
import { messageFor, pageMessages } from './page-messages.ts';
import { type PageAssets, pageShell } from './page-shell.ts';
import type { PageTheme } from './page-theme.ts';

export interface Failure {
  readonly embedId: string;
  readonly hostOrigin?: string;
  readonly code: FrameErrorCode;
  /** For the developer, in an event and in the console. */
  readonly message: string;
  /** The server itself is busy or lacks its store: no database of the tenant is at fault. */
  readonly isOfServer?: boolean;
}

/** A page in place of the content: it shows a message for the viewer, and its state has one for the developer. */
export function messagePage(
  pageTheme: PageTheme,
  failure: Failure,
  assets: PageAssets,
  nonce: string,
): string {
  const { code, message, isOfServer, ...page } = failure;
  const messages = pageMessages(pageTheme.locale.language);
  const { title, hint } = isOfServer ? messages.unavailable : messageFor(messages, code);
  // The page's script makes it work; until then, and without one, there is nothing to press.
  const again = PASSING.includes(code) && html`<button type="button" hidden>${messages.again}</button>`;
  const path = isOfServer ? CLOCK : (paths[code] ?? PAUSED);
  const body = messageBody(html`${icon(path)}<h1>${title}</h1><p>${hint}</p>${again}`);
  const state = { ...page, error: { code, message } };
  return pageShell({ pageTheme, title, body, state }, assets, nonce);
}

export const messageBody = (content: Html): Html =>
  html`<main class="inlay-page"><div class="inlay-message" role="status">${content}</div></main>`;

/** For a server that is too busy to render a page. */
export const bareMessagePage = (message: string): string =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><title>${message}</title><p>${message}</p></html>`.toString();

/** Transient failures. */
const PASSING: readonly FrameErrorCode[] = ['ENGINE_UNAVAILABLE', 'INTERNAL', 'UNREACHABLE'];

const CLOCK = 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM8 5v3.2l2 1.3';
const FRAME = 'M2.5 3.5h11v9h-11zM2.5 6h11M6 8.5h5v2H6z';
const LOCK = 'M4.5 7.5h7v5h-7zM6 7.5V5.5a2 2 0 0 1 4 0v2';
const paths: Partial<Record<FrameErrorCode, string>> = {
  EMBED_NOT_FOUND: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5l3 3',
  TOKEN_MISSING: CLOCK,
  TOKEN_INVALID: CLOCK,
  TOKEN_EXPIRED: CLOCK,
  ACCESS_DENIED: LOCK,
  ORIGIN_REFUSED: LOCK,
};
const PAUSED =
  'M3.5 4.5c0-1 2-1.8 4.5-1.8s4.5.8 4.5 1.8-2 1.8-4.5 1.8-4.5-.8-4.5-1.8ZM3.5 4.5v7c0 1 2 1.8 4.5 1.8s4.5-.8 4.5-1.8v-7M3.5 8c0 1 2 1.8 4.5 1.8S12.5 9 12.5 8';

const icon = (path: string): Html =>
  html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

/** The host could not send its form: the script waits for the fields and requests the page again. */
export function waitingPage(
  pageTheme: PageTheme,
  page: Pick<Failure, 'embedId' | 'hostOrigin'>,
  assets: PageAssets,
  nonce: string,
): string {
  const body = html`<main class="inlay-page" aria-busy="true"></main>`;
  return pageShell({ pageTheme, title: '', body, state: { ...page, unrendered: true } }, assets, nonce);
}

/** Opened without a host, where nothing will ever arrive. It is the same for every embed, also for those that do not exist. */
export function directPage(pageTheme: PageTheme, { style }: PageAssets, nonce: string): string {
  const { title, hint } = pageMessages(pageTheme.locale.language).direct;
  const body = messageBody(html`${icon(FRAME)}<h1>${title}</h1><p>${hint}</p>`);
  return pageShell({ pageTheme, title, body }, { style, loader: undefined }, nonce);
}
