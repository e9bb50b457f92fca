import type { OpenPageState } from '@inlay/protocol/page-state';
import { escapeHtml } from './escape-html.ts';
import type { PageLook } from './page-look.ts';
import { type PageAssets, pageShell } from './page-shell.ts';
import { pageWords } from './words/page-words.ts';

export interface ListedOnPage {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export const builderMain = (body: string): string =>
  `<main class="inlay-page" data-kind="builder">${body}</main>`;

/** The dashboards of a builder, readable before any script arrives; the script makes them open. */
export function builderPage(
  look: PageLook,
  dashboards: readonly ListedOnPage[],
  state: OpenPageState,
  assets: PageAssets,
  nonce: string,
): string {
  const [nothing, hint] = pageWords(look.locale.language).empty;
  const list = dashboards
    .map(({ id, title, description }) => {
      const told = description ? `<p>${escapeHtml(description)}</p>` : '';
      return `<li data-dashboard="${escapeHtml(id)}"><h2>${escapeHtml(title)}</h2>${told}</li>`;
    })
    .join('');
  const body =
    dashboards.length === 0
      ? `<p class="inlay-empty">${escapeHtml(nothing)}. ${escapeHtml(hint)}</p>`
      : `<ul class="inlay-dashboards">${list}</ul>`;
  const head = `<header class="inlay-head"><h1>${escapeHtml(state.title)}</h1></header>`;
  const page = builderMain(`<div class="inlay-page" data-kind="dashboard">${head}${body}</div>`);
  return pageShell({ look, title: state.title, state, body: page }, assets, nonce);
}
