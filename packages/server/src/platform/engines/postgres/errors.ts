import { EngineError, type EngineErrorCode } from '../engine-error.ts';
import { readNetworkError } from '../network-error.ts';
import { redact } from '../redact.ts';

/** By SQLSTATE or its class; PostgreSQL docs, appendix A. */
const CODES: readonly (readonly [RegExp, EngineErrorCode])[] = [
  [/^28/, 'WRONG_CREDENTIALS'],
  [/^3D000$/, 'UNKNOWN_DATABASE'],
  [/^(42501|25006)$/, 'NOT_PERMITTED'],
  [/^(57P0[1-5]|08...)$/, 'CONNECTION_LOST'],
  [/^57014$/, 'CANCELLED'],
  [/^53200$/, 'OUT_OF_MEMORY'],
  [/^53/, 'TOO_BUSY'],
  [/^54/, 'TOO_COMPLEX'],
  [/^22003$/, 'OVERFLOW'],
  [/^(0A|20|21|22|24|2B|42|44)/, 'BAD_STATEMENT'],
];

export function toPostgresError(error: unknown, password: string): EngineError {
  if (error instanceof EngineError) return error;
  const detail = redact(error instanceof Error ? error.message : String(error), [password]);
  const state = readState(error);
  const code = state === undefined ? undefined : CODES.find(([pattern]) => pattern.test(state))?.[1];
  if (code === 'CANCELLED' && /statement timeout/.test(detail)) return new EngineError('TIMEOUT', { detail });
  if (code !== undefined) return new EngineError(code, { detail });
  const network = readNetworkError(error);
  if (network !== undefined) return network;
  if (/SSL|certificate/i.test(detail)) return new EngineError('TLS_FAILED', { detail });
  if (/timeout/i.test(detail)) return new EngineError('UNREACHABLE', { detail });
  if (/terminated|not queryable|connection error/i.test(detail))
    return new EngineError('CONNECTION_LOST', { detail });
  return new EngineError('FAILED', { detail });
}

function readState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // Node's own codes (ECONNRESET) are not SQLSTATEs.
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : undefined;
}
