import type { PageState } from '@inlay/content/page-state';
import { attributes, type Html, html, scriptJson, styleText } from './html.ts';
import { pageMessages } from './page-messages.ts';
import type { PageTheme } from './page-theme.ts';
import { namesIn, type Rule, rulesFor, writeRules } from './used-rules.ts';

/** Output of the frame's build: the style of rendered pages and the name of the script that takes them over. */
export interface PageAssets {
  readonly style: readonly Rule[];
  readonly loader: string | undefined;
  /** Files that a builder page preloads in this language. */
  readonly builder?: (language: string) => readonly string[];
}

export interface PageParts {
  readonly pageTheme: PageTheme;
  readonly title: string;
  /** Absent where no script takes the page over. */
  readonly state?: PageState;
  /** Rules for this page only. */
  readonly css?: string;
  readonly body: Html;
  /** More of the page follows, and the script does not wait for it. */
  readonly unfinished?: boolean;
}

const SKIP_CSS =
  '.inlay-skip{position:absolute;z-index:30;inset-block-start:4px;inset-inline-start:4px;max-width:calc(100% - 8px);padding:8px 14px;border-radius:8px;background:var(--inlay-text);color:var(--inlay-surface)}.inlay-skip:not(:focus){clip-path:inset(50%)}#inlay-end:not(:target){display:none}';

/**
 * Its last element is where the link at the start leads: the next tab stop is outside of the embed. It can be focused
 * only then. With a tabindex of −1, Chromium would continue at the start of the frame.
 */
export const PAGE_END = html`<div id="inlay-end" tabindex="0"></div></body></html>`.toString();

/** The document around its content. */
export const pageShell = (parts: PageParts, assets: PageAssets, nonce: string): string =>
  pageStart(parts, assets, nonce) + PAGE_END;

/** All of the document but its end. Styles and the one script carry the nonce of its content security policy. */
export function pageStart(given: PageParts, assets: PageAssets, nonce: string): string {
  const parts = withSkipLink(given);
  const { pageTheme, title, state, body, unfinished = false } = parts;
  const { locale, direction, mode } = pageTheme;
  const script =
    assets.loader !== undefined &&
    html`<script type="module"${attributes({ async: unfinished })} nonce="${nonce}" src="/embed/assets/${assets.loader}"></script>`;
  const root = html`<html lang="${locale.language}" dir="${direction}"${attributes({ 'data-inlay-theme': mode })}>`;
  const content = html`<body>${body}`;
  const style = styleText(styleOf(`${root}${content}`, parts, assets));
  const meta = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  const links = html`${!unfinished && script}${preloads(state, assets, locale.language)}`;
  const head = html`<head>${meta}<style nonce="${nonce}">${style}</style>${links}</head>`;
  const data =
    state !== undefined &&
    html`<script type="application/json" id="inlay-state">${scriptJson(state)}</script>`;
  return html`<!doctype html>${root}${head}${content}${data}${unfinished && script}`.toString();
}

/** Keyboard users pass an embed of many controls with one key: the link is its first tab stop, and only then in sight. */
function withSkipLink(parts: PageParts): PageParts {
  const { state, pageTheme, title, css = '', body } = parts;
  if (!state || !('kind' in state) || state.kind === 'tile') return parts;
  const text = pageMessages(pageTheme.locale.language).skip({ title });
  return {
    ...parts,
    css: css + SKIP_CSS,
    body: html`<a class="inlay-skip" href="#inlay-end">${text}</a>${body}`,
  };
}

/** The rules and colors that the markup needs; parts that follow may need any of them. */
function styleOf(
  markup: string,
  { pageTheme, css = '', unfinished = false }: PageParts,
  { style }: PageAssets,
): string {
  if (unfinished) return pageTheme.themeCss() + writeRules(style) + css;
  const rules = rulesFor(style, markup);
  return pageTheme.themeCss(rules.tokens.union(namesIn(css).tokens)) + rules.css + css;
}

/** Fetched beside the loader instead of after it: a canvas is there one round trip earlier. */
function preloads(state: PageState | undefined, { builder }: PageAssets, language: string): readonly Html[] {
  if (!builder || !state || !('kind' in state) || state.kind !== 'builder') return [];
  return builder(language).map((file) =>
    file.endsWith('.css')
      ? html`<link rel="preload" as="style" crossorigin href="/embed/assets/${file}">`
      : html`<link rel="modulepreload" href="/embed/assets/${file}">`,
  );
}
