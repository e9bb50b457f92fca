import { AppError } from '../errors.ts';

/** What is wrong with a piece of content, and where: a JSON pointer. */
export interface ContentProblem {
  readonly path: string;
  readonly problem: string;
}

export function contentInvalid(problems: readonly ContentProblem[]): AppError {
  const shown = problems.slice(0, 100);
  const [first] = shown;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see details)` : '';
  return new AppError('REQUEST_INVALID', {
    message: `${first?.path || 'The content'} ${first?.problem}${more}.`,
    details: shown,
  });
}
