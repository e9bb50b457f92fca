import { CellSchema, ColumnTypeSchema } from '@inlay/protocol/result';
import { exact, serializedAsIs, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { ChosenValueSchema, tileQueryFields } from './embed-api.ts';

// The rows behind a mark of a tile.

/** Rows that one response contains, and rows of a mark that pages reach. */
export const MAX_ROWS_PAGE = 200;
export const MAX_ROWS_REACHED = 10_000;

const rowsFields = {
  ...tileQueryFields,
  mark: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]{1,256}$' }), ChosenValueSchema, {
      ...exact,
      maxProperties: 20,
      description:
        'Values of dimensions by their names in the result. For a time dimension, the start of the period. Without any, all rows of the tile.',
    }),
  ),
  measure: Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        'The measure of the mark, whose own filters apply. Defaults to the only measure of the tile.',
    }),
  ),
  sort: Type.Optional(
    Type.Object({ by: Type.String({ maxLength: 256 }), direction: Type.Enum(['asc', 'desc']) }, exact),
  ),
};

/** `POST tiles/<tileId>/rows` */
export const RowsRequestSchema = Type.Object(
  {
    ...rowsFields,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS_REACHED })),
    pageSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_ROWS_PAGE, description: 'Defaults to 50.' }),
    ),
  },
  { ...exact, title: 'RowsRequest' },
);
export type RowsRequest = Wire<typeof RowsRequestSchema>;

/** `POST tiles/<tileId>/rows/exports` */
export const RowsExportRequestSchema = Type.Object(
  { ...rowsFields, format: Type.Enum(['csv', 'xlsx']) },
  { ...exact, title: 'RowsExportRequest' },
);
export type RowsExportRequest = Wire<typeof RowsExportRequestSchema>;

export const RowsResponseSchema = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        type: ColumnTypeSchema,
        masked: Type.Boolean({
          description: 'Values are hidden or replaced. Rows cannot be sorted by them.',
        }),
        values: Type.Array(serializedAsIs(CellSchema)),
        texts: Type.Array(Type.String(), { description: 'The values, formatted for the viewer.' }),
      }),
    ),
    rowCount: Type.Integer({ description: 'Of this page.' }),
    total: Type.Integer({
      description: `Of all pages. Pages reach the first ${MAX_ROWS_REACHED} rows.`,
    }),
    hasMore: Type.Boolean({ description: 'Whether there is a next page.' }),
  },
  { title: 'RowsResponse' },
);
export type RowsResponse = Wire<typeof RowsResponseSchema>;
