import type { BuilderContent } from '@inlay/content/builder';
import { type Changes, findChanges, mergeVersions } from '@inlay/ui/form/merge-versions';
import { itemsOn, withItemsOn, withTabs } from '../edit/tabs.ts';
import { arrange } from '../layout/arrange.ts';

export interface Merge extends Changes {
  /** The changes of both, where nothing clashes. */
  readonly merged: BuilderContent | undefined;
}

const BY_ENTRY = ['items', 'tabs'];

export function mergeDashboards(base: BuilderContent, yours: BuilderContent, theirs: BuilderContent): Merge {
  const versions = { base, yours, theirs };
  const changes = findChanges(versions, BY_ENTRY);
  if (changes.clashes.length > 0) return { ...changes, merged: undefined };
  const merged = mergeVersions(versions, 'yours', BY_ENTRY) as BuilderContent;
  // Both may have put something at the same place: yours stays, and theirs makes room.
  const moved = new Set(changes.onlyYours.map(({ path }) => itemIdOf(path) ?? ''));
  // One may have deleted the tab that the other put something on.
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

/** The id of the item that the path of a piece names. */
export const itemIdOf = (path: string): string | undefined => /^\/items\[(.*)\]$/s.exec(path)?.[1];
