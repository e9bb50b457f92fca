import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { escapeHtml } from './escape-html.ts';
import type { PageLook } from './page-look.ts';
import { type PageAssets, pageShell } from './page-shell.ts';
import { messageFor, pageWords } from './words/page-words.ts';

export interface Failure {
  readonly embedId: string;
  readonly hostOrigin?: string;
  readonly code: FrameErrorCode;
  /** For the developer, who reads it in an event and in the console. */
  readonly message: string;
}

/** A calm page in place of the content: the viewer's words on it, the developer's in its state. */
export function messagePage(look: PageLook, failure: Failure, assets: PageAssets, nonce: string): string {
  const { code, message, ...page } = failure;
  const [title, hint] = messageFor(pageWords(look.locale.language), code);
  const body =
    `<main class="inlay-page inlay-message" role="status"><h1>${escapeHtml(title)}</h1>` +
    `<p>${escapeHtml(hint)}</p></main>`;
  return pageShell({ look, title, body, state: { ...page, error: { code, message } } }, assets, nonce);
}

/** The host could not send its form: the script waits for the fields and asks again. */
export function waitingPage(
  look: PageLook,
  page: Pick<Failure, 'embedId' | 'hostOrigin'>,
  assets: PageAssets,
  nonce: string,
): string {
  const body = '<main class="inlay-page" aria-busy="true"></main>';
  return pageShell({ look, title: '', body, state: { ...page, unpainted: true } }, assets, nonce);
}
