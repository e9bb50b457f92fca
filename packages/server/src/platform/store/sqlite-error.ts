import { type StoreFailure, StoreUnavailableError } from './store-unavailable-error.ts';

/** By primary result code (sqlite.org/rescode.html). */
const CODES: Readonly<Record<number, StoreFailure>> = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'disk',
  13: 'disk',
  14: 'disk',
};

/** Translates an error of SQLite. */
export function sqliteError(error: unknown): unknown {
  const failure = CODES[sqliteCode(error) ?? -1];
  return failure === undefined ? error : new StoreUnavailableError(failure, error);
}

/** The primary code is the lower byte. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
