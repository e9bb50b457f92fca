import { FilterSchema } from '@inlay/protocol/query';
import { FrequencySchema } from '@inlay/protocol/report-schedule';
import { exact, Identifier, Nullable, Text, Timestamp, type Wire } from '@inlay/protocol/schema-parts';
import { ThemeSchema } from '@inlay/protocol/theme';
import Type from 'typebox';
import { ReportFormatSchema } from './subscription.ts';

const EmbedTargetSchema = Type.Object(
  {
    kind: Type.Enum(['tile', 'story', 'dashboard', 'builder']),
    id: Type.String({
      ...Identifier,
      description: 'Id of the tile, story or dashboard. For a builder, the id of the app.',
    }),
  },
  { ...exact, title: 'EmbedTarget' },
);
export type EmbedTarget = Wire<typeof EmbedTargetSchema>;

const SubscriptionLimitsSchema = Type.Object(
  {
    ownAddressOnly: Type.Optional(Type.Boolean({ description: 'Only to the viewer’s own signed address.' })),
    frequencies: Type.Optional(Type.Array(FrequencySchema, { maxItems: 5, uniqueItems: true })),
    formats: Type.Optional(Type.Array(ReportFormatSchema, { minItems: 1, maxItems: 4, uniqueItems: true })),
    maxRecipients: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    alerts: Type.Optional(Type.Boolean({ description: 'False: viewers cannot create alerts.' })),
  },
  {
    ...exact,
    title: 'SubscriptionLimits',
    description: 'Limits what viewers can subscribe to, further than the report settings of the tenant do.',
  },
);

export type SubscriptionLimits = Wire<typeof SubscriptionLimitsSchema>;

const EmbedOptionsSchema = Type.Object(
  {
    filters: Type.Optional(Type.Array(FilterSchema, { maxItems: 50, description: 'Initial filters.' })),
    height: Type.Optional(Type.Integer({ minimum: 50, maximum: 10_000, description: 'CSS pixels.' })),
    hide: Type.Optional(
      Type.Array(Type.Enum(['title', 'filters', 'export', 'navigation']), { maxItems: 4, uniqueItems: true }),
    ),
    subscriptions: Type.Optional(SubscriptionLimitsSchema),
    personalCopies: Type.Optional(
      Type.Boolean({ description: 'Viewers of a Dashboard Builder can make personal copies of dashboards.' }),
    ),
  },
  { ...exact, title: 'EmbedOptions' },
);

export const EmbedContentSchema = Type.Object(
  {
    title: Text(1, 256),
    alias: Type.Optional(
      Type.String({ ...Identifier, description: 'Alternative identifier, unique in the tenant.' }),
    ),
    target: EmbedTargetSchema,
    allowedOrigins: Type.Optional(
      Type.Array(Text(1, 256), {
        maxItems: 50,
        description:
          'Origins of pages that can show the embed, such as https://app.example.com. Defaults to the allowed origins of the tenant.',
      }),
    ),
    expiresAt: Type.Optional(Nullable(Timestamp)),
    theme: Type.Optional(ThemeSchema),
    options: Type.Optional(EmbedOptionsSchema),
  },
  { ...exact, title: 'EmbedContent' },
);

export const NewEmbedSchema = Type.Object({
  ...EmbedContentSchema.properties,
  id: Type.Optional(Identifier),
});

/** What a customer's page embeds: a piece of content of an app, and its display options. */
export type EmbedContent = Wire<typeof EmbedContentSchema>;
export type Embed = EmbedContent & { readonly id: string };
