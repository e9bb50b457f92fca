import type { FieldProblem } from '@inlay/protocol/shape-errors';

/** An error response of the API, or that it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryAfter: number;
  readonly details: unknown;
  /** The error code of the API; empty if there was no response. */
  readonly code: string;
  constructor(status: number, message: string, retryAfter = 0, details: unknown = undefined, code = '') {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.details = details;
    this.code = code;
  }

  /** The fields that the API named, where it did. */
  get problems(): readonly FieldProblem[] {
    return Array.isArray(this.details) ? this.details : [];
  }
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, String(error));
}
