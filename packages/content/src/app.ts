import { exact, Identifier, Text, type Wire } from '@inlay/protocol/schema-parts';
import { ThemeSchema } from '@inlay/protocol/theme';
import Type from 'typebox';

/** Translations by phrase, exactly as the author wrote it: a phrase that appears in ten places is translated once. */
const PhrasesSchema = Type.Record(Type.String({ pattern: '^[^\\u0000]{1,20000}$' }), Text(1, 20_000), {
  ...exact,
  maxProperties: 5000,
});

export const TranslationsSchema = Type.Record(
  Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
  PhrasesSchema,
  {
    ...exact,
    maxProperties: 50,
    description:
      "Translations by language, then by the original phrase in the app's content or in the labels of its datasets.",
  },
);
export type Translations = Wire<typeof TranslationsSchema>;

export const AppContentSchema = Type.Object(
  {
    title: Text(1, 256),
    description: Type.Optional(Text(0, 2000)),
    workspaceId: Identifier,
    theme: Type.Optional(ThemeSchema),
    datasets: Type.Optional(
      Type.Array(Identifier, {
        maxItems: 200,
        uniqueItems: true,
        description:
          'Datasets whose columns and measures builders of this app may use. From other datasets they can use only fields that published content shows.',
      }),
    ),
    translations: Type.Optional(TranslationsSchema),
  },
  { ...exact, title: 'AppContent' },
);

/** An app as its form creates it; by default the id is derived from the title. */
export const NewAppSchema = Type.Object(
  { ...AppContentSchema.properties, id: Type.Optional(Identifier) },
  { ...exact, title: 'NewApp' },
);

/** Tiles, stories and dashboards that belong together; privileges are granted per app. */
export type AppContent = Wire<typeof AppContentSchema>;
export type App = AppContent & { readonly id: string };
