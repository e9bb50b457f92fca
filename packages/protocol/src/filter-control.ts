import Type from 'typebox';
import { ScalarSchema } from './query.ts';
import { exact, Identifier, Name, Text, type Wire } from './schema-parts.ts';

export const DATE_PRESETS = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'last-12-months',
  'this-week',
  'this-month',
  'this-quarter',
  'this-year',
  'last-week',
  'last-month',
  'last-quarter',
  'last-year',
  'this-fiscal-quarter',
  'this-fiscal-year',
  'last-fiscal-quarter',
  'last-fiscal-year',
  'all',
] as const;
const preset = Type.Enum([...DATE_PRESETS]);
export type DatePreset = Wire<typeof preset>;

const date = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  'x-problem': 'must be a date such as 2026-03-31',
});

const shared = {
  id: Identifier,
  label: Text(1, 128),
  datasetId: Identifier,
  tiles: Type.Optional(
    Type.Array(Identifier, {
      minItems: 1,
      maxItems: 200,
      description: 'Tiles that it filters. Defaults to all tiles that query the same dataset.',
    }),
  ),
  dependsOn: Type.Optional(
    Type.Array(Identifier, {
      maxItems: 20,
      description: 'Filters whose selection narrows the values that this one offers.',
    }),
  ),
};
const onColumn = { ...shared, column: Name };

export const FilterControlSchema = Type.Union(
  [
    Type.Object({ ...onColumn, kind: Type.Literal('dropdown'), default: Type.Optional(ScalarSchema) }, exact),
    Type.Object(
      {
        ...onColumn,
        kind: Type.Literal('multi-select'),
        default: Type.Optional(Type.Array(ScalarSchema, { maxItems: 1000 })),
      },
      exact,
    ),
    Type.Object(
      {
        ...onColumn,
        kind: Type.Literal('date-range'),
        presets: Type.Optional(Type.Array(preset, { minItems: 1, maxItems: DATE_PRESETS.length })),
        default: Type.Optional(Type.Union([preset, Type.Object({ from: date, to: date }, exact)])),
      },
      exact,
    ),
    Type.Object(
      {
        ...shared,
        kind: Type.Literal('hierarchy'),
        levels: Type.Array(Name, {
          minItems: 2,
          maxItems: 10,
          description: 'Columns of the hierarchy, from coarse to fine.',
        }),
      },
      exact,
    ),
    Type.Object(
      {
        ...onColumn,
        kind: Type.Literal('slider'),
        min: Type.Optional(Type.Number()),
        max: Type.Optional(Type.Number()),
        step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
        default: Type.Optional(Type.Object({ from: Type.Number(), to: Type.Number() }, exact)),
      },
      exact,
    ),
    Type.Object({ ...onColumn, kind: Type.Literal('search'), default: Type.Optional(Text(0, 256)) }, exact),
  ],
  { title: 'FilterControl' },
);

/** A filter that a viewer operates, on a dashboard or for a whole story. */
export type FilterControl = Wire<typeof FilterControlSchema>;

export const FilterControlsSchema = Type.Optional(Type.Array(FilterControlSchema, { maxItems: 50 }));
