import type { Shown } from '../../api/content.ts';
import { type Query, query } from '../../api/query.ts';

const byPlural: { readonly [K in keyof Shown]: (id: string) => Query<Shown[K]> } = {
  apps: (id) => query('/apps/{id}', { path: { id } }),
  dashboards: (id) => query('/dashboards/{id}', { path: { id } }),
  embeds: (id) => query('/embeds/{id}', { path: { id } }),
  stories: (id) => query('/stories/{id}', { path: { id } }),
  tiles: (id) => query('/tiles/{id}', { path: { id } }),
};

export const contentQuery = <K extends keyof Shown>(plural: K, id: string): Query<Shown[K]> =>
  byPlural[plural](id);

/** The tiles of a story or dashboard that viewers do not see as they are. */
export const unpublishedTiles = (plural: 'stories' | 'dashboards', id: string) =>
  plural === 'stories'
    ? query('/stories/{id}/unpublished-tiles', { path: { id } })
    : query('/dashboards/{id}/unpublished-tiles', { path: { id } });
