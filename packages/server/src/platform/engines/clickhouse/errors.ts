import { EngineError, type EngineErrorCode } from '../engine-error.ts';
import { readNetworkError } from '../network-error.ts';
import { redact } from '../redact.ts';

/** Numbers of ClickHouse's ErrorCodes.cpp. */
const CODES: Readonly<Record<string, EngineErrorCode>> = {
  192: 'WRONG_CREDENTIALS', // UNKNOWN_USER
  193: 'WRONG_CREDENTIALS', // WRONG_PASSWORD
  194: 'WRONG_CREDENTIALS', // REQUIRED_PASSWORD
  516: 'WRONG_CREDENTIALS', // AUTHENTICATION_FAILED
  81: 'UNKNOWN_DATABASE',
  164: 'NOT_PERMITTED', // READONLY
  497: 'NOT_PERMITTED', // ACCESS_DENIED
  162: 'TOO_COMPLEX', // TOO_DEEP_SUBQUERIES
  167: 'TOO_COMPLEX', // TOO_DEEP_AST
  168: 'TOO_COMPLEX', // TOO_BIG_AST
  306: 'TOO_COMPLEX', // TOO_DEEP_RECURSION
  69: 'OVERFLOW', // ARGUMENT_OUT_OF_BOUND, also for the places of a decimal
  70: 'OVERFLOW', // CANNOT_CONVERT_TYPE, of a value that does not fit
  407: 'OVERFLOW', // DECIMAL_OVERFLOW
  159: 'TIMEOUT',
  394: 'CANCELLED',
  241: 'OUT_OF_MEMORY',
  202: 'TOO_BUSY',
  209: 'CONNECTION_LOST', // SOCKET_TIMEOUT
  210: 'CONNECTION_LOST', // NETWORK_ERROR
};

/** What the server reports. */
class ClickhouseError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** In a text such as `Code: 60. DB::Exception: Unknown table … (UNKNOWN_TABLE)`, whatever is around it. */
export function findException(text: string): Error | undefined {
  const [message, code] = /Code: (\d+)[.,].*?Exception.*/s.exec(text) ?? [];
  return message && code ? new ClickhouseError(code, message.slice(0, 2000)) : undefined;
}

export function toClickhouseError(error: unknown, password: string): EngineError {
  if (error instanceof EngineError) return error;
  const detail = redact(error instanceof Error ? error.message : String(error), [password]);
  if (error instanceof ClickhouseError)
    return new EngineError(CODES[error.code] ?? 'BAD_STATEMENT', { detail });
  const network = readNetworkError(error);
  if (network !== undefined) return network;
  if (/socket hang up|aborted|premature/i.test(detail)) return new EngineError('CONNECTION_LOST', { detail });
  if (/timeout/i.test(detail)) return new EngineError('UNREACHABLE', { detail });
  return new EngineError('FAILED', { detail });
}
