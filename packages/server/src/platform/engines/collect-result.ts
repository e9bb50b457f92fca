import type { Cell } from '@inlay/protocol/result';
import type { EngineColumn, EngineResult, QueryLimits } from './engine.ts';

export interface ResultCollector {
  /** Adds a row. Returns false if it would exceed the limits: the result is then truncated and reading must stop. */
  add(row: readonly Cell[]): boolean;
  readonly byteCount: number;
  readonly rowCount: number;
  finish(): EngineResult;
}

/** Collects rows into columns, within the limits. */
export function collectResult(
  columns: readonly EngineColumn[],
  limits: Pick<QueryLimits, 'maxRows' | 'maxBytes'>,
): ResultCollector {
  const values: Cell[][] = columns.map(() => []);
  let rowCount = 0;
  let byteCount = 0;
  let truncated = false;
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
      return true;
    },
    finish: () => ({
      columns: columns.map(({ name, type }, index) => ({ name, type, values: values[index] ?? [] })),
      rowCount,
      truncated,
    }),
  };
}

function cellBytes(cell: Cell): number {
  if (typeof cell === 'string') return Buffer.byteLength(cell);
  return typeof cell === 'number' ? 8 : 1;
}
