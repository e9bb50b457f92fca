import { AppError } from '../errors.ts';

/** A field of a request (RFC 6901 pointer) and what is wrong with it. */
export interface FieldProblem {
  readonly path: string;
  readonly problem: string;
}

export function refuseFields(problems: readonly FieldProblem[]): void {
  const [first, ...rest] = problems;
  if (first === undefined) return;
  const more = rest.length > 0 ? ` (and ${rest.length} more, see details)` : '';
  throw new AppError('REQUEST_INVALID', {
    message: `${first.path} ${first.problem}${more}.`,
    details: problems.slice(0, 100),
  });
}
