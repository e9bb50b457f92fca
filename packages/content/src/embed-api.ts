import { OwnTileSchema, TileChoiceSchema } from '@inlay/charts/tile';
import { DocumentedResultSchema } from '@inlay/protocol/dataset-api';
import { ErrorBodySchema } from '@inlay/protocol/error-body';
import { MAX_FILTER_TEXT } from '@inlay/protocol/max-filter-text';
import { MAX_FILTER_VALUES } from '@inlay/protocol/max-filter-values';
import { GrainSchema } from '@inlay/protocol/query';
import { CellSchema } from '@inlay/protocol/result';
import {
  exact,
  Identifier,
  Nullable,
  serializedAsIs,
  Text,
  Timestamp,
  type Wire,
} from '@inlay/protocol/schema-parts';
import Type from 'typebox';

// Requests of the frame under `/embed/api/v0/embeds/<embedId>`, with the viewer's token, and their responses. Browsers
// import only types, so that their bundles do not contain TypeBox.

/** The maximum number of tiles of one request: as many as a story or a dashboard can show. */
export const MAX_RENDERED_TILES = 200;

const Value = Type.Union([Text(0, MAX_FILTER_TEXT), Type.Number(), Type.Boolean(), Type.Null()]);
const Bound = Type.Optional(Type.Union([Text(0, 64), Type.Number()]));
const ContentId = Type.String({ maxLength: 128 });
/** A tile that a step of a story changes has the id `<step>:<tile>` (`unfoldStory`). */
const TileId = Type.String({ maxLength: 257 });

export const FiltersSchema = Type.Record(
  Type.String({ pattern: '^[^]{1,256}$' }),
  Type.Union(
    [
      Value,
      Type.Array(Value, { maxItems: MAX_FILTER_VALUES }),
      Type.Object({ from: Bound, to: Bound }, exact),
    ],
    { title: 'FilterValue' },
  ),
  {
    ...exact,
    maxProperties: 200,
    description:
      'Filter values by filter id. `null` clears a filter that has a default; in a list, it selects rows without a value.',
  },
);

/** Variables, language and time zone of the host page, and the colors of the page, which every request may have. */
export const pageFields = {
  variables: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]{1,128}$' }), Value, {
      ...exact,
      maxProperties: 200,
      description: 'Values set by the host page. Texts, filters and dataset SQL can refer to them.',
    }),
  ),
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  categories: Type.Optional(
    Type.Array(Type.String({ maxLength: 4096 }), {
      maxItems: 400,
      description: 'From the state of the page or the last rendered tile, so that members keep their colors.',
    }),
  ),
};
/** The viewer's filters, and the fields of the page. */
export const queryFields = { filters: Type.Optional(FiltersSchema), ...pageFields };

const Values = Type.Array(Value, { minItems: 1, maxItems: MAX_FILTER_VALUES });
/** The filter value of a mark: its value, or those that are merged into "Other". */
export const ChosenValueSchema = Type.Union(
  [Value, Type.Object({ in: Values }, exact), Type.Object({ notIn: Values }, exact)],
  { title: 'ChosenValue' },
);

const CrossFilterSchema = Type.Object(
  {
    datasetId: ContentId,
    column: Type.String({ maxLength: 256 }),
    value: ChosenValueSchema,
    grain: Type.Optional(
      Type.Enum([...GrainSchema.enum], {
        description: 'For a time dimension: `value` is the start of a period of this granularity.',
      }),
    ),
  },
  { ...exact, title: 'CrossFilter' },
);
/** A mark that was clicked on another tile. It filters tiles with the same dataset. */
export type CrossFilter = Wire<typeof CrossFilterSchema>;

export const DrillPathSchema = Type.Object(
  { id: ContentId, path: Type.Array(ChosenValueSchema, { maxItems: 10 }) },
  { ...exact, title: 'DrillPath' },
);
/** A drill-down in a hierarchy of the dashboard: the value chosen on each level above the current one. */
export type DrillPath = Wire<typeof DrillPathSchema>;

const cross = Type.Optional(Type.Array(CrossFilterSchema, { maxItems: 50 }));
const drill = Type.Optional(DrillPathSchema);
const fresh = Type.Optional(
  Type.Boolean({ description: 'Bypasses the cache and queries the database again.' }),
);
const choice = Type.Optional(TileChoiceSchema);
export const tileQueryFields = { ...queryFields, cross, drill, choice, fresh };

/** `POST tiles/<tileId>` */
export const TileRequestSchema = Type.Object(tileQueryFields, { ...exact, title: 'TileRequest' });
export type TileRequest = Wire<typeof TileRequestSchema>;

/** A tile as viewers get it, without its visibility rule. */
const EmbedTileSchema = Type.Object(
  { id: Identifier, ...OwnTileSchema.properties },
  { ...exact, title: 'EmbedTile' },
);

