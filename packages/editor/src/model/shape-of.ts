import type { DataShape } from '@inlay/charts/data-shape';
import { unitOf } from '@inlay/charts/format/unit-of';
import type { TileContent } from '@inlay/charts/tile';
import type { EditorColumn, EditorDataset } from '../editor-backend.ts';

export const isTime = (column: EditorColumn | undefined): boolean =>
  column?.type === 'date' || column?.type === 'datetime';

const isNumber = (column: EditorColumn | undefined): boolean =>
  column?.type === 'integer' || column?.type === 'decimal' || column?.type === 'number';

/** The shape of a tile's result, and of one of its panels, which is without their dimension. */
export function shapeOf(
  { query, options }: Pick<TileContent, 'query' | 'options'>,
  dataset: EditorDataset,
): DataShape {
  const { dimensions, measures } = query;
  const inPanel = dimensions.filter(({ column }) => column !== options?.panels);
  const columnOf = (column: string) => dataset.columns.find(({ name }) => name === column);
  const times = dimensions.filter(
    ({ column, grain }) => grain !== undefined || isTime(columnOf(column)),
  ).length;
  const numbers = dimensions.filter(({ column }) => isNumber(columnOf(column))).length;
  const units = measures.map((measure) =>
    unitOf(dataset.measures.find(({ name }) => name === measure)?.format),
  );
  return {
    times,
    names: dimensions.length - times,
    ordered: times + numbers,
    measures: measures.length,
    alike: new Set(units).size <= 1,
    ...(inPanel.length < dimensions.length && {
      panel: shapeOf({ query: { ...query, dimensions: inPanel } }, dataset),
    }),
  };
}
