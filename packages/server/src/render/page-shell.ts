import { chartCss } from '@inlay/charts/chart-css';
import type { PageState } from '@inlay/protocol/page-state';
import { escapeHtml, scriptJson } from './escape-html.ts';
import { headingCss } from './heading-css.ts';
import type { PageLook } from './page-look.ts';

/** What the frame's build gives: the style of painted pages and the address of the script that takes them over. */
export interface PageAssets {
  readonly css: string;
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
  const { locale, direction, mode, themeCss } = look;
  const theme = mode === undefined ? '' : ` data-inlay-theme="${mode}"`;
  const script =
    assets.loader === undefined
      ? ''
      : `<script type="module"${unfinished ? ' async' : ''} nonce="${nonce}" src="/embed/assets/${escapeHtml(assets.loader)}"></script>`;
  return (
    `<!doctype html><html lang="${escapeHtml(locale.language)}" dir="${direction}"${theme}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>` +
    `<style nonce="${nonce}">${themeCss}${chartCss}${assets.css}${headingCss}${css}</style>` +
    `${unfinished ? '' : script}${preloads(state, assets, locale.language)}</head><body>${body}` +
    `<script type="application/json" id="inlay-state">${scriptJson(state)}</script>${unfinished ? script : ''}`
  );
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
