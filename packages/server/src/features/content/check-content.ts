import { AppContentSchema } from '@inlay/protocol/app';
import type { ContentByKind, ContentKind } from '@inlay/protocol/content';
import { DashboardContentSchema } from '@inlay/protocol/dashboard';
import { EmbedContentSchema } from '@inlay/protocol/embed';
import { type FieldProblem, shapeErrors } from '@inlay/protocol/shape-errors';
import { StoryContentSchema } from '@inlay/protocol/story';
import { TileContentSchema } from '@inlay/protocol/tile';
import { checkApp } from './check-app.ts';
import { checkDashboard } from './check-dashboard.ts';
import { checkEmbed } from './check-embed.ts';
import { checkStory } from './check-story.ts';
import { checkTile } from './check-tile.ts';

export const contentSchemas = {
  app: AppContentSchema,
  tile: TileContentSchema,
  story: StoryContentSchema,
  dashboard: DashboardContentSchema,
  embed: EmbedContentSchema,
} as const satisfies Record<ContentKind, object>;

/** What a schema cannot say: how the parts of one piece of content fit together. */
const coherence: {
  readonly [K in ContentKind]: (content: ContentByKind[K]) => readonly FieldProblem[];
} = {
  app: checkApp,
  tile: (content) => checkTile(content),
  story: checkStory,
  dashboard: checkDashboard,
  embed: checkEmbed,
};

export type CheckedContent<K extends ContentKind> =
  | { readonly content: ContentByKind[K]; readonly problems?: undefined }
  | { readonly problems: readonly FieldProblem[]; readonly content?: undefined };

/** Everything about a piece of content that can be judged without looking at other content. */
export function checkContent<K extends ContentKind>(kind: K, value: unknown): CheckedContent<K> {
  const shape = shapeErrors(contentSchemas[kind], value);
  if (shape.length > 0) return { problems: shape };
  const content = value as ContentByKind[K];
  const problems = coherence[kind](content);
  return problems.length > 0 ? { problems } : { content };
}
