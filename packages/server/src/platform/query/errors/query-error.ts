/** An invalid query: where the mistake is, and what to change. */
export class QueryError extends Error {
  readonly code = 'QUERY_INVALID';
  /** A JSON pointer (RFC 6901) into the query or the dataset. */
  readonly path: string;
  /** The message without its place. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path === '' ? '/' : path}: ${problem}`);
    this.name = 'QueryError';
    this.path = path;
    this.problem = problem;
  }
}
