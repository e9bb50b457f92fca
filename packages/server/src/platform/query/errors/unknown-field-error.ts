import { inEnglish, type Reason } from '../../rules/reason.ts';
import { QueryError } from './query-error.ts';

/** A name that the dataset does not have, or does not have for this viewer: the two cannot be told apart. */
export class UnknownFieldError extends QueryError {
  readonly reason: Reason;

  constructor(path: string, reason: Reason) {
    super(path, inEnglish(reason));
    this.reason = reason;
  }
}
