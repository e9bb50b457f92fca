import { exact, Identifier, Nullable, Text, Timestamp, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { ContentStateSchema } from './content.ts';

const comment = Text(1, 2000);

export const PublishTogetherSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['tile', 'story', 'dashboard']),
          id: Identifier,
          revision: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: 'The revision that you read. If it has changed since, nothing is published.',
            }),
          ),
        },
        exact,
      ),
      { minItems: 1, maxItems: 200 },
    ),
    comment: Type.Optional(comment),
  },
  { ...exact, title: 'PublishTogether' },
);
export type PublishTogether = Wire<typeof PublishTogetherSchema>;

/** What errors and results name content by. */
const contentName = {
  kind: Type.Enum(['app', 'tile', 'story', 'dashboard', 'embed']),
  id: Type.String(),
  appId: Type.String(),
  title: Type.String({ description: 'Values in a title are replaced by an ellipsis.' }),
};
const ContentNameSchema = Type.Object(contentName);
export type ContentName = Wire<typeof ContentNameSchema>;

export const PublishedTogetherSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({ ...contentName, revision: Type.Integer(), publishedVersion: Type.Integer() }),
    ),
  },
  { title: 'PublishedTogether' },
);
export type PublishedTogether = Wire<typeof PublishedTogetherSchema>;

const RefusedItemSchema = Type.Object({
  ...contentName,
  code: Type.String({ description: 'The code of the error that publishing it alone would return.' }),
  message: Type.String(),
  details: Type.Unknown(),
});
/** `details.refused` of the `CONFLICT` that publishing together returns. */
export type RefusedItem = Wire<typeof RefusedItemSchema>;

const UnpublishedTileSchema = Type.Object(
  {
    ...contentName,
    state: ContentStateSchema,
    revision: Type.Integer(),
    publishedVersion: Nullable(Type.Integer({ description: 'Version that viewers see.' })),
    updatedAt: Timestamp,
    updatedBy: Nullable(Type.String()),
  },
  { title: 'UnpublishedTile' },
);
export type UnpublishedTile = Wire<typeof UnpublishedTileSchema>;

export const UnpublishedTilesSchema = Type.Object(
  { tiles: Type.Array(UnpublishedTileSchema) },
  { title: 'UnpublishedTiles' },
);
