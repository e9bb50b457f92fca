/** A question that cannot be asked: where in it the mistake is, and what to change. */
export class QueryError extends Error {
  readonly code = 'QUERY_INVALID';
  /** A JSON pointer (RFC 6901) into the question or the dataset. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(`${path === '' ? '/' : path}: ${message}`);
    this.name = 'QueryError';
    this.path = path;
  }
}
