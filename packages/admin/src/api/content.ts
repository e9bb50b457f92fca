import type { ContentFacts } from '@inlay/content/content';
import type { Schemas } from './operations.ts';

export type ShownApp = Schemas['App'];
export type ShownEmbed = Schemas['Embed'];
export type ShownTile = Schemas['Tile'];
export type ShownStory = Schemas['Story'];
export type ShownDashboard = Schemas['Dashboard'];

/** What the API returns, by the plural that addresses use. */
export interface Shown {
  readonly apps: ShownApp;
  readonly dashboards: ShownDashboard;
  readonly embeds: ShownEmbed;
  readonly stories: ShownStory;
  readonly tiles: ShownTile;
}

/** A tile, story or dashboard in a list. */
export type ShownItem = ContentFacts & { readonly title: string; readonly kind?: ShownTile['kind'] };

/** The kinds of content in an app, by the plural that addresses use. */
export const itemKinds = [
  { key: 'dashboards', one: 'dashboard' },
  { key: 'stories', one: 'story' },
  { key: 'tiles', one: 'tile' },
] as const;

export type ItemKind = (typeof itemKinds)[number];
export type ItemPlural = ItemKind['key'];

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