export const TileResponseSchema = Type.Object(
  { tile: serializedAsIs(EmbedTileSchema), result: DocumentedResultSchema },
  { title: 'TileResponse' },
);
export type TileResponse = Wire<typeof TileResponseSchema>;

export const PixelsSchema = Type.Number({ minimum: 1, maximum: 20_000 });
export const NarrowestSchema = Type.Optional(
  Type.Number({
    ...{ minimum: 1, maximum: 20_000 },
    description: 'For a KPI: the width of the narrowest one in its row. All have its number size.',
  }),
);
/** The host's theme, as in the form field: a name or JSON. */
export const ThemeFieldSchema = Type.String({
  maxLength: 16_384,
  description: 'Same format as the form field `theme` of the embed page.',
});

export const TableSortSchema = Type.Object(
  { by: Type.String({ maxLength: 256 }), direction: Type.Enum(['asc', 'desc']) },
  { ...exact, title: 'TableSort' },
);

const TileToRenderSchema = Type.Object(
  {
    id: TileId,
    width: PixelsSchema,
    height: PixelsSchema,
    narrowest: NarrowestSchema,
    cross,
    drill,
    choice,
    item: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'Item of the dashboard. It can override the title of the tile.',
      }),
    ),
    table: Type.Optional(
      Type.Object(
        {
          page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
          sort: Type.Optional(TableSortSchema),
        },
        { ...exact, description: 'Page and sorting, for tables.' },
      ),
    ),
  },
  { ...exact, title: 'TileToRender' },
);
export type TileToRender = Wire<typeof TileToRenderSchema>;

const TextsToRenderSchema = Type.Object(
  {
    cross,
    tab: Type.Optional(Type.String({ maxLength: 128, description: 'Only the texts on this tab.' })),
  },
  { ...exact, description: 'Also returns the values that the texts of the page contain.' },
);
export type TextsToRender = Wire<typeof TextsToRenderSchema>;

/**
 * `POST render`: tiles at the sizes of their boxes, and the values in texts. The response has one line of JSON per tile
 * and one for the texts, in order of completion.
 */
export const RenderRequestSchema = Type.Object(
  {
    ...queryFields,
    fresh,
    tiles: Type.Array(TileToRenderSchema, {
      maxItems: MAX_RENDERED_TILES,
      'x-problem': `must name at most ${MAX_RENDERED_TILES} tiles`,
    }),
    texts: Type.Optional(TextsToRenderSchema),
    mode: Type.Enum(['light', 'dark']),
    theme: Type.Optional(ThemeFieldSchema),
  },
  { ...exact, title: 'RenderRequest' },
);
export type RenderRequest = Wire<typeof RenderRequestSchema>;

/** `POST values`: the values in texts and steps. */
export const TextValuesRequestSchema = Type.Object(
  { ...queryFields, cross },
  { ...exact, title: 'TextValuesRequest' },
);
export type TextValuesRequest = Wire<typeof TextValuesRequestSchema>;

export const TextValuesResponseSchema = Type.Object(
  {
    values: Type.Record(Type.String(), Type.String(), {
      description: 'Values formatted for the viewer, keyed by their place in the markup.',
    }),
    markup: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'The texts whose sentences depend on values, as HTML, keyed by their place in the markup.',
      }),
    ),
  },
  { title: 'TextValuesResponse' },
);
export type TextValuesResponse = Wire<typeof TextValuesResponseSchema>;

const options = Type.Array(Type.Object({ value: Type.String(), label: Type.String() }, exact));
const ShownChoicesSchema = Type.Object(
  {
    grain: Type.Optional(Type.Object({ value: Type.String(), options }, exact)),
    measure: Type.Optional(Type.Object({ value: Type.String(), options }, exact)),
  },
  { ...exact, title: 'ShownChoices', description: 'What the viewer can switch, and to what it is switched.' },
);
export type ShownChoices = Wire<typeof ShownChoicesSchema>;

export const UnfilteredSchema = Type.String({
  description: 'A sentence that names the active filters that do not affect the tile.',
});

const TileMarkupSchema = Type.Object({
  title: Type.String({ description: 'Placeholders are replaced with values.' }),
  description: Type.Optional(Type.String({ description: 'Placeholders are replaced with values.' })),
  html: Type.String({ description: 'The chart and its data table.' }),
  choices: Type.Optional(ShownChoicesSchema),
  unfiltered: Type.Optional(UnfilteredSchema),
  notice: Type.Optional(
    Type.String({ description: 'Why there are no rows. Meant for the developer of the host page.' }),
  ),
  categories: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The colors of members on the page, including those of this tile.',
    }),
  ),
});
export type TileMarkup = Wire<typeof TileMarkupSchema>;

