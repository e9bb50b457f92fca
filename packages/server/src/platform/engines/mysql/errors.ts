import { EngineError, type EngineErrorCode } from '../engine-error.ts';
import { readNetworkError } from '../network-error.ts';
import { redact } from '../redact.ts';

/** By error number, the same in MySQL and MariaDB where both have it. */
const CODES: Readonly<Record<number, EngineErrorCode>> = {
  1045: 'WRONG_CREDENTIALS',
  1698: 'WRONG_CREDENTIALS',
  1251: 'WRONG_CREDENTIALS', // authentication method not supported by the client
  1049: 'UNKNOWN_DATABASE',
  1044: 'NOT_PERMITTED',
  1142: 'NOT_PERMITTED',
  1143: 'NOT_PERMITTED',
  1227: 'NOT_PERMITTED',
  1370: 'NOT_PERMITTED',
  1792: 'NOT_PERMITTED', // writing in a read-only transaction
  1116: 'TOO_COMPLEX', // too many tables in a join
  1436: 'TOO_COMPLEX', // the stack of a thread is full
  1690: 'OVERFLOW',
  1317: 'CANCELLED',
  1969: 'TIMEOUT', // MariaDB max_statement_time
  3024: 'TIMEOUT', // MySQL max_execution_time
  1040: 'TOO_BUSY',
  1203: 'TOO_BUSY',
  1226: 'TOO_BUSY',
  1037: 'OUT_OF_MEMORY',
  1038: 'OUT_OF_MEMORY',
  1041: 'OUT_OF_MEMORY',
  1053: 'CONNECTION_LOST', // shutdown
  1927: 'CONNECTION_LOST', // killed
  3159: 'TLS_FAILED', // the server wants TLS
};

export function toMysqlError(error: unknown, password: string): EngineError {
  if (error instanceof EngineError) return error;
  const detail = redact(error instanceof Error ? error.message : String(error), [password]);
  const number =
    error instanceof Error && 'errno' in error && typeof error.errno === 'number' ? error.errno : 0;
  const code = CODES[number];
  if (code !== undefined) return new EngineError(code, { detail });
  const network = readNetworkError(error);
  if (network !== undefined) return network;
  if (/PROTOCOL_CONNECTION_LOST|closed state|Connection lost/.test(`${readCode(error)} ${detail}`)) {
    return new EngineError('CONNECTION_LOST', { detail });
  }
  // The remaining errors of the server concern the statement; those without a number are what the driver could not read.
  return new EngineError(number >= 1000 ? 'BAD_STATEMENT' : 'BAD_RESPONSE', { detail });
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
