import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import { beginHistory, type History, record, redo, undo } from '@inlay/editor/model/history';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { itemsOn, withItemsOn } from './tabs.ts';

export type Items = readonly BuilderItem[];

/** The edited content of a dashboard, with undo history and selection. */
export interface Editor {
  readonly content: ReadonlySignal<BuilderContent>;
  readonly selection: ReadonlySignal<ReadonlySet<string>>;
  /** The id of the tab on the canvas; undefined without tabs. */
  readonly tab: ReadonlySignal<string | undefined>;
  /** The items on that tab. */
  readonly items: ReadonlySignal<Items>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Consecutive changes with the same key are undone together. */
  change(next: (content: BuilderContent) => BuilderContent, key?: string): void;
  /** Changes the items on the tab. */
  changeItems(next: (items: Items) => Items, key?: string): void;
  changeItem(id: string, next: (item: BuilderItem) => BuilderItem, key?: string): void;
  select(ids: Iterable<string>): void;
  showTab(id: string): void;
  undo(): void;
  redo(): void;
  /** Replaces the content with the server's and clears the history. */
  replace(content: BuilderContent): void;
}

export function createEditor(start: BuilderContent, onChange: (content: BuilderContent) => void): Editor {
  const history = signal<History<BuilderContent>>(beginHistory(start));
  const selection = signal<ReadonlySet<string>>(new Set());
  const content = computed(() => history.value.present);
  const wantedTab = signal<string>();
  const tab = computed(() => {
    const { tabs } = content.value;
    return tabs?.find(({ id }) => id === wantedTab.value)?.id ?? tabs?.[0]?.id;
  });
  const items = computed(() => itemsOn(content.value, tab.value));

  const go = (next: History<BuilderContent>) => {
    if (next.present === history.value.present) return;
    batch(() => {
      history.value = next;
      const ids = new Set(next.present.items.map(({ id }) => id));
      if ([...selection.value].some((id) => !ids.has(id)))
        selection.value = new Set([...selection.value].filter((id) => ids.has(id)));
    });
    onChange(next.present);
  };
  const change: Editor['change'] = (next, key) => {
    const before = history.value.present;
    const after = next(before);
    if (after !== before) go(record(history.value, tidyContent(before, after), key));
  };
  const changeItems: Editor['changeItems'] = (next, key) =>
    change((before) => {
      const here = itemsOn(before, tab.value);
      const after = next(here);
      return after === here ? before : withItemsOn(before, tab.value, after);
    }, key);

  return {
    content,
    selection,
    tab,
    items,
    canUndo: computed(() => history.value.past !== undefined),
    canRedo: computed(() => history.value.future !== undefined),
    change,
    changeItems,
    changeItem: (id, next, key) =>
      changeItems((items) => items.map((each) => (each.id === id ? next(each) : each)), key),
    select: (ids) => {
      selection.value = new Set(ids);
    },
    showTab: (id) => {
      if (id === tab.value) return;
      batch(() => {
        wantedTab.value = id;
        selection.value = new Set();
      });
    },
    undo: () => go(undo(history.value)),
    redo: () => go(redo(history.value)),
    replace: (next) => {
      history.value = beginHistory(next);
      selection.value = new Set();
    },
  };
}

type Filters = NonNullable<BuilderContent['filters']>;

/**
 * Removes references to removed items: filters of removed tiles, values of removed charts, and places in the mobile
 * order. The server rejects dangling references; undo restores all of it together.
 */
export function tidyContent(before: BuilderContent, after: BuilderContent): BuilderContent {
  if (before.items === after.items && before.filters === after.filters) return after;
  const shown = new Set(after.items.map((item) => ('tile' in item ? item.tile : item.id)));
  const ids = new Set(after.items.map(({ id }) => id));
  const gone = new Set(
    before.items.filter((item) => 'chart' in item && !ids.has(item.id)).map(({ id }) => id),
  );
  const { filters, phone, ...rest } = after;
  const kept = filters && tidyFilters(filters, shown);
  const order = phone?.filter((id) => ids.has(id));
  return {
    ...rest,
    items: gone.size === 0 ? after.items : after.items.map((item) => withoutValues(item, gone)),
    ...(kept && kept.length > 0 && { filters: kept }),
    ...(order && order.length > 0 && { phone: order }),
  };
}

/** A filter that targets certain tiles is removed with the last of them, so that it never applies to the others. */
function tidyFilters(filters: Filters, shown: ReadonlySet<string>): Filters {
  const left = filters
    .map((filter) => {
      const tiles = filter.tiles?.filter((id) => shown.has(id));
      return tiles && tiles.length !== filter.tiles?.length ? { ...filter, tiles } : filter;
    })
    .filter(({ tiles }) => tiles === undefined || tiles.length > 0);
  const ids = new Set(left.map(({ id }) => id));
  return left.map((filter) => {
    const { dependsOn, ...rest } = filter;
    if (!dependsOn || dependsOn.every((id) => ids.has(id))) return filter;
    const others = dependsOn.filter((id) => ids.has(id));
    return (others.length > 0 ? { ...rest, dependsOn: others } : rest) as typeof filter;
  });
}

function withoutValues(item: BuilderItem, gone: ReadonlySet<string>): BuilderItem {
  if (!('text' in item) || !item.values) return item;
  const lost = Object.entries(item.values).filter(([, { tile }]) => gone.has(tile));
  if (lost.length === 0) return item;
  const names = new Set(lost.map(([name]) => name));
  const { values, ...rest } = item;
  const left = Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  const text = item.text.replaceAll(/\{\{\s*(\w+)[^{}]*\}\}/g, (whole, name) =>
    names.has(name) ? '–' : whole,
  );
  return { ...rest, text, ...(Object.keys(left).length > 0 && { values: left }) };
}
