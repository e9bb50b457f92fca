import { GrainSchema, QuerySpecSchema } from '@inlay/protocol/query';
import { Visibility } from '@inlay/protocol/rule';
import { exact, Identifier, Name, Text, type Wire } from '@inlay/protocol/schema-parts';
import Type, { type TSchema } from 'typebox';
import { chartKinds, type KindOptions, kindOptions, type TileKind } from './chart-kinds.ts';
import type { Focus } from './focus.ts';
import type { ChartOption, SparklineGrain } from './options/chart-option.ts';
import { type EveryKindOptions, everyKind } from './options/every-kind.ts';
import { linkPattern } from './options/link-template.ts';

export const TileKindSchema = Type.Enum<TileKind[]>(
  chartKinds.map(({ kind }) => kind),
  { title: 'TileKind' },
);

/** Which columns go where, and how they look. All have defaults. */
export type TileOptions = EveryKindOptions & KindOptions;

const LinkSchema = Type.String({
  maxLength: 2048,
  pattern: linkPattern,
  'x-problem':
    'must be an https address such as https://crm.example.com/orders/{order_id}, or a column in braces such as {website}',
});

const SparklinesSchema = Type.Object({
  measures: Type.Array(Name, {
    minItems: 1,
    maxItems: 10,
    uniqueItems: true,
    description: 'Measures of the tile. Each has a column of lines after its values.',
  }),
  column: Type.String({ ...Name, description: 'A date of the dataset.' }),
  grain: Type.Enum(GrainSchema.enum.filter((grain): grain is SparklineGrain => grain !== 'hour')),
  sharedScale: Type.Optional(
    Type.Boolean({ description: 'All rows have one scale. Otherwise, each line fills its own.' }),
  ),
});

const TileOptionsSchema = Type.Unsafe<TileOptions>(
  Type.Object(
    {
      ...Object.fromEntries(
        Array.from(kindOptions, ([name, option]) => [name, Type.Optional(schemaOf(option))]),
      ),
      ...everyKind,
    },
    {
      ...exact,
      title: 'TileEncoding',
      description: 'Maps columns of the result to the chart and sets its appearance.',
    },
  ),
);

function schemaOf(option: ChartOption): TSchema {
  const described = option.description === undefined ? {} : { description: option.description };
  switch (option.type) {
    case 'column':
      return Type.String({ ...Name, ...described });
    case 'columns':
      return Type.Array(Name, { maxItems: 50, ...described });
    case 'choice':
      return Type.Enum([...option.choices], described);
    case 'switch':
      return Type.Enum([...option.choices], described);
    case 'toggle':
      return Type.Boolean(described);
    case 'number':
      return Type.Integer({ minimum: option.min, maximum: option.max, ...described });
    case 'amount': {
      const { min, max } = option;
      const limits = {
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      };
      return option.whole
        ? Type.Integer({ ...limits, ...described })
        : Type.Number({ ...limits, ...described });
    }
    case 'text':
      return Type.String({ ...Text(0, 256), ...described });
    case 'names':
      return Type.Array(Text(0, 256), { maxItems: 100, ...described });
    case 'target':
      return Type.Union([Type.Number(), Name], described);
    case 'links':
      return Type.Record(Type.String({ pattern: '^[^]{1,256}$' }), LinkSchema, {
        ...exact,
        maxProperties: 50,
        ...described,
      });
    case 'sparklines':
      return Type.Object(SparklinesSchema.properties, { ...exact, ...described });
  }
}

const { subtotals: _, equalSpans: __, ...ownQuery } = QuerySpecSchema.properties;
/** Subtotals are derived from the options of kinds that show them, and equal spans from the kind. */
const TileQuerySchema = Type.Object(ownQuery, {
  ...exact,
  title: 'TileQuery',
  description: 'A query in terms of columns and measures of the dataset, never SQL.',
});

const ClickActionSchema = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('dashboard'),
        dashboard: Identifier,
        // Filter of that dashboard → column of this tile whose value it gets.
        filters: Type.Optional(
          Type.Record(Type.String({ pattern: '^[^]{1,256}$' }), Name, { maxProperties: 20 }),
        ),
      },
      exact,
    ),
    Type.Object({ kind: Type.Literal('url'), url: LinkSchema }, exact),
    // The host page handles the event `click`.
    Type.Object({ kind: Type.Literal('host') }, exact),
  ],
  { title: 'ClickAction', description: 'What a click on a mark does instead of filtering other tiles.' },
);
export type ClickAction = Wire<typeof ClickActionSchema>;

const ViewerChoicesSchema = Type.Object(
  {
    grains: Type.Optional(
      Type.Array(GrainSchema, {
        minItems: 2,
        maxItems: 8,
        uniqueItems: true,
        description: 'Of the time dimension.',
      }),
    ),
    measures: Type.Optional(
      Type.Array(Name, {
        minItems: 2,
        maxItems: 20,
        uniqueItems: true,
        description: 'Instead of the first measure.',
      }),
    ),
  },
  { ...exact, title: 'ViewerChoices', description: 'What viewers can switch in the tile.' },
);
export type ViewerChoices = Wire<typeof ViewerChoicesSchema>;

export const TileChoiceSchema = Type.Object(
  {
    grain: Type.Optional(GrainSchema),
    measure: Type.Optional(Type.String({ ...Name, description: 'Instead of the first measure.' })),
  },
  { ...exact, title: 'TileChoice', description: 'What the viewer switched to, of the choices of the tile.' },
);
export type TileChoice = Wire<typeof TileChoiceSchema>;

const DrillThroughSchema = Type.Object(
  { columns: Type.Array(Name, { minItems: 1, maxItems: 50, uniqueItems: true }) },
  {
    ...exact,
    title: 'DrillThrough',
    description: 'Viewers can see the rows behind a mark, with these columns.',
  },
);

const drawn = {
  title: Text(1, 256),
  description: Type.Optional(Text(0, 2000)),
  kind: TileKindSchema,
  datasetId: Identifier,
  query: TileQuerySchema,
  options: Type.Optional(TileOptionsSchema),
  drillThrough: Type.Optional(DrillThroughSchema),
  click: Type.Optional(ClickActionSchema),
  choices: Type.Optional(ViewerChoicesSchema),
};
const fields = { ...drawn, visibility: Visibility };

/** A tile inside a dashboard: saved, published and deleted with it; the dashboard item has its visibility rule. */
export const OwnTileSchema = Type.Object(drawn, { ...exact, title: 'OwnTile' });
export type OwnTile = Wire<typeof OwnTileSchema>;

/** A tile as its author writes it; its id is in the URL or file name. */
export const TileContentSchema = Type.Object(fields, { ...exact, title: 'TileContent' });
export type TileContent = Wire<typeof TileContentSchema>;

const TileSchema = Type.Object({ id: Identifier, ...fields }, { ...exact, title: 'Tile' });

/** One chart or figure: what it queries from a dataset and how the result is drawn (ADR 267). */
export type Tile = Wire<typeof TileSchema> & {
  /** What a step of a story points out in it. */
  readonly focus?: Focus;
};