const FailedSchema = Type.Object({ error: ErrorBodySchema });
const lineOfTile = {
  index: Type.Integer({
    description: 'Position of the tile in the request. A story can show the same tile twice.',
  }),
  tile: Type.String({ description: 'Id of the tile.' }),
};
const RenderedTileSchema = Type.Union([
  Type.Object({ ...lineOfTile, ...TileMarkupSchema.properties }),
  Type.Object({ ...lineOfTile, ...FailedSchema.properties }),
]);
/** The line of a tile. */
export type RenderedTile = Wire<typeof RenderedTileSchema>;

export const RenderedLineSchema = Type.Union(
  [...RenderedTileSchema.anyOf, Type.Object({ texts: Type.Union([TextValuesResponseSchema, FailedSchema]) })],
  {
    title: 'RenderedLine',
    description: 'One line of the response: a tile, the error of a tile, or the texts.',
  },
);
export type RenderedLine = Wire<typeof RenderedLineSchema>;

const cell = serializedAsIs(CellSchema);

/** `POST filters/<filterId>/values` */
export const FilterValuesRequestSchema = Type.Object(
  {
    ...queryFields,
    search: Type.Optional(Type.String({ maxLength: 256 })),
    path: Type.Optional(
      Type.Array(Value, {
        maxItems: 10,
        description: 'For hierarchies: the values selected on the levels above the requested one.',
      }),
    ),
  },
  { ...exact, title: 'FilterValuesRequest' },
);
export type FilterValuesRequest = Wire<typeof FilterValuesRequestSchema>;

const bound = Type.Optional(
  serializedAsIs(Type.Union([Type.String(), Type.Number()]), {
    description: 'For sliders and date ranges.',
  }),
);
export const FilterValuesResponseSchema = Type.Object(
  {
    values: Type.Array(Type.Object({ value: cell, label: Type.Optional(Type.String()) })),
    truncated: Type.Boolean(),
    min: bound,
    max: bound,
  },
  { title: 'FilterValuesResponse' },
);
export type FilterValuesResponse = Wire<typeof FilterValuesResponseSchema>;

/** `POST messages` */
export const MessagesRequestSchema = Type.Object(queryFields, { ...exact, title: 'MessagesRequest' });

const text = Type.Optional(Type.String());
const StepMessagesSchema = Type.Object({
  title: text,
  narrative: text,
  summary: text,
  recommendation: text,
  source: text,
});
export type StepMessages = Wire<typeof StepMessagesSchema>;

const textById = (description: string) => Type.Record(Type.String(), Type.String(), { description });
export const PageMessagesSchema = Type.Object(
  {
    title: Type.String({ description: 'Plain text.' }),
    head: Type.Object({ title: Type.String(), description: text }),
    texts: textById('Texts of a dashboard by item id.'),
    steps: Type.Record(Type.String(), StepMessagesSchema, { description: 'Steps of a story by id.' }),
    filters: textById('Filter labels by filter id, as plain text.'),
    tabs: textById('Titles of tabs by id, as plain text.'),
    labels: Type.Object(
      { filters: Type.String(), steps: Type.String(), recommendation: Type.String() },
      { description: 'Plain text, for screen readers.' },
    ),
  },
  {
    title: 'PageMessages',
    description:
      'Titles and texts as markup, by id, except those that depend on values: they come with these.',
  },
);
/** The texts outside of tiles, in another language. */
export type PageMessages = Wire<typeof PageMessagesSchema>;

/** `POST exports` */
export const ExportsRequestSchema = Type.Object(
  {
    ...tileQueryFields,
    format: Type.Enum(['xlsx', 'pdf', 'csv', 'json']),
    tileId: Type.Optional(
      Type.String({
        maxLength: 257,
        description:
          'Tile to export. Defaults to the whole embed, which CSV and JSON can contain only if it is one tile.',
      }),
    ),
    choices: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^]{1,257}$' }), TileChoiceSchema, {
        ...exact,
        maxProperties: MAX_RENDERED_TILES,
        description: 'For the whole embed: what the viewer switched, by tile.',
      }),
    ),
  },
  { ...exact, title: 'ExportsRequest' },
);
export type ExportsRequest = Wire<typeof ExportsRequestSchema>;

/** `GET ''` */
export const OpenEmbedSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['tile', 'story', 'dashboard']),
    title: Type.String(),
    content: Nullable(Type.Unknown({ description: 'The story or dashboard; null for a tile.' })),
    tiles: Type.Array(Type.Unknown()),
  },
  { title: 'OpenEmbed' },
);

/** `GET /embed/api/v0/session` */
export const EmbedSessionSchema = Type.Object(
  {
    username: Type.String(),
    expiresAt: Timestamp,
    serverTime: Timestamp,
    expiresIn: Type.Integer({ description: "Seconds, by the server's clock." }),
  },
  { title: 'EmbedSession' },
);
