import {
  BuilderContentSchema,
  BuilderDashboardSchema,
  BuilderDatasetSchema,
  VisitorSchema,
} from '@inlay/protocol/builder';
import Type from 'typebox';
import { documentedAs } from '../content/index.ts';

const Tiles = Type.Array(Type.Unknown(), { description: 'As `Tile`.' });

export const BuilderDocumentBody = Type.Object(
  {
    dashboard: BuilderDashboardSchema,
    side: Type.Enum(['working', 'published']),
    content: documentedAs(BuilderContentSchema),
    tiles: Tiles,
    others: Type.Array(VisitorSchema),
  },
  { title: 'BuilderDocument' },
);

export const BuilderBody = Type.Object(
  {
    embedId: Type.String(),
    title: Type.String(),
    viewer: Type.Object({
      username: Type.String(),
      privileges: Type.Array(Type.Enum(['view', 'contribute', 'validate'])),
      groups: Type.Array(Type.String()),
      may: Type.Object({ create: Type.Boolean(), copy: Type.Boolean(), publish: Type.Boolean() }),
    }),
    limits: Type.Object({
      dashboards: Type.Integer(),
      ownDashboards: Type.Integer(),
      items: Type.Integer(),
      bytes: Type.Integer(),
      previewSeconds: Type.Integer(),
      previewRows: Type.Integer(),
    }),
    dashboards: Type.Array(BuilderDashboardSchema),
    moreDashboards: Type.Boolean(),
    datasets: Type.Array(BuilderDatasetSchema),
    library: Tiles,
    templates: Type.Array(Type.String()),
    phrases: Type.Record(Type.String(), Type.String(), {
      description:
        "How titles and descriptions of the dashboards and the library read in the viewer's language, by what was written.",
    }),
    opened: Type.Optional(BuilderDocumentBody),
  },
  { title: 'Builder' },
);
