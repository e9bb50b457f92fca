import { EngineError } from './engine-error.ts';

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
