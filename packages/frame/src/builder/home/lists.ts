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

/** Every word of the search is in it, as it was written or as it reads, whatever the accents. */
export function matches(
  { title, description, owner }: BuilderDashboard,
  search: string,
  reads: (phrase: string) => string,
): boolean {
  const told = description ?? '';
  const text = plain([title, reads(title), told, reads(told), owner ?? ''].join(' '));
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
