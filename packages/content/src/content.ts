import type { TileContent } from '@inlay/charts/tile';
import { ContentChangeSchema } from '@inlay/protocol/content-change';
import { exact, Nullable, Text, Timestamp, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import type { AppContent } from './app.ts';
import type { DashboardContent } from './dashboard.ts';
import type { EmbedContent } from './embed.ts';
import type { StoryContent } from './story.ts';

/** Content types that have states, versions and an ETag. */
export interface ContentByKind {
  readonly app: AppContent;
  readonly tile: TileContent;
  readonly story: StoryContent;
  readonly dashboard: DashboardContent;
  readonly embed: EmbedContent;
}
export type ContentKind = keyof ContentByKind;

export const ContentStateSchema = Type.Enum(['draft', 'in-review', 'published', 'archived'], {
  description: 'State of the working copy. A published version stays visible while the next one is a draft.',
});
export type ContentState = Wire<typeof ContentStateSchema>;

/** The metadata that the API returns with content. */
export const contentFacts = {
  id: Type.String(),
  appId: Type.String(),
  state: ContentStateSchema,
  revision: Type.Integer({ description: 'Increases with every change. The ETag is derived from it.' }),
  publishedVersion: Nullable(Type.Integer({ description: 'Version that viewers see.' })),
  comment: Nullable(Type.String({ description: 'Comment on the last state change.' })),
  createdAt: Timestamp,
  createdBy: Nullable(Type.String()),
  updatedAt: Timestamp,
  updatedBy: Nullable(Type.String()),
};

const { revision, updatedAt, ...otherFacts } = contentFacts;
/** The same metadata for callers who can see only published content: `revision` and `updatedAt` are null. */
export const ContentFactsSchema = Type.Object({
  ...otherFacts,
  revision: Nullable(revision),
  updatedAt: Nullable(updatedAt),
});
export type ContentFacts = Wire<typeof ContentFactsSchema>;

/** One version of a kind of content. */
export const contentVersion = {
  version: Type.Integer(),
  revision: Type.Integer(),
  author: Nullable(Type.String()),
  at: Timestamp,
  comment: Nullable(Type.String()),
};
const ContentVersionSchema = Type.Object(contentVersion);
export type ContentVersion = Wire<typeof ContentVersionSchema>;

const comment = Text(1, 2000);
export const TransitionCommentSchema = Type.Object(
  { comment: Type.Optional(comment) },
  { ...exact, title: 'MoveComment' },
);
export type TransitionComment = Wire<typeof TransitionCommentSchema>;
export const ReturnCommentSchema = Type.Object({ comment }, { ...exact, title: 'ReturnComment' });

const StaleDetailsSchema = Type.Object({
  revision: Type.Integer(),
  state: ContentStateSchema,
  updatedBy: Nullable(Type.String()),
  updatedAt: Timestamp,
  changes: Nullable(
    Type.Array(ContentChangeSchema, {
      description: 'Null if the revision in `If-Match` is no longer stored.',
    }),
  ),
});
/** `details` of `STALE_VERSION` (412): who made the concurrent change, and what it was. */
export type StaleDetails = Wire<typeof StaleDetailsSchema>;
