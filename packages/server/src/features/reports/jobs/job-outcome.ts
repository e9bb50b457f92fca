import type { ReportReason } from '@inlay/content/subscription';
import { AppError } from '../../../platform/errors.ts';
import { MAX_ATTEMPTS, retryDelay } from '../../../platform/mail/retry-delay.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import { isAddress } from '../store/recipients-of.ts';
import { ReportError } from '../store/report-error.ts';

/** What came of an attempt that did not send. */
export type Failure =
  | (Cause & { readonly outcome: 'delayed'; readonly nextAt: number })
  | (Cause & { readonly outcome: 'skipped' | 'failed' | 'unknown' | 'ended' });

interface Cause {
  readonly code: ReportReason;
  /** The same for people. */
  readonly reason: string;
}

const OUTCOMES = { skip: 'skipped', fail: 'failed', unknown: 'unknown', end: 'ended' } as const;

/** Errors of ours do not pass with time. */
const INTERNAL_ATTEMPTS = 3;

/** The state of an attempt when it failed. */
export interface FailedAttempt {
  readonly job: Pick<ReportJobRow, 'attempts' | 'recipient'>;
  /** Whether the message may be with the mail server. */
  readonly isSending: boolean;
  readonly now: number;
  /** When the next one is due. */
  readonly until: number;
  /** Whether the server is being stopped. */
  readonly isStopping: boolean;
}

/** What follows from an error. */
export function failureOf(error: unknown, attempt: FailedAttempt): Failure {
  const { job, isSending, now, until, isStopping } = attempt;
  const isKnown = error instanceof ReportError;
  if (!isKnown && isSending && isAddress(job.recipient))
    return { outcome: 'unknown', code: 'outcome-unknown', reason: UNKNOWN };
  // Another node goes on, or this one once it is back.
  if (!isKnown && isStopping) return { outcome: 'delayed', code: 'internal', reason: STOPPED, nextAt: now };
  const { effect, reason: code, message: reason, retryAfterMs = 0 } = isKnown ? error : asReportError(error);
  if (effect !== 'retry') return { outcome: OUTCOMES[effect], code, reason };
  const isGivenUp = code === 'internal' && job.attempts >= INTERNAL_ATTEMPTS;
  const delay = isGivenUp ? undefined : retryDelay(job.attempts);
  const failed = { outcome: 'failed', code, reason } as const;
  if (delay === undefined) return failed;
  const nextAt = now + Math.max(delay, retryAfterMs);
  return nextAt >= until ? failed : { outcome: 'delayed', code, reason, nextAt };
}

const UNKNOWN =
  'An error occurred while it was being sent, so it may have arrived. If it has not, send it again.';
const STOPPED = 'The server was stopped.';

/** Whether an error is one of ours, which the log explains. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof ReportError || error instanceof AppError || isTimeout(error));

function asReportError(error: unknown): ReportError {
  if (isTimeout(error))
    return new ReportError('data-unavailable', 'retry', 'It took longer than two minutes.');
  if (error instanceof AppError) return new ReportError('data-unavailable', 'retry', error.message);
  return new ReportError(
    'internal',
    'retry',
    'An internal error occurred. The log of the server has the details.',
  );
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Thrown instead of beginning an attempt, if those before it ended with their server. */
export function refuseCrashing({ attempts }: Pick<ReportJobRow, 'attempts'>): void {
  if (attempts > MAX_ATTEMPTS)
    throw new ReportError(
      'internal',
      'fail',
      'The server stopped several times while it was working on this.',
    );
}
