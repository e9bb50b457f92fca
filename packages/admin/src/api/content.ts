import type { TileContent } from '@inlay/charts/tile';
import type { AppContent } from '@inlay/content/app';
import type { ContentFacts } from '@inlay/content/content';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { EmbedContent } from '@inlay/content/embed';
import type { StoryContent } from '@inlay/content/story';
import { canonical } from './canonical.ts';

export type ShownApp = AppContent & ContentFacts;
export type ShownEmbed = EmbedContent & ContentFacts;
export type ShownTile = TileContent & ContentFacts;
export type ShownStory = StoryContent & ContentFacts;
export type ShownDashboard = DashboardContent & ContentFacts;

/** A tile, story or dashboard in a list. */
export type ShownItem = ContentFacts & { readonly title: string; readonly kind?: TileContent['kind'] };

/** Kinds by the word that addresses use. */
export type Plural = 'apps' | 'tiles' | 'stories' | 'dashboards' | 'embeds';

const FACTS = [
  'id',
  'appId',
  'state',
  'revision',
  'publishedVersion',
  'comment',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
];

/** What its author wrote, without the facts about it. */
export function contentOf<T extends ContentFacts>(shown: T): Omit<T, keyof ContentFacts> {
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !FACTS.includes(key))) as Omit<
    T,
    keyof ContentFacts
  >;
}

/** The body of a change: changed fields as a whole, and null for removed ones. */
export function changesBetween(before: object, after: object): Readonly<Record<string, unknown>> {
  const was = before as Readonly<Record<string, unknown>>;
  const is = after as Readonly<Record<string, unknown>>;
  const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
  return Object.fromEntries(
    [...keys]
      .filter((key) => canonical(was[key]) !== canonical(is[key]))
      .map((key) => [key, is[key] ?? null]),
  );
}
