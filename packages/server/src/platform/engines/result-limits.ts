import type { QueryLimits } from './engine.ts';
import { EngineError } from './engine-error.ts';

/** Limits of every result, whatever the engine (ADR 306). */
export const MAX_COLUMNS = 2000;
/** Longer texts are cut. */
export const MAX_CELL_BYTES = 1_000_000;
/** As the database sends it, before long texts are cut. */
export const MAX_ROW_BYTES = 64_000_000;

/** For what is read about tables and statements. The server can read as many columns between two requests. */
export const DESCRIBE_LIMITS: QueryLimits = { maxRows: 50_000, maxBytes: 50_000_000, timeoutMs: 30_000 };

/**
 * The bytes that a connection may receive for one query. In no protocol does a value take more than eight times the bytes
 * that it has in the result: what exceeds them is a row without end, or no row at all.
 */
export const maxReceivedBytes = ({ maxBytes }: Pick<QueryLimits, 'maxBytes'>) => 8 * maxBytes + MAX_ROW_BYTES;

export const receivedTooMuch = () =>
  new EngineError('TOO_LARGE', { detail: 'The database sent many times the bytes of a result.' });

export function rowTooLarge(column: string | undefined): EngineError {
  const place = column === undefined ? '' : ` in the column “${column}”`;
  return new EngineError('TOO_LARGE', {
    message: `A row of the result is too large${place}. Leave out columns with long values, or shorten the values.`,
    column,
  });
}

export const tooManyColumns = (count: number) =>
  new EngineError('TOO_LARGE', {
    message: `The result has ${count} columns; the limit is ${MAX_COLUMNS}. Select fewer.`,
  });
