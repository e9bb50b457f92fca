import {
  BuilderContentSchema,
  BuilderDashboardSchema,
  BuilderDatasetSchema,
  VisitorSchema,
} from '@inlay/protocol/builder';
import { exact, Text } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import Type, { type TSchema } from 'typebox';
import { refuseFields } from '../../platform/errors.ts';
import { documentedAs } from '../content/content-schemas.ts';

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

const comment = Text(1, 2000);
export const MoveCommentBody = Type.Object(
  { comment: Type.Optional(comment) },
  { ...exact, title: 'MoveComment' },
);
export const ReturnCommentBody = Type.Object({ comment }, { ...exact, title: 'ReturnComment' });

/** A body as its schema says, or a refusal that names each place of a mistake, in unions too. */
export function readBody<T>(schema: TSchema, body: unknown): T {
  const problems = shapeErrors(schema, body ?? {});
  refuseFields(problems);
  return (body ?? {}) as T;
}
