import Type from 'typebox';
import { exact, Identifier, Text, type Wire } from './schema-parts.ts';
import { ThemeSchema } from './theme.ts';

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
          "Datasets whose columns and measures the app's builders may use. Of others they reach only what published content shows them.",
      }),
    ),
  },
  { ...exact, title: 'AppContent' },
);

/** Tiles, stories and dashboards that belong together; privileges are given by app. */
export type AppContent = Wire<typeof AppContentSchema>;
export type App = AppContent & { readonly id: string };
