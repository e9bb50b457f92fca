import { AppError } from '../errors.ts';

/**
 * `unconfirmed`: the connection broke while a change was being committed, so that nobody knows whether it was. Such a
 * change is never reported as done, and never repeated by the server.
 */
export type StoreTrouble = 'unreachable' | 'timeout' | 'busy' | 'read-only' | 'disk' | 'unconfirmed';

const UNCONFIRMED =
  'The store did not confirm this change, so it may or may not have been saved. Check before you try again.';

/** The store cannot do what was asked of it now; the request was not at fault. */
export class StoreUnavailableError extends AppError {
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, cause: unknown) {
    super('UNAVAILABLE', {
      ...(trouble === 'unconfirmed' ? { message: UNCONFIRMED } : {}),
      headers: { 'retry-after': '5' },
      detail: `store ${trouble}: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    });
    this.trouble = trouble;
  }
}
