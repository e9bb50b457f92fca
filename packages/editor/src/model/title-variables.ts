import type { QuerySpec } from '@inlay/protocol/query';
import type { EditorDataset } from '../editor-backend.ts';
import { labelOf } from '../editor-context.ts';

type Row = 'first' | 'last' | 'total';

/** A value of a tile's result that can be inserted into its title. */
export interface TitleVariable {
  readonly label: string;
  /** Absent if the result has one row. */
  readonly row?: Row;
  readonly placeholder: string;
  /** Available only if the query includes totals. */
  readonly needsTotals: boolean;
}

/** Measures first, then dimensions. A result with one row needs no row name. */
export function titleVariables(
  { dimensions, measures }: Pick<QuerySpec, 'dimensions' | 'measures'>,
  dataset: EditorDataset,
): readonly TitleVariable[] {
  const variable = (name: string, row?: Row): TitleVariable => ({
    label: labelOf(dataset, name),
    ...(row && { row }),
    // Measures in a title are rounded.
    placeholder: `{{ ${row ? `${name}.${row}` : name}${measures.includes(name) ? ' | compact' : ''} }}`,
    needsTotals: row === 'total',
  });
  if (dimensions.length === 0) return measures.map((name) => variable(name));
  return [
    ...measures.flatMap((name) => [variable(name, 'total'), variable(name, 'first'), variable(name, 'last')]),
    ...dimensions.flatMap(({ column }) => [variable(column, 'first'), variable(column, 'last')]),
  ];
}

/** Adds totals to the query if the inserted variable needs them. */
export function withTotals<T extends { readonly query: QuerySpec }>(
  tile: T,
  variable: TitleVariable | undefined,
): T {
  return variable?.needsTotals ? { ...tile, query: { ...tile.query, totals: true } } : tile;
}
