import { MAX_RENDERED_TILES } from '@inlay/protocol/embed-api';
import { readEmbedFields } from '@inlay/protocol/embed-fields';
import { ErrorBodySchema } from '@inlay/protocol/error-codes';
import type { Filters } from '@inlay/protocol/frame-messages';
import { GrainSchema } from '@inlay/protocol/query';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { MAX_OTHER_VALUES } from '../../platform/render/point-of.ts';

export const Cell = Type.Union([
  Type.String({ maxLength: 4096 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
]);
const End = Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Number()]));

/** What a viewer chose, and in whose language and time zone they ask. */
export const FiltersBody = {
  filters: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[^]{1,256}$' }),
      Type.Union([
        Cell,
        Type.Array(Cell, { maxItems: 1000 }),
        Type.Object({ from: End, to: End }, { additionalProperties: false }),
      ]),
      {
        additionalProperties: false,
        maxProperties: 200,
        description: 'By the id of the filter; `null` clears one that has a default.',
      },
    ),
  ),
  variables: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]{1,128}$' }), Cell, {
      additionalProperties: false,
      maxProperties: 200,
      description: 'Values of the host page, which texts, filters and dataset SQL may name.',
    }),
  ),
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
};

export const Path = Type.Array(Cell, { maxItems: 10 });

const Cells = Type.Array(Cell, { minItems: 1, maxItems: MAX_OTHER_VALUES });
/** What a mark filters by: its value, or those that are drawn together as "Other". */
export const ChosenValueBody = Type.Union([
  Cell,
  Type.Object({ in: Cells }, { additionalProperties: false }),
  Type.Object({ notIn: Cells }, { additionalProperties: false }),
]);

const CrossFilterBody = Type.Object(
  {
    datasetId: Type.String({ maxLength: 128 }),
    column: Type.String({ maxLength: 256 }),
    value: ChosenValueBody,
    grain: Type.Optional(Type.Enum([...GrainSchema.enum])),
  },
  { additionalProperties: false, title: 'CrossFilter' },
);
export const cross = Type.Optional(Type.Array(CrossFilterBody, { maxItems: 50 }));

const drill = Type.Optional(
  Type.Object(
    { id: Type.String({ maxLength: 128 }), path: Type.Array(ChosenValueBody, { maxItems: 10 }) },
    { additionalProperties: false },
  ),
);
const fresh = Type.Optional(Type.Boolean({ description: 'Queries the engine again, whatever is cached.' }));

/** A query of one tile: the choices, the marks chosen on other tiles, and how deep it is. */
export const TileQueryBody = { ...FiltersBody, cross, drill, fresh };

export const Pixels = Type.Number({ minimum: 1, maximum: 20_000 });
export const ThemeField = Type.String({ maxLength: 16_384, description: 'As the form field of the page.' });

const TileToRenderBody = Type.Object(
  {
    id: Type.String({ maxLength: 128 }),
    width: Pixels,
    height: Pixels,
    cross,
    drill,
    item: Type.Optional(Type.String({ maxLength: 128, description: 'The place on a dashboard.' })),
    table: Type.Optional(
      Type.Object(
        {
          page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
          sort: Type.Optional(
            Type.Object(
              { by: Type.String({ maxLength: 256 }), direction: Type.Enum(['asc', 'desc']) },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false, description: 'Which page of a table, sorted by what.' },
      ),
    ),
  },
  { additionalProperties: false, title: 'TileToRender' },
);

export const RenderBody = Type.Object(
  {
    ...FiltersBody,
    fresh,
    tiles: Type.Array(TileToRenderBody, {
      maxItems: MAX_RENDERED_TILES,
      'x-problem': `must name at most ${MAX_RENDERED_TILES} tiles`,
    }),
    texts: Type.Optional(
      Type.Object(
        { cross },
        { additionalProperties: false, description: 'Also returns the values in the texts of the page.' },
      ),
    ),
    mode: Type.Enum(['light', 'dark']),
    theme: Type.Optional(ThemeField),
    categories: Type.Optional(Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 50 })),
  },
  { additionalProperties: false, title: 'RenderRequest' },
);

export const RenderedLineBody = Type.Object(
  {
    index: Type.Optional(Type.Integer({ description: "The tile's place in the request." })),
    tile: Type.Optional(Type.String({ description: 'Its id.' })),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    html: Type.Optional(Type.String({ description: 'The chart, and its numbers as a table.' })),
    notice: Type.Optional(
      Type.String({ description: 'Why there are no rows, for the developer of the host page.' }),
    ),
    error: Type.Optional(ErrorBodySchema),
    texts: Type.Optional(
      Type.Object({
        values: Type.Optional(
          Type.Record(Type.String(), Type.String(), { description: 'By their places in the markup.' }),
        ),
        error: Type.Optional(ErrorBodySchema),
      }),
    ),
  },
  { title: 'RenderedLine', description: 'One line of the response: a tile, its `error`, or the texts.' },
);

/** Language and time zone, checked as the fields of a page are; one that is unknown counts as not sent. */
export function readLocaleFields({ lang, timeZone }: LocaleFields): LocaleFields {
  const sent = Object.entries({ lang, timeZone }).filter((entry): entry is [string, string] => !!entry[1]);
  return readEmbedFields(sent).settings;
}

interface LocaleFields {
  readonly lang?: string | undefined;
  readonly timeZone?: string | undefined;
}

export function readFiltersText(text: string | undefined): Filters {
  if (text === undefined) return {};
  const { settings, problems } = readEmbedFields([['filters', text]]);
  if (problems.length > 0) throw new AppError('REQUEST_INVALID', { message: problems[0] ?? '' });
  return settings.filters;
}
