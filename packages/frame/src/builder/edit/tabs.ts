import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import type { DashboardTab } from '@inlay/content/dashboard';
import { tabOf } from '@inlay/content/tab-of';

type Items = readonly BuilderItem[];

/** The items on a tab; all of them without tabs. */
export function itemsOn({ items, tabs }: BuilderContent, tab: string | undefined): Items {
  return tabs ? items.filter((item) => tabOf(item, tabs) === tab) : items;
}

/** The content with these items on a tab. The others keep their places. */
export function withItemsOn(content: BuilderContent, tab: string | undefined, next: Items): BuilderContent {
  const left = new Map(next.map((item) => [item.id, onTab(item, content.tabs && tab)]));
  const was = new Set(itemsOn(content, tab).map(({ id }) => id));
  const items = content.items.flatMap((item) => (was.has(item.id) ? (left.get(item.id) ?? []) : item));
  return { ...content, items: [...items, ...[...left.values()].filter(({ id }) => !was.has(id))] };
}

function onTab(item: BuilderItem, tab: string | undefined): BuilderItem {
  if (item.tab === tab) return item;
  const { tab: _, ...rest } = item;
  return tab === undefined ? rest : { ...rest, tab };
}

/** Each item names its tab, so that it stays there when the tabs change. */
export function withTabs(content: BuilderContent, tabs: readonly DashboardTab[]): BuilderContent {
  const { tabs: before, ...rest } = content;
  const [first] = tabs;
  const known = new Set(tabs.map(({ id }) => id));
  const items = content.items.map((item) => {
    const tab = tabOf(item, before);
    return onTab(item, tab !== undefined && known.has(tab) ? tab : first?.id);
  });
  return first ? { ...rest, items, tabs: [...tabs] } : { ...rest, items };
}
