import { kindStyle } from '@inlay/charts/tile-chart';
import type { OpenPageState } from '@inlay/content/page-state';
import { type Html, html } from './html.ts';
import { pageMessages } from './page-messages.ts';
import { type PageAssets, pageShell } from './page-shell.ts';
import type { PageTheme } from './page-theme.ts';

export interface ListedOnPage {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export const builderMain = (body: Html): Html =>
  html`<main class="inlay-page" data-kind="builder">${body}</main>`;

/** The dashboards of a builder, readable before any script arrives; the script makes them open. */
export function builderPage(
  pageTheme: PageTheme,
  dashboards: readonly ListedOnPage[],
  state: OpenPageState,
  assets: PageAssets,
  nonce: string,
): string {
  const { title: nothing, hint } = pageMessages(pageTheme.locale.language).empty;
  const list = dashboards.map(
    ({ id, title, description }) =>
      html`<li data-dashboard="${id}"><h2>${title}</h2>${description && html`<p>${description}</p>`}</li>`,
  );
  const body =
    dashboards.length === 0
      ? html`<p class="inlay-empty">${nothing}. ${hint}</p>`
      : html`<ul class="inlay-dashboards">${list}</ul>`;
  const head = html`<header class="inlay-head"><h1>${state.title}</h1></header>`;
  const page = builderMain(html`<div class="inlay-page" data-kind="dashboard">${head}${body}</div>`);
  return pageShell({ pageTheme, title: state.title, state, css: kindStyle(), body: page }, assets, nonce);
}
