import type { Cell } from '@inlay/protocol/result';
import type { EngineColumn, EngineResult } from '../engine.ts';
import type { JobOutcome } from './engine-process.ts';

/** A result whose values are sent in batches. */
export interface SentResult {
  readonly columns: readonly EngineColumn[];
  readonly rowCount: number;
  readonly truncated: boolean;
}

export function joinBatches({ result, batches }: JobOutcome<SentResult>): EngineResult {
  const { columns, rowCount, truncated } = result;
  const none: readonly Cell[] = [];
  const valuesOf = (index: number): readonly Cell[] =>
    none.concat(...batches.map((batch) => batch[index] ?? none));
  return {
    columns: columns.map((column, index) => ({ ...column, values: valuesOf(index) })),
    rowCount,
    truncated,
  };
}
