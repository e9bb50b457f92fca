import type { FrameErrorCode } from '@inlay/protocol/frame-messages';

const MESSAGES = {
  PARENT_INVALID: '`parent` must be an element: is it null?',
  INSTANCE_UNKNOWN: 'No instance: pass `instanceUrl`, or load embedSdk.js from it.',
  HOST_OPAQUE: 'The page has no origin: use https and no sandbox.',
  FRAME_UNREACHABLE: 'The embed did not load: check the instance, allowed origins and `frame-src`.',
  VERSION_MISMATCH: 'Update the SDK or the instance.',
  FRAME_RESTARTED: 'The frame was reloaded: try again.',
  NO_ANSWER: 'The frame did not respond: try again.',
  DESTROYED: 'The embed was destroyed: insert it again.',
  TOKEN_PROVIDER_FAILED: '`tokenProvider` must return a token.',
} as const;

type HostErrorCode = keyof typeof MESSAGES;
/** `CONFIGURATION`: an option is not valid; the message names it. */
export type InlayErrorCode = HostErrorCode | 'CONFIGURATION' | FrameErrorCode;

/**
 * Every promise of the SDK rejects with this error. `code` is stable, for programs; `message` says what happened and what
 * to do.
 *
 * @example
 * ```ts
 * try {
 *   await inlay.insertEmbedById('sales', parent, { token })
 * } catch (error) {
 *   if (error instanceof InlayError && error.code === 'TOKEN_EXPIRED') showSignIn()
 *   else throw error
 * }
 * ```
 */
export class InlayError extends Error {
  override readonly name = 'InlayError';
  declare readonly code: InlayErrorCode;
  /** HTTP status, if a request of the SDK itself got a response. */
  declare readonly status: number | undefined;

  constructor(
    code: InlayErrorCode,
    message?: string,
    options: ErrorOptions & { readonly status?: number } = {},
  ) {
    super(message ?? MESSAGES[code as HostErrorCode] ?? code, options);
    this.code = code;
    this.status = options.status;
  }
}
