import { api } from '../../api/api.ts';
import type { ItemPlural, Shown } from '../../api/content.ts';
import type { Schemas } from '../../api/operations.ts';

export type ContentStep = 'submit' | 'publish' | 'return' | 'archive' | 'unarchive';
export type ContentChange = Schemas['DashboardChange'] | Schemas['StoryChange'] | Schemas['TileChange'];
/** A step may come with a comment; returning to the author needs one. */
export type ContentComment = Schemas['MoveComment'] | Schemas['ReturnComment'];
type Headers = { readonly 'if-match': string };

interface ContentApi<T> {
  readonly read: () => Promise<T>;
  readonly patch: (body: ContentChange, headers: Headers) => Promise<T>;
  readonly move: (step: ContentStep, body: ContentComment, headers: Headers) => Promise<T>;
  readonly restore: (version: number, headers: Headers) => Promise<T>;
}

/** What tiles, stories and dashboards have in common. */
export function contentApi<K extends ItemPlural>(kind: K, id: string): ContentApi<Shown[K]> {
  const plural: ItemPlural = kind;
  const path = { id };
  return {
    read: () => api.get(`/${plural}/{id}`, { path }) as Promise<Shown[K]>,
    patch: (body, headers) => api.patch(`/${plural}/{id}`, { path, body, headers }) as Promise<Shown[K]>,
    move: (step, body, headers) =>
      api.post(`/${plural}/{id}/${step}`, { path, body, headers }) as Promise<Shown[K]>,
    restore: (version, headers) =>
      api.post(`/${plural}/{id}/versions/{version}/restore`, { path: { id, version }, headers }) as Promise<
        Shown[K]
      >,
  };
}
