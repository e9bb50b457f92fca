/** A mistake in an expression: where it is, in characters from 0, and what to change. */
export class ExpressionError extends Error {
  readonly position: number;
  readonly length: number;
  /** The message without its place. */
  readonly problem: string;

  constructor({ position, length }: Span, problem: string) {
    super(`${problem} (at character ${position + 1})`);
    this.name = 'ExpressionError';
    this.position = position;
    this.length = length;
    this.problem = problem;
  }
}

/** A piece of the text of an expression, in UTF-16 code units, as editors count them. */
export interface Span {
  readonly position: number;
  readonly length: number;
}
