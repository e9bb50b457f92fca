import type { FrameErrorCode } from '@inlay/protocol/frame-messages';

const MESSAGES = {
  PARENT_INVALID: 'parent must be a DOM element.',
  INSTANCE_UNKNOWN: 'Pass { instanceUrl }, or load embedSdk.js from the instance.',
  HOST_OPAQUE: 'Serve the page over http(s), not sandboxed.',
  FRAME_UNREACHABLE: 'No answer: check the instance, its allowed origins and frame-src.',
  VERSION_MISMATCH: 'No common version: update the SDK or the instance.',
  FRAME_RESTARTED: 'The frame restarted: repeat the call.',
  NO_ANSWER: 'No answer from the frame: try again.',
  DESTROYED: 'The embed was destroyed: insert it again.',
  TOKEN_PROVIDER_FAILED: 'tokenProvider must return a token.',
} as const;

type HostErrorCode = keyof typeof MESSAGES;
/** `CONFIGURATION`: an option can never work; the message names it. */
export type InlayErrorCode = HostErrorCode | 'CONFIGURATION' | FrameErrorCode;

/**
 * What every promise of the SDK rejects with. `code` is for programs and stays; `message` says what to do.
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
  readonly code: InlayErrorCode;

  constructor(code: InlayErrorCode, message?: string, cause?: unknown) {
    super(message ?? MESSAGES[code as HostErrorCode] ?? code, { cause });
    this.code = code;
  }
}
