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
