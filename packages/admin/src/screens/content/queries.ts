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
