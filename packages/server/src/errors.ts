import { ERRORS, type ErrorCode } from '@inlay/protocol/error-codes';

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

/** A reason not to start: one sentence for the person at the terminal, no stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
