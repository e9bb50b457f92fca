import type { Cell } from '@inlay/protocol/result';
import type { EngineColumn, EngineResult, QueryLimits, SendBatch } from './engine.ts';

export interface ResultCollector {
  /** Adds a row. Returns false if it would exceed the limits: the result is then truncated and reading must stop. */
  add(row: readonly Cell[]): boolean;
  /** Resolves when what was sent has been received. Await it between two reads, so that batches do not accumulate. */
  drained(): Promise<void>;
  readonly byteCount: number;
  readonly rowCount: number;
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
  let values: Cell[][] = columns.map(() => []);
  let rowCount = 0;
  let byteCount = 0;
  let truncated = false;
  /** Where the batch began that is being collected. */
  let batch = { rows: 0, bytes: 0 };
  let sending: Promise<void> = Promise.resolve();

  function sendFull(sendBatch: SendBatch): void {
    if (rowCount - batch.rows < BATCH_ROWS && byteCount - batch.bytes < BATCH_BYTES) return;
    const full = values;
    values = columns.map(() => []);
    batch = { rows: rowCount, bytes: byteCount };
    sending = sending.then(() => sendBatch(full));
    // Reported by `drained` and `finish`.
    sending.catch(() => {});
  }

  return {
    get rowCount() {
      return rowCount;
    },
    get byteCount() {
      return byteCount;
    },
    add(row) {
      let size = 0;
      for (const cell of row) size += cellBytes(cell);
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
  if (typeof cell === 'string') return Buffer.byteLength(cell);
  return typeof cell === 'number' ? 8 : 1;
}
