import type { QuerySpec } from '@inlay/protocol/query';
import type { EditorColumn, EditorDataset } from '../editor-backend.ts';

/** The properties of a result that decide which charts can show it. */
export interface Shape {
  /** Dimensions along time, and the others. */
  readonly times: number;
  readonly names: number;
  readonly measures: number;
  /** Whether all measures have the same format, so that they can share an axis. */
  readonly alike: boolean;
}

export const isTime = (column: EditorColumn | undefined): boolean =>
  column?.type === 'date' || column?.type === 'datetime';

export function shapeOf({ dimensions, measures }: QuerySpec, dataset: EditorDataset): Shape {
  const times = dimensions.filter(
    ({ column, grain }) => grain !== undefined || isTime(dataset.columns.find(({ name }) => name === column)),
  ).length;
  const kinds = measures.map(
    (measure) => dataset.measures.find(({ name }) => name === measure)?.format?.kind ?? 'number',
  );
  return {
    times,
    names: dimensions.length - times,
    measures: measures.length,
    alike: new Set(kinds).size <= 1,
  };
}
