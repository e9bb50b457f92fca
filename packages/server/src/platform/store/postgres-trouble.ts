import pg from 'pg';
import type { StoreTrouble } from './store-unavailable-error.ts';

/** By SQLSTATE or its class; PostgreSQL docs, appendix A. */
const STATES: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/^25006$/, 'read-only'],
  [/^(53100|58030)$/, 'disk'],
  [/^53/, 'busy'],
  [/^57014$/, 'timeout'],
  [/^(08|57P0|25P03|25P04)/, 'unreachable'],
];

const NETWORK = /^(E[A-Z_]+|ERR_SOCKET_CLOSED|ERR_STREAM_.+)$/;
const LOST = /^Connection terminated|not queryable|^Cannot use a pool after/;

/** Why the store cannot do its work, where it is not the statement's fault. */
export function postgresTrouble(error: unknown): StoreTrouble | undefined {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return (
      STATES.find(([pattern]) => pattern.test(code))?.[1] ?? (isFatal(error) ? 'unreachable' : undefined)
    );
  }
  if (!(error instanceof Error)) return undefined;
  if (/timeout/i.test(error.message)) return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  return NETWORK.test(code) || LOST.test(error.message) ? 'unreachable' : undefined;
}

/** Whether the connection goes on after this error: it was the server's own answer to the statement. */
export function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isFatal(error);
}

const isFatal = ({ severity }: pg.DatabaseError) => severity === 'FATAL' || severity === 'PANIC';
