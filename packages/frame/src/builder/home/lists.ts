import type { BuilderDashboard } from '@inlay/protocol/builder';

export const LISTS = ['all', 'mine', 'shared', 'review', 'published'] as const;
export type ListName = (typeof LISTS)[number];

export function inList({ mine, state, publishedVersion, owner }: BuilderDashboard, list: ListName): boolean {
  switch (list) {
    case 'all':
      return true;
    case 'mine':
      return mine;
    case 'shared':
      return !mine && owner !== null && publishedVersion === null;
    case 'review':
      return state === 'in-review';
    case 'published':
      return publishedVersion !== null;
  }
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Every word of the search is in it, whatever the accents. */
export function matches({ title, description, owner }: BuilderDashboard, search: string): boolean {
  const text = plain(`${title} ${description ?? ''} ${owner ?? ''}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
