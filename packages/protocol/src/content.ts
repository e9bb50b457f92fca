import Type from 'typebox';
import type { AppContent } from './app.ts';
import type { DashboardContent } from './dashboard.ts';
import type { EmbedContent } from './embed.ts';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';
import type { StoryContent } from './story.ts';
import type { TileContent } from './tile.ts';

/** Everything that is kept with states, versions and an ETag. */
export interface ContentByKind {
  readonly app: AppContent;
  readonly tile: TileContent;
  readonly story: StoryContent;
  readonly dashboard: DashboardContent;
  readonly embed: EmbedContent;
}
export type ContentKind = keyof ContentByKind;

export const ContentStateSchema = Type.Enum(['draft', 'in-review', 'published', 'archived'], {
  description: 'Of the working copy. A published version stays visible while the next one is a draft.',
});
export type ContentState = Wire<typeof ContentStateSchema>;

/** What the API tells of each piece of content beside the content itself. */
export const contentFacts = {
  id: Type.String(),
  appId: Type.String(),
  state: ContentStateSchema,
  revision: Type.Integer({ description: 'Grows with every change; the ETag is made of it.' }),
  publishedVersion: Nullable(Type.Integer({ description: 'The version that viewers see.' })),
  comment: Nullable(Type.String({ description: 'What was said with the last change of state.' })),
  createdAt: Timestamp,
  createdBy: Nullable(Type.String()),
  updatedAt: Timestamp,
  updatedBy: Nullable(Type.String()),
};

export const ContentChangeSchema = Type.Object(
  {
    path: Type.String({ description: 'Such as `/steps[intro]/title`.' }),
    kind: Type.Enum(['added', 'removed', 'changed', 'reordered']),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
  },
  { title: 'ContentChange' },
);
export type ContentChange = Wire<typeof ContentChangeSchema>;
