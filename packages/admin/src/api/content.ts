import type { AppContent } from '@inlay/protocol/app';
import type { ContentState } from '@inlay/protocol/content';
import type { EmbedContent } from '@inlay/protocol/embed';

interface ContentFacts {
  readonly id: string;
  readonly appId: string;
  readonly state: ContentState;
  readonly publishedVersion: number | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
}

export type ShownApp = AppContent & ContentFacts;
export type ShownEmbed = EmbedContent & ContentFacts;

/** A tile, story or dashboard, as far as a list of them tells. */
export type ShownItem = ContentFacts & { readonly title: string; readonly kind?: string };
