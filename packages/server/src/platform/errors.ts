import { ERRORS, type ErrorCode } from '@inlay/protocol/error-codes';
import type { FieldProblem } from '@inlay/protocol/shape-errors';

export interface ErrorContext {
  /** Replaces the table's sentence where a more helpful one is known; it goes to the caller. */
  readonly message?: string;
  /** Machine-readable particulars for the caller, such as the paths of wrong fields. */
  readonly details?: unknown;
  /** For the log only: what an operator needs and a caller must not see. */
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal with a code of the error table: `throw new AppError('NOT_FOUND')`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: unknown;
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, context: ErrorContext = {}) {
    const [statusCode, message] = ERRORS[code];
    super(context.message ?? message, { cause: context.cause });
    this.name = 'AppError';
    this.code = code;
    this.statusCode = statusCode;
    this.details = context.details;
    this.detail = context.detail;
    this.headers = context.headers ?? {};
  }
}

/** `/title is required (and 2 more, see details)` */
export function sentenceOf([first, ...rest]: readonly FieldProblem[]): string {
  const more = rest.length > 0 ? ` (and ${rest.length} more, see details)` : '';
  return `${first?.path || 'The request body'} ${first?.problem}${more}`;
}

/** A sentence may end with a suggestion: “Did you mean …?” */
export const ended = (sentence: string): string => (sentence.endsWith('?') ? sentence : `${sentence}.`);

/** The problems of a request's fields, by path. */
export function fieldsInvalid(problems: readonly FieldProblem[]): AppError {
  return new AppError('REQUEST_INVALID', {
    message: ended(sentenceOf(problems)),
    details: problems.slice(0, 1000),
  });
}

/** The values of these fields belong to something else already. */
export function fieldsTaken(
  problems: readonly FieldProblem[],
  message = `${sentenceOf(problems)}.`,
): AppError {
  return new AppError('CONFLICT', { message, details: problems });
}

/** The specification requires 401, not 403; RFC 6750 §3.1 explains why. */
export const insufficientScope = (description?: string) =>
  new AppError('UNAUTHORIZED', {
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope"${description === undefined ? '' : `, error_description="${description}"`}`,
    },
  });

export function refuseFields(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw fieldsInvalid(problems);
}

/** A reason not to start: one sentence for the person at the terminal, no stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
