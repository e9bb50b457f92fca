import type { ContentName } from '@inlay/content/publish-together';

export const plurals = { tile: 'tiles', story: 'stories', dashboard: 'dashboards' } as const;

/** The screen of an item that an error or a list names. */
export function contentPath({ kind, id, appId }: Pick<ContentName, 'kind' | 'id' | 'appId'>): string {
  if (kind === 'embed') return `/embeds/${encodeURIComponent(id)}`;
  const app = `/apps/${encodeURIComponent(appId)}`;
  return kind === 'app' ? app : `${app}/${plurals[kind]}/${encodeURIComponent(id)}`;
}
