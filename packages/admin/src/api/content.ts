import type { ContentFacts } from '@inlay/content/content';
import { canonical } from './canonical.ts';
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

export type ItemPlural = 'dashboards' | 'stories' | 'tiles';

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
