import { QueryError } from './query-error.ts';

/** A name that the dataset does not have, or does not have for this viewer: the two cannot be told apart. */
export class UnknownFieldError extends QueryError {}
