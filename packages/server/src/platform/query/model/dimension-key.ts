import type { ColoredMembers } from '@inlay/charts/data/colored-members';
import { type Model, resolveColumn } from './model.ts';

/** What tiles of any dataset have in common if they show the same dimension: its shared dimension, or its own column. */
export function dimensionKey(
  model: Model,
  { column, grain }: Pick<ColoredMembers, 'column' | 'grain'>,
): string {
  // A query with two granularities of a column names each of them.
  const end = grain === undefined ? '' : `:${grain}`;
  const name = column.endsWith(end) ? column.slice(0, column.length - end.length) : column;
  const found = resolveColumn(model, name);
  const own = found ? `${found.dataset.id}/${found.column.name}` : `${model.root.id}/${name}`;
  return (found?.column.sharedDimension ?? own) + end;
}
