import { Color } from '@inlay/protocol/color';
import { FormatSchema } from '@inlay/protocol/format';
import { QuerySpecSchema } from '@inlay/protocol/query';
import { Visibility } from '@inlay/protocol/rule';
import { exact, Identifier, Name, Text, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';

export const TileKindSchema = Type.Enum([
  'kpi',
  'line',
  'area',
  'bar',
  'bar-line',
  'pie',
  'scatter',
  'heatmap',
  'leaderboard',
  'waterfall',
  'funnel',
  'table',
]);
export type TileKind = Wire<typeof TileKindSchema>;

const ThresholdSchema = Type.Object(
  {
    column: Type.Optional(Name),
    from: Type.Optional(Type.Number()),
    to: Type.Optional(Type.Number()),
    tone: Type.Enum(['good', 'warning', 'bad']),
  },
  exact,
);
export type Threshold = Wire<typeof ThresholdSchema>;

const ReferenceLineSchema = Type.Object(
  { value: Type.Union([Type.Number(), Type.Enum(['average', 'median'])]), label: Text(0, 256) },
  exact,
);
export type ReferenceLine = Wire<typeof ReferenceLineSchema>;

const AnnotationSchema = Type.Object(
  { at: Type.Union([Text(0, 256), Type.Number()]), label: Text(0, 256) },
  exact,
);
export type Annotation = Wire<typeof AnnotationSchema>;

const columns = (description?: string) =>
  Type.Optional(Type.Array(Name, { maxItems: 50, ...(description === undefined ? {} : { description }) }));

const TileOptionsSchema = Type.Object(
  {
    x: Type.Optional(Name),
    y: columns(),
    series: Type.Optional(Name),
    size: Type.Optional(Name),
    layout: Type.Optional(Type.Enum(['grouped', 'stacked', 'percent'])),
    orientation: Type.Optional(Type.Enum(['vertical', 'horizontal'])),
    donut: Type.Optional(Type.Boolean({ description: 'Pies are donuts unless this is false.' })),
    line: columns('Columns drawn as lines on the second axis of a bar-line chart.'),
    legend: Type.Optional(Type.Enum(['auto', 'none'])),
    formats: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^]{1,256}$' }), FormatSchema, {
        ...exact,
        maxProperties: 100,
        description: 'By column.',
      }),
    ),
    colors: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^]{1,256}$' }), Color, {
        ...exact,
        maxProperties: 500,
        description: 'By category.',
      }),
    ),
    thresholds: Type.Optional(Type.Array(ThresholdSchema, { maxItems: 50 })),
    referenceLines: Type.Optional(Type.Array(ReferenceLineSchema, { maxItems: 20 })),
    annotations: Type.Optional(Type.Array(AnnotationSchema, { maxItems: 100 })),
    goodDirection: Type.Optional(
      Type.Enum(['up', 'down'], {
        description: 'Whether a growing value is good news; decides the colour of a comparison.',
      }),
    ),
    levels: Type.Optional(
      Type.Array(Text(0, 256), {
        maxItems: 100,
        description:
          'Categories of a waterfall that state a level, not a change; without any, the sum is added at the end.',
      }),
    ),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  {
    ...exact,
    title: 'TileEncoding',
    description: 'Which columns of the result go where, and how they look.',
  },
);

/** Which columns of the result go where, and how they look. All have sensible defaults. */
export type TileOptions = Wire<typeof TileOptionsSchema>;

const drawn = {
  title: Text(1, 256),
  description: Type.Optional(Text(0, 2000)),
  kind: TileKindSchema,
  datasetId: Identifier,
  query: QuerySpecSchema,
  options: Type.Optional(TileOptionsSchema),
};
const fields = { ...drawn, visibility: Visibility };

/** A tile that lives inside a dashboard: it is kept, published and deleted with it, and the item has its rule. */
export const OwnTileSchema = Type.Object(drawn, { ...exact, title: 'OwnTile' });
export type OwnTile = Wire<typeof OwnTileSchema>;

/** A tile as its author writes it; the identifier is the address's or the file's. */
export const TileContentSchema = Type.Object(fields, { ...exact, title: 'TileContent' });
export type TileContent = Wire<typeof TileContentSchema>;

const TileSchema = Type.Object({ id: Identifier, ...fields }, { ...exact, title: 'Tile' });

/** One chart or figure: what it queries from a dataset and how the result is drawn (ADR 267). */
export type Tile = Wire<typeof TileSchema>;
