import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { ContentMessages } from '@inlay/messages/content';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { ShownTile } from '../../../api/content.ts';

type ValueTexts = ContentMessages['stories']['values'];

interface Known {
  readonly tiles: readonly ShownTile[];
  readonly datasets: readonly EditorDataset[];
}

/** The label of a field of a tile, or its name if it is unknown. */
export function fieldLabel({ tiles, datasets }: Known, tile: string, name: string): string {
  const datasetId = tiles.find(({ id }) => id === tile)?.datasetId;
  const dataset = datasets.find(({ id }) => id === datasetId);
  const [plain = name, compared] = name.split(':');
  const field =
    dataset?.measures.find((measure) => measure.name === plain) ??
    dataset?.columns.find((column) => column.name === plain);
  const label = field?.label ?? plain;
  return compared === undefined ? label : `${label} (${compared})`;
}

/** A value in the words of its tile: “Revenue, total”, “Region with the highest Revenue”. */
export function valueLabel(context: Known, source: ValueSource, t: ValueTexts): string {
  const tile = context.tiles.find(({ id }) => id === source.tile);
  const dimensions = tile?.query.dimensions.map(({ column }) => column) ?? [];
  const labelOf = (name: string) => fieldLabel(context, source.tile, name);
  if (source.show === 'count') return t.count({ label: dimensions.map(labelOf).join(', ') });
  const label = inRow(
    source,
    { isOne: dimensions.length === 0, measures: tile?.query.measures ?? [] },
    labelOf,
    t,
  );
  return source.show ? t[source.show]({ label }) : label;
}

function inRow(
  { column, row, by, where }: ValueSource,
  { isOne, measures }: { readonly isOne: boolean; readonly measures: readonly string[] },
  labelOf: (name: string) => string,
  t: ValueTexts,
): string {
  const label = labelOf(column);
  if (where) return t.of({ label, member: String(where.value) });
  if (row === undefined && isOne) return label;
  if (row !== 'highest' && row !== 'lowest') return t[row ?? 'first']({ label });
  const measure = by ?? (measures.includes(column) ? column : (measures[0] ?? column));
  if (measure === column) return t[row]({ label });
  return (row === 'highest' ? t.withHighest : t.withLowest)({ label, measure: labelOf(measure) });
}
