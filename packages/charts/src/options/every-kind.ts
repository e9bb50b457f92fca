import { Color } from '@inlay/protocol/color';
import { FormatSchema } from '@inlay/protocol/format';
import { exact, Name, Text, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';

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

export const AnnotationSchema = Type.Object(
  { at: Type.Union([Text(0, 256), Type.Number()]), label: Text(0, 256) },
  exact,
);
export type Annotation = Wire<typeof AnnotationSchema>;

/** The options that tiles of every kind have. The editor has a panel for each. */
export const everyKind = {
  formats: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]{1,256}$' }), FormatSchema, {
      ...exact,
      maxProperties: 100,
      description: 'Formats by column.',
    }),
  ),
  colors: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]{1,256}$' }), Color, {
      ...exact,
      maxProperties: 500,
      description: 'Colors by category.',
    }),
  ),
  thresholds: Type.Optional(Type.Array(ThresholdSchema, { maxItems: 50 })),
  referenceLines: Type.Optional(Type.Array(ReferenceLineSchema, { maxItems: 20 })),
  annotations: Type.Optional(Type.Array(AnnotationSchema, { maxItems: 100 })),
  goodDirection: Type.Optional(
    Type.Enum(['up', 'down'], {
      description: 'Whether higher or lower values are better. Sets the color of comparisons.',
    }),
  ),
};

const EveryKindSchema = Type.Object(everyKind, exact);
export type EveryKindOptions = Wire<typeof EveryKindSchema>;
