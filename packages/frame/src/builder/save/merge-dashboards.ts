import type { BuilderContent } from '@inlay/content/builder';
import { type Changes, findChanges, mergeVersions } from '@inlay/ui/form/merge-versions';
import { itemsOn, withItemsOn, withTabs } from '../edit/tabs.ts';
import { arrange } from '../layout/arrange.ts';

export interface Merge extends Changes {
  /** The content with the changes of both, if none clash. */
  readonly merged: BuilderContent | undefined;
}

const BY_ENTRY = ['items', 'tabs'];

export function mergeDashboards(base: BuilderContent, yours: BuilderContent, theirs: BuilderContent): Merge {
  const versions = { base, yours, theirs };
  const changes = findChanges(versions, BY_ENTRY);
  if (changes.clashes.length > 0) return { ...changes, merged: undefined };
  const merged = mergeVersions(versions, 'yours', BY_ENTRY) as BuilderContent;
  // If both placed items at the same position, yours stay and theirs move.
  const moved = new Set(changes.onlyYours.map(({ path }) => itemIdOf(path) ?? ''));
  // One may have deleted a tab that the other added items to.
  const tabbed = withTabs(merged, merged.tabs ?? []);
  const tabs = tabbed.tabs?.map(({ id }) => id) ?? [undefined];
  return {
    ...changes,
    merged: tabs.reduce<BuilderContent>(
      (content, tab) => withItemsOn(content, tab, arrange(itemsOn(content, tab), moved)),
      merged.tabs ? tabbed : merged,
    ),
  };
}

/** The id of the item at a path of a merge. */
export const itemIdOf = (path: string): string | undefined => /^\/items\[(.*)\]$/s.exec(path)?.[1];
