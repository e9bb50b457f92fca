import { readEmbedFields } from '@inlay/protocol/embed-fields';
import type { Filters } from '@inlay/protocol/frame-messages';
import Type from 'typebox';
import { AppError } from '../errors.ts';

const Scalar = Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean(), Type.Null()]);
const End = Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Number()]));

/** What a viewer chose, and in whose language and time zone they ask. */
export const FiltersBody = {
  filters: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[^]{1,256}$' }),
      Type.Union([
        Scalar,
        Type.Array(Scalar, { maxItems: 1000 }),
        Type.Object({ from: End, to: End }, { additionalProperties: false }),
      ]),
      {
        additionalProperties: false,
        maxProperties: 200,
        description: 'By the id of the filter; `null` clears one that has a default.',
      },
    ),
  ),
  variables: Type.Optional(Type.Record(Type.String(), Scalar, { maxProperties: 200 })),
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
};

export interface AskedBody {
  readonly filters?: unknown;
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
