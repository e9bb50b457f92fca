import { readEmbedFields } from '@inlay/protocol/embed-fields';
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

/** A tile's question: the choices, what was clicked elsewhere, and how deep it is. */
export const TileQuestionBody = {
  ...FiltersBody,
  cross,
  drill: Type.Optional(
    Type.Object(
      { id: Type.String({ maxLength: 128 }), path: Type.Array(ChosenValueBody, { maxItems: 10 }) },
      { additionalProperties: false },
    ),
  ),
  fresh: Type.Optional(Type.Boolean({ description: 'Asks the engine again, whatever is cached.' })),
};
export interface AskedBody {
  readonly filters?: unknown;
  readonly variables?: unknown;
  readonly lang?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** Language and time zone, checked as the fields of a page are; one that is unknown counts as not sent. */
export function asked({ lang, timeZone }: AskedBody): { readonly lang?: string; readonly timeZone?: string } {
  const sent = Object.entries({ lang, timeZone }).filter((entry): entry is [string, string] => !!entry[1]);
  return readEmbedFields(sent).settings;
}

export function readFiltersText(text: string | undefined): Filters {
  if (text === undefined) return {};
  const { settings, problems } = readEmbedFields([['filters', text]]);
  if (problems.length > 0) throw new AppError('REQUEST_INVALID', { message: problems[0] ?? '' });
  return settings.filters;
}
