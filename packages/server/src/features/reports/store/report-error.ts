import type { ReportReason } from '@inlay/content/subscription';

/**
 * What follows from a failure. `retry`: a later attempt may succeed. `skip`: nothing is sent this time. `fail`: this
 * delivery failed for good. `end`: the subscription ends. `unknown`: it may have arrived, so it is not sent again.
 */
export type ReportEffect = 'retry' | 'skip' | 'fail' | 'end' | 'unknown';

/** Why nothing was sent. Its text is for administrators and viewers: a sentence or two, without secrets and rows. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
  readonly reason: ReportReason;
  readonly effect: ReportEffect;
  /** How long the recipient asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: ReportReason,
    effect: ReportEffect,
    message: string,
    { retryAfterMs, ...options }: ErrorOptions & { readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.effect = effect;
    this.retryAfterMs = retryAfterMs;
  }
}
