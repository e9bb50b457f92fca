import type { DataShape } from '@inlay/charts/data-shape';
import type { QuerySpec } from '@inlay/protocol/query';
import type { EditorColumn, EditorDataset } from '../editor-backend.ts';

export const isTime = (column: EditorColumn | undefined): boolean =>
  column?.type === 'date' || column?.type === 'datetime';

export function shapeOf({ dimensions, measures }: QuerySpec, dataset: EditorDataset): DataShape {
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
