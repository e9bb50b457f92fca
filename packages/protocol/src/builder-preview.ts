import Type from 'typebox';
import { BuilderContentSchema } from './builder.ts';
import type { TileAnswer } from './embed-api.ts';
import { FilterControlSchema } from './filter-control.ts';
import type { Features, Filters, Variables } from './frame-messages.ts';
import type { OpenPageState } from './page-state.ts';
import { FilterSchema } from './query.ts';
import { exact, Identifier, Name, Text, type Wire } from './schema-parts.ts';
import { OwnTileSchema } from './tile.ts';

/** Language, time zone and values of the host page, as everywhere in the embed API. */
const asked = {
  variables: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[^]{1,128}$' }),
      Type.Union([Text(0, 4096), Type.Number(), Type.Boolean(), Type.Null()]),
      { ...exact, maxProperties: 200 },
    ),
  ),
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
};
const filters = Type.Optional(
  Type.Array(FilterSchema, { maxItems: 100, description: "On top of the question's own." }),
);

const Scalar = Type.Union([Text(0, 4096), Type.Number(), Type.Boolean(), Type.Null()]);
const End = Type.Optional(Type.Union([Text(0, 64), Type.Number()]));
const ChosenSchema = Type.Unsafe<Filters>(
  Type.Record(
    Type.String({ pattern: '^[^]{1,256}$' }),
    Type.Union([Scalar, Type.Array(Scalar, { maxItems: 1000 }), Type.Object({ from: End, to: End }, exact)]),
    { ...exact, maxProperties: 200, description: 'What is chosen, by the id of the filter.' },
  ),
);

const Pixels = Type.Number({ minimum: 1, maximum: 4000 });

/** `POST dashboards/<id>/view`: the dashboard as the page of an embed shows it, for a frame of this width. */
export interface ViewRequest {
  readonly filters: Filters;
  readonly variables?: Variables;
  readonly lang?: string;
  readonly timeZone?: string;
  readonly width: number;
  /** The host's choice, as the form field has it: a name or JSON. */
  readonly theme?: string;
  readonly features?: Features;
}

export interface RenderedDashboard {
  readonly html: string;
  /** Where its items stand. */
  readonly css: string;
  readonly state: Pick<
    OpenPageState,
    'title' | 'tiles' | 'filters' | 'filterValues' | 'crossFilter' | 'drill' | 'categories'
  >;
}

export const PreviewRequestSchema = Type.Object(
  {
    chart: OwnTileSchema,
    filters,
    within: Type.Optional(
      Type.Object(
        {
          item: Identifier,
          controls: Type.Array(FilterControlSchema, { maxItems: 50 }),
          filters: ChosenSchema,
        },
        {
          ...exact,
          description: 'The place on a canvas, whose filters narrow it as they will once it is saved.',
        },
      ),
    ),
    render: Type.Optional(
      Type.Object(
        { width: Pixels, height: Pixels, mode: Type.Enum(['light', 'dark']) },
        { ...exact, description: 'Also renders it, for a box of this size: `html` of the response.' },
      ),
    ),
    ...asked,
  },
  { ...exact, title: 'PreviewRequest' },
);
/** A chart that is not saved yet. `tile.id` of the answer is `preview`. */
export type PreviewRequest = Wire<typeof PreviewRequestSchema>;

export interface PreviewAnswer extends TileAnswer {
  /** Where `render` was requested: what goes into the tile's box, and what stands above it with its values. */
  readonly html?: string;
  readonly title?: string;
  readonly description?: string;
}

export const PreviewValuesRequestSchema = Type.Object(
  {
    datasetId: Identifier,
    column: Name,
    kind: Type.Optional(
      Type.Enum(['values', 'ends'], {
        description: '`ends`: the least and the greatest, for sliders and dates.',
      }),
    ),
    search: Type.Optional(Text(0, 256)),
    filters,
    ...asked,
  },
  { ...exact, title: 'PreviewValuesRequest' },
);
export type PreviewValuesRequest = Wire<typeof PreviewValuesRequestSchema>;

export const PreviewTextsRequestSchema = Type.Object(
  { content: BuilderContentSchema, ...asked },
  { ...exact, title: 'PreviewTextsRequest' },
);
/** The values in the texts of a canvas that is not saved yet, by `<item id>:<name>`. */
export type PreviewTextsRequest = Wire<typeof PreviewTextsRequestSchema>;
