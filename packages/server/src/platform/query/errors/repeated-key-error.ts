/** A relationship to one row whose key several rows have. */
export class RepeatedKeyError extends Error {
  override readonly name = 'RepeatedKeyError';
}
