import type { Dimension, Grain } from '@inlay/protocol/query';
import type { EditorDataset } from '../editor-backend.ts';

/** Whether an author can choose a granularity for a dimension: dates have no hours. */
export function offersGrain(
  { column, grain: current }: Dimension,
  { columns }: EditorDataset,
  grain: Grain,
): boolean {
  // A tile may still be by hour from when the column was a time. Then it is shown, so that it can be changed.
  if (grain !== 'hour' || current === 'hour') return true;
  return columns.find(({ name }) => name === column)?.type !== 'date';
}
