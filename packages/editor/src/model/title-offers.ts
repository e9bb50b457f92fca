import type { QuerySpec } from '@inlay/protocol/query';
import { labelOf } from '../desk.ts';
import type { EditorDataset } from '../editor-backend.ts';

type Row = 'first' | 'last' | 'total';

/** A value of a tile's result that its title can contain. */
export interface TitleOffer {
  readonly label: string;
  /** Absent if the result has one row. */
  readonly row?: Row;
  readonly placeholder: string;
  /** Available only if the query asks for totals. */
  readonly needsTotals: boolean;
}

/** Measures first, then what they are grouped by; of a single figure there is one row, which needs no name. */
export function titleOffers(
  { dimensions, measures }: Pick<QuerySpec, 'dimensions' | 'measures'>,
  dataset: EditorDataset,
): readonly TitleOffer[] {
  const offer = (name: string, row?: Row): TitleOffer => ({
    label: labelOf(dataset, name),
    ...(row && { row }),
    // A figure in a title is rounded, as one would say it.
    placeholder: `{{ ${row ? `${name}.${row}` : name}${measures.includes(name) ? ' | compact' : ''} }}`,
    needsTotals: row === 'total',
  });
  if (dimensions.length === 0) return measures.map((name) => offer(name));
  return [
    ...measures.flatMap((name) => [offer(name, 'total'), offer(name, 'first'), offer(name, 'last')]),
    ...dimensions.flatMap(({ column }) => [offer(column, 'first'), offer(column, 'last')]),
  ];
}

/** Ensures that the result has the values that the title contains. */
export function withTotals<T extends { readonly query: QuerySpec }>(
  tile: T,
  offer: TitleOffer | undefined,
): T {
  return offer?.needsTotals ? { ...tile, query: { ...tile.query, totals: true } } : tile;
}
