import { EngineError, type EngineErrorCode } from '../engine-error.ts';
import { readNetworkError } from '../network-error.ts';
import { redact } from '../redact.ts';

/** By name, then by type: Trino's StandardErrorCode. */
const BY_NAME: readonly (readonly [RegExp, EngineErrorCode])[] = [
  [/^PERMISSION_DENIED$/, 'NOT_PERMITTED'],
  [/^(CATALOG|SCHEMA)_NOT_FOUND$|^MISSING_(CATALOG|SCHEMA)_NAME$/, 'UNKNOWN_DATABASE'],
  [/^QUERY_HAS_TOO_MANY_STAGES$|^STATEMENT_TOO_LARGE$/, 'TOO_COMPLEX'],
  [/^NUMERIC_VALUE_OUT_OF_RANGE$/, 'OVERFLOW'],
  [/^EXCEEDED_(TIME_LIMIT|CPU_LIMIT)$/, 'TIMEOUT'],
  [/CANCELED$|^ABANDONED_QUERY$/, 'CANCELLED'],
  [/MEMORY/, 'OUT_OF_MEMORY'],
];
const BY_TYPE: Readonly<Record<string, EngineErrorCode>> = {
  USER_ERROR: 'BAD_STATEMENT',
  INSUFFICIENT_RESOURCES: 'TOO_BUSY',
};

export interface TrinoFailure {
  readonly message: string;
  readonly errorName: string;
  readonly errorType: string;
}

export function trinoQueryError(
  { message, errorName, errorType }: TrinoFailure,
  password: string,
): EngineError {
  const code = BY_NAME.find(([pattern]) => pattern.test(errorName))?.[1] ?? BY_TYPE[errorType] ?? 'FAILED';
  return new EngineError(code, { detail: redact(`${errorName}: ${message}`, [password]) });
}

export function toTrinoError(error: unknown, password: string): EngineError {
  const network = readNetworkError(error);
  if (network !== undefined) return network;
  const detail = redact(error instanceof Error ? error.message : String(error), [password]);
  return new EngineError(/socket hang up|aborted/i.test(detail) ? 'CONNECTION_LOST' : 'FAILED', { detail });
}
