/** The kinds of content in an app, by the plural that addresses use. */
export const itemKinds = [
  { key: 'dashboards', one: 'dashboard' },
  { key: 'stories', one: 'story' },
  { key: 'tiles', one: 'tile' },
] as const;

export type ItemKind = (typeof itemKinds)[number];
