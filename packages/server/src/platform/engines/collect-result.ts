import type { Cell } from '@inlay/protocol/result';
import type { EngineColumn, EngineResult, QueryLimits, SendBatch } from './engine.ts';
import { badResponse, noColumns } from './engine-error.ts';
import { MAX_CELL_BYTES, MAX_COLUMNS, rowTooLarge, tooManyColumns } from './result-limits.ts';

export interface ResultCollector {
  /**
   * Adds a row, with long texts cut. Returns false if it would exceed the limits: the result is then truncated and reading
   * must stop. Throws if the row exceeds them alone, or does not fit the columns.
   */
  add(row: readonly Cell[]): boolean;
  /** Resolves when what was sent has been received. Await it between two reads, so that batches do not accumulate. */
  drained(): Promise<void>;
  /** Whether `drained` would wait. */
  readonly isSending: boolean;
  finish(): Promise<EngineResult>;
}

/** Small enough that the server can read one between two requests. */
const BATCH_ROWS = 4096;
const BATCH_BYTES = 256 * 1024;

/** Collects rows into columns, within the limits. With `send`, full batches leave; the result has the values after them. */
export function collectResult(
  columns: readonly EngineColumn[],
  limits: Pick<QueryLimits, 'maxRows' | 'maxBytes'>,
  send?: SendBatch,
): ResultCollector {
  if (columns.length === 0) throw noColumns();
  if (columns.length > MAX_COLUMNS) throw tooManyColumns(columns.length);
  let values: Cell[][] = columns.map(() => []);
  let rowCount = 0;
  let byteCount = 0;
  let truncated = false;
  /** Where the batch began that is being collected. */
  let batch = { rows: 0, bytes: 0 };
  let sending: Promise<void> = Promise.resolve();
  let unsent = 0;

  function sendFull(sendBatch: SendBatch): void {
    if (rowCount - batch.rows < BATCH_ROWS && byteCount - batch.bytes < BATCH_BYTES) return;
    const full = values;
    values = columns.map(() => []);
    batch = { rows: rowCount, bytes: byteCount };
    unsent += 1;
    sending = sending
      .then(() => sendBatch(full))
      .finally(() => {
        unsent -= 1;
      });
    // Reported by `drained` and `finish`.
    sending.catch(() => {});
  }

  return {
    get isSending() {
      return unsent > 0;
    },
    add(given) {
      if (given.length !== columns.length)
        throw badResponse(`A row has ${given.length} values, but the result has ${columns.length} columns.`);
      const row = given.some(mayBeLong) ? given.map((cell, index) => cutCell(cell, columns[index])) : given;
      let size = 0;
      for (const cell of row) size += cellBytes(cell);
      if (size > limits.maxBytes) throw rowTooLarge(columns[indexOfLongest(row)]?.name);
      if (rowCount >= limits.maxRows || byteCount + size > limits.maxBytes) {
        truncated = true;
        return false;
      }
      for (let index = 0; index < values.length; index++) values[index]?.push(row[index] ?? null);
      rowCount += 1;
      byteCount += size;
      if (send) sendFull(send);
      return true;
    },
    drained: () => sending,
    async finish() {
      await sending;
      return {
        columns: columns.map(({ name, type }, index) => ({ name, type, values: values[index] ?? [] })),
        rowCount,
        truncated,
      };
    },
  };
}

function cellBytes(cell: Cell): number {
  if (typeof cell === 'string') return Buffer.byteLength(cell) + 1;
  return typeof cell === 'number' ? 8 : 1;
}

/** A character takes up to three bytes per unit of its length. */
const mayBeLong = (cell: Cell): cell is string =>
  typeof cell === 'string' && cell.length > MAX_CELL_BYTES / 3;

/** Only texts may lose their end: a shorter number would be another one. */
function cutCell(cell: Cell, column: EngineColumn | undefined): Cell {
  if (!mayBeLong(cell)) return cell;
  const bytes = Buffer.from(cell);
  if (bytes.length <= MAX_CELL_BYTES) return cell;
  if (column?.type !== 'string' && column?.type !== 'json') throw rowTooLarge(column?.name);
  // A character that the limit divides becomes U+FFFD.
  const kept = bytes
    .subarray(0, MAX_CELL_BYTES)
    .toString()
    .replace(/\ufffd$/, '');
  return `${kept}… [1 MB of ${(bytes.length / 1_000_000).toFixed(1)} MB]`;
}

function indexOfLongest(row: readonly Cell[]): number {
  const sizes = row.map(cellBytes);
  return sizes.indexOf(Math.max(...sizes));
}
