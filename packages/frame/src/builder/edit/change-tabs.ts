import type { BuilderContent } from '@inlay/content/builder';
import { addItems, removeItems } from '../layout/change-layout.ts';
import { newId } from './new-id.ts';
import { itemsOn, withItemsOn, withTabs } from './tabs.ts';

/** Adds a tab. The first time, it adds two: one for the existing items, and a new one. */
export function addTab(content: BuilderContent, titleOf: (place: number) => string): BuilderContent {
  const { tabs = [{ id: newId(), title: titleOf(1) }] } = content;
  return withTabs(content, [...tabs, { id: newId(), title: titleOf(tabs.length + 1) }]);
}

export function renameTab(content: BuilderContent, id: string, title: string): BuilderContent {
  const { tabs = [] } = content;
  return withTabs(
    content,
    tabs.map((tab) => (tab.id === id ? { ...tab, title } : tab)),
  );
}

export function moveTab(content: BuilderContent, from: number, to: number): BuilderContent {
  const { tabs = [] } = content;
  const tab = tabs[from];
  return tab ? withTabs(content, tabs.toSpliced(from, 1).toSpliced(to, 0, tab)) : content;
}

/** Moves its items to the end of the first of the other tabs. A single tab is as good as none. */
export function removeTab(content: BuilderContent, id: string): BuilderContent {
  const left = (content.tabs ?? []).filter((tab) => tab.id !== id);
  const [first] = left;
  if (!first) return content;
  const moved = moveToTab(content, new Set(itemsOn(content, id).map((item) => item.id)), first.id);
  return withTabs(moved, left.length === 1 ? [] : left);
}

/** Moves items to the end of another tab; those that stay close the gaps. */
export function moveToTab(content: BuilderContent, ids: ReadonlySet<string>, to: string): BuilderContent {
  const explicit = withTabs(content, content.tabs ?? []);
  const moved = explicit.items.filter((item) => ids.has(item.id) && item.tab !== to);
  const from = new Set(moved.map(({ tab }) => tab));
  const without = [...from].reduce(
    (left, tab) => withItemsOn(left, tab, removeItems(itemsOn(left, tab), ids)),
    explicit,
  );
  return withItemsOn(without, to, addItems(itemsOn(without, to), moved));
}
