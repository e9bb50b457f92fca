import { CircuitOpenError } from '../../engines/circuit-breakers.ts';
import { EngineError, type EngineErrorCode } from '../../engines/engine-error.ts';
import { PausedError } from '../../engines/network/paused-error.ts';
import { AppError, refuseFields } from '../../errors.ts';
import { MaskedColumnError } from '../errors/masked-column-error.ts';
import { QueryError } from '../errors/query-error.ts';

/** Runs a query on a database and turns its errors into those of the API. */
export async function withDataErrors<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw asAppError(error);
  }
}

/** The same for an administrator's own source, with the complete message of the database. */
export async function withSourceErrors<T>(query: () => Promise<T>): Promise<T> {
  return withDataErrors(async () => {
    try {
      return await query();
    } catch (error) {
      if (error instanceof EngineError && mistakes.includes(error.code)) {
        // The exit status is only for the log.
        const reason = error.code === 'CRASHED' ? error.message : (error.detail ?? error.message);
        refuseFields([{ path: '/source', problem: `cannot be read: ${reason}` }]);
      }
      throw error;
    }
  });
}

const mistakes: readonly EngineErrorCode[] = [
  'BAD_STATEMENT',
  'BAD_FILE',
  'TOO_COMPLEX',
  'OVERFLOW',
  'NOT_PERMITTED',
  'CRASHED',
];

function asAppError(error: unknown): unknown {
  if (error instanceof QueryError) {
    const { path, problem } = error;
    return new AppError('REQUEST_INVALID', {
      message: `${error.message}.`,
      details: [{ path, problem }],
      cause: error,
    });
  }
  // Without the name: viewers get this message.
  if (error instanceof MaskedColumnError) return new AppError('DATA_DENIED', { detail: error.message });
  // The caller disconnected, so this is not a server error.
  if (error instanceof DOMException && error.name === 'AbortError')
    return new AppError('REQUEST_INVALID', { message: 'The query was canceled.' });
  if (isTimeout(error)) return asAppError(new EngineError('TIMEOUT'));
  if (!(error instanceof EngineError)) return error;
  const context = { message: error.message, details: { code: error.code }, detail: error.detail ?? '' };
  if (error.code === 'TIMEOUT') return new AppError('DATABASE_TIMEOUT', context);
  if (error.code === 'TOO_BUSY')
    return new AppError('UNAVAILABLE', { ...context, headers: { 'retry-after': '2' } });
  if (error instanceof CircuitOpenError || error instanceof PausedError)
    return new AppError('UNAVAILABLE', {
      ...context,
      headers: { 'retry-after': String(error.retryAfterSeconds) },
    });
  return new AppError('DATABASE_FAILED', context);
}

/** The reason of a signal whose time is over, as `AbortSignal.timeout` gives it. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
