import type { EditorColumn } from '../editor-backend.ts';

/** Whether an author can choose a granularity for a column: dates have no hours. */
export const offersGrain = (column: EditorColumn | undefined, grain: string): boolean =>
  grain !== 'hour' || column?.type !== 'date';
