import { AppError } from '../errors.ts';

/**
 * `unconfirmed`: the connection broke during a commit, so it is unknown whether the change was made. Such a change is
 * never reported as done and never retried by the server.
 */
export type StoreFailure = 'unreachable' | 'timeout' | 'busy' | 'read-only' | 'disk' | 'unconfirmed';

const UNCONFIRMED =
  'The store did not confirm this change, so it may or may not have been saved. Check before you try again.';

/** The store is at fault, not the request. */
export class StoreUnavailableError extends AppError {
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure, cause: unknown) {
    super('UNAVAILABLE', {
      ...(failure === 'unconfirmed' ? { message: UNCONFIRMED } : {}),
      headers: { 'retry-after': '5' },
      detail: `store ${failure}: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    });
    this.failure = failure;
  }
}
