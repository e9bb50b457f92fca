import type { FrameErrorCode } from '@inlay/protocol/frame-messages';

/** An error for the host: its message says what to change. */
export class FrameError extends Error {
  readonly code: FrameErrorCode;

  constructor(code: FrameErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const unreachable = (): FrameError =>
  new FrameError('UNREACHABLE', 'The instance does not respond: check the network.');
