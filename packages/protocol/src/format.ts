import Type from 'typebox';
import { exact, Text, type Wire } from './schema-parts.ts';

const decimals = Type.Optional(Type.Integer({ minimum: 0, maximum: 12 }));
const compact = Type.Optional(Type.Boolean({ description: '`1.2M` instead of `1,234,567`.' }));

export const FormatSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('number'), decimals, compact, unit: Type.Optional(Text(0, 64)) }, exact),
    Type.Object(
      {
        kind: Type.Literal('currency'),
        currency: Type.Optional(
          Type.String({ pattern: '^[A-Z]{3}$', 'x-problem': 'must be an ISO 4217 code such as EUR' }),
        ),
        decimals,
        compact,
      },
      exact,
    ),
    Type.Object({ kind: Type.Literal('percent'), decimals }, exact),
    Type.Object(
      { kind: Type.Literal('date'), style: Type.Optional(Type.Enum(['short', 'medium', 'long'])) },
      exact,
    ),
    Type.Object({ kind: Type.Literal('text') }, exact),
  ],
  {
    title: 'Format',
    description: 'How values are formatted. Locale, time zone and default currency come from the viewer.',
  },
);

/** How a value is formatted; locale, time zone and default currency are the viewer's. */
export type Format = Wire<typeof FormatSchema>;
