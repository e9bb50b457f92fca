import type { PageState } from '@inlay/protocol/page-state';
import { escapeHtml, scriptJson } from './escape-html.ts';
import type { PageLook } from './page-look.ts';
import { namesIn, type Rule, usedRules, writeRules } from './used-rules.ts';

/** What the frame's build gives: the style of painted pages and the address of the script that takes them over. */
export interface PageAssets {
  readonly style: readonly Rule[];
  readonly loader: string | undefined;
  /** Files that a builder needs at once in this language, so that its page names them. */
  readonly builder?: (language: string) => readonly string[];
}

export interface PageParts {
  readonly look: PageLook;
  readonly title: string;
  readonly state: PageState;
  /** Rules that hold for this page alone. */
  readonly css?: string;
  readonly body: string;
  /** More of it is still to come: the script does not wait for that. */
  readonly unfinished?: boolean;
}

export const PAGE_END = '</body></html>';

/** The document around what is shown. */
export const pageShell = (parts: PageParts, assets: PageAssets, nonce: string): string =>
  pageStart(parts, assets, nonce) + PAGE_END;

/** All of the document but its end. Styles and the one script carry the nonce of its content security policy. */
export function pageStart(
  { look, title, state, css = '', body, unfinished = false }: PageParts,
  assets: PageAssets,
  nonce: string,
): string {
  const { locale, direction, mode } = look;
  const theme = mode === undefined ? '' : ` data-inlay-theme="${mode}"`;
  const script =
    assets.loader === undefined
      ? ''
      : `<script type="module"${unfinished ? ' async' : ''} nonce="${nonce}" src="/embed/assets/${escapeHtml(assets.loader)}"></script>`;
  const root = `<html lang="${escapeHtml(locale.language)}" dir="${direction}"${theme}>`;
  const content = `<body>${body}`;
  return (
    `<!doctype html>${root}<head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>` +
    `<style nonce="${nonce}">${styleOf(root + content, look, assets, unfinished)}${css}</style>` +
    `${unfinished ? '' : script}${preloads(state, assets, locale.language)}</head>${content}` +
    `<script type="application/json" id="inlay-state">${scriptJson(state)}</script>${unfinished ? script : ''}`
  );
}

/** What the markup needs to look as it should; parts that follow may show anything, in any colour. */
function styleOf(markup: string, look: PageLook, { style }: PageAssets, unfinished: boolean): string {
  if (unfinished) return look.themeCss() + writeRules(style);
  const names = namesIn(markup);
  const rules = writeRules(usedRules(style, markup, names));
  return look.themeCss(names.tokens.union(namesIn(rules).tokens)) + rules;
}

/** Fetched beside the loader instead of after it: a canvas is there one round trip earlier. */
function preloads(state: PageState, { builder }: PageAssets, language: string): string {
  if (!builder || !('kind' in state) || state.kind !== 'builder') return '';
  return builder(language)
    .map((file) => {
      const as = file.endsWith('.css') ? 'rel="preload" as="style" crossorigin' : 'rel="modulepreload"';
      return `<link ${as} href="/embed/assets/${escapeHtml(file)}">`;
    })
    .join('');
}
