import { AddressNotAllowedError } from '../egress/egress-rules.ts';
import { EngineError } from './engine-error.ts';

const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL']);
/** By the codes of `NameError`. */
const NAME_PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND:
    'The host name of the database is unknown. Check its spelling, and that the DNS of this server knows it.',
  EAI_AGAIN:
    'The host name of the database could not be resolved, because DNS did not respond or failed. Try again, and check the DNS of the host and of this server.',
};
const LOST = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET']);

/** The error below the database's own protocol, or undefined if it was not a network error. */
export function readNetworkError(error: unknown): EngineError | undefined {
  if (error instanceof EngineError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AddressNotAllowedError) {
    return new EngineError('ADDRESS_NOT_ALLOWED', { message: error.message });
  }
  // Both address families were tried: the first failure is as informative as all of them.
  if (error instanceof AggregateError && error.errors.length > 0) return readNetworkError(error.errors[0]);
  const code = 'code' in error ? String(error.code) : '';
  const detail = error.message;
  const message = NAME_PROBLEMS[code];
  if (message !== undefined) return new EngineError('UNREACHABLE', { message, detail });
  if (UNREACHABLE.has(code)) return new EngineError('UNREACHABLE', { detail });
  if (LOST.has(code)) return new EngineError('CONNECTION_LOST', { detail });
  // OpenSSL and Node name their certificate failures by many codes, all of these shapes.
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|EPROTO|HANDSHAKE_)/.test(code)) {
    return new EngineError('TLS_FAILED', { detail: `${code}: ${detail}` });
  }
  return undefined;
}
