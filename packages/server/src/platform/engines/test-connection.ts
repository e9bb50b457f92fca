import { badResponse, EngineError } from './engine-error.ts';

/** How long a database may take to accept a connection. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** For `Engine.test`: a database that does not respond at all is unreachable. */
export async function testConnection(attempt: (timeoutMs: number) => Promise<unknown>): Promise<void> {
  try {
    await attempt(CONNECT_TIMEOUT_MS);
  } catch (error) {
    throw error instanceof EngineError && error.code === 'TIMEOUT' ? new EngineError('UNREACHABLE') : error;
  }
}

/** What `SELECT 1` returned. Something that is not a database may well accept a connection. */
export function assertOne(value: unknown): void {
  if (Number(value) !== 1) throw badResponse('SELECT 1 did not return the number 1.');
}
