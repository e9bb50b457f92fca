import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { Refusal } from './form-state.ts';

/** The fields that the API named in its `details`, and its sentence; also for what never reached the API. */
export function readRefusal(error: unknown): Refusal & { readonly status: unknown } {
  const { status, message, details } = Object(error) as Readonly<Record<string, unknown>>;
  return {
    status,
    problems: Array.isArray(details) ? details.filter(isFieldProblem) : [],
    message: typeof message === 'string' && message !== '' ? message : 'This could not be saved. Try again.',
  };
}

function isFieldProblem(detail: unknown): detail is FieldProblem {
  const { path, problem } = Object(detail) as Partial<Record<keyof FieldProblem, unknown>>;
  return typeof path === 'string' && typeof problem === 'string';
}
