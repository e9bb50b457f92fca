import type { FrameErrorCode } from '@inlay/protocol/frame-messages';

/** A refusal that the host may read: its message says what to change. */
export class FrameError extends Error {
  readonly code: FrameErrorCode;

  constructor(code: FrameErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const unreachable = (): FrameError =>
  new FrameError('UNREACHABLE', 'The instance does not answer: check the network.');
