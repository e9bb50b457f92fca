import { OwnTileSchema, TileKindSchema } from '@inlay/charts/tile';
import { FilterControlSchema } from '@inlay/protocol/filter-control';
import { FilterSchema } from '@inlay/protocol/query';
import { exact, Identifier, Name, Text, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { BuilderContentSchema } from './builder.ts';
import {
  FiltersSchema,
  PixelsSchema,
  pageFields,
  queryFields,
  ThemeFieldSchema,
  TileResponseSchema,
  UnfilteredSchema,
} from './embed-api.ts';
import type { OpenPageState } from './page-state.ts';
import { ViewStateSchema } from './view-state.ts';

const filters = Type.Optional(
  Type.Array(FilterSchema, {
    maxItems: 100,
    description: 'Applied in addition to the filters of the query.',
  }),
);

const Pixels = Type.Number({ minimum: 1, maximum: 4000 });

/** `POST dashboards/<id>/view`: the dashboard as an embed page shows it, for a frame of this width. */
export const ViewRequestSchema = Type.Object(
  {
    ...queryFields,
    width: PixelsSchema,
    theme: Type.Optional(ThemeFieldSchema),
    state: Type.Optional(ViewStateSchema),
    features: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z-]{1,32}$' }), Type.Boolean(), { maxProperties: 32 }),
    ),
  },
  { ...exact, title: 'ViewRequest' },
);
export type ViewRequest = Wire<typeof ViewRequestSchema>;

export const RenderedDashboardSchema = Type.Object(
  {
    html: Type.String(),
    css: Type.String({ description: 'Style rules that position the items.' }),
    state: Type.Unsafe<
      Pick<
        OpenPageState,
        'title' | 'tiles' | 'filters' | 'filterValues' | 'crossFilter' | 'drill' | 'categories' | 'view'
      >
    >(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'RenderedDashboard' },
);
export type RenderedDashboard = Wire<typeof RenderedDashboardSchema>;

export const PreviewRequestSchema = Type.Object(
  {
    chart: OwnTileSchema,
    filters,
    within: Type.Optional(
      Type.Object(
        {
          item: Identifier,
          controls: Type.Array(FilterControlSchema, { maxItems: 50 }),
          filters: FiltersSchema,
        },
        {
          ...exact,
          description:
            "The item on the canvas. The dashboard's filters apply to the preview as they will once it is saved.",
        },
      ),
    ),
    render: Type.Optional(
      Type.Object(
        { width: Pixels, height: Pixels, mode: Type.Enum(['light', 'dark']) },
        { ...exact, description: 'Also renders the chart for a box of this size and returns it as `html`.' },
      ),
    ),
    ...pageFields,
  },
  { ...exact, title: 'PreviewRequest' },
);
/** A chart that is not saved yet. `tile.id` of the response is `preview`. */
export type PreviewRequest = Wire<typeof PreviewRequestSchema>;

export const PreviewResponseSchema = Type.Object(
  {
    ...TileResponseSchema.properties,
    html: Type.Optional(Type.String({ description: 'Only with `render`: the chart and its data table.' })),
    title: Type.Optional(
      Type.String({ description: 'Only with `render`. Placeholders are replaced with values.' }),
    ),
    description: Type.Optional(
      Type.String({ description: 'Only with `render`. Placeholders are replaced with values.' }),
    ),
    unfiltered: Type.Optional(UnfilteredSchema),
    instead: Type.Optional(
      Type.Object(
        {
          kind: TileKindSchema,
          options: Type.Object(
            {
              layout: Type.Optional(Type.Enum(['grouped', 'stacked'])),
              splitMeasures: Type.Optional(Type.Boolean()),
              line: Type.Optional(Type.Array(Name)),
            },
            { description: 'The options that change with the kind.' },
          ),
          offer: Type.Enum(['asBars', 'asStackedBars', 'onSeparateScales']),
          advice: Type.Optional(
            Type.Enum(['barsCompare', 'unitsDiffer'], {
              description: 'Missing if the chosen chart would misrepresent the result, and says so.',
            }),
          ),
        },
        { description: 'Only with `render`: the chart that shows this result better.' },
      ),
    ),
  },
  { title: 'PreviewResponse' },
);
export type PreviewResponse = Wire<typeof PreviewResponseSchema>;

export const PreviewValuesRequestSchema = Type.Object(
  {
    datasetId: Identifier,
    column: Name,
    kind: Type.Optional(
      Type.Enum(['values', 'ends'], {
        description: '`ends` returns the minimum and the maximum, for sliders and date pickers.',
      }),
    ),
    search: Type.Optional(Text(0, 256)),
    filters,
    ...pageFields,
  },
  { ...exact, title: 'PreviewValuesRequest' },
);
export type PreviewValuesRequest = Wire<typeof PreviewValuesRequestSchema>;

export const PreviewTextsRequestSchema = Type.Object(
  { content: BuilderContentSchema, ...pageFields },
  { ...exact, title: 'PreviewTextsRequest' },
);
/** The values in the texts of a canvas that is not saved yet, by `<item id>:<name>`. */
export type PreviewTextsRequest = Wire<typeof PreviewTextsRequestSchema>;
