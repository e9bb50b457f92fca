import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import { beginHistory, type History, record, redo, undo } from '@inlay/editor/model/history';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { itemsOn, withItemsOn } from './tabs.ts';
import { tidyContent } from './tidy-content.ts';

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

  return {
    content,
    selection,
    tab,
    items,
    canUndo: computed(() => history.value.past !== undefined),
    canRedo: computed(() => history.value.future !== undefined),
    change,
    changeItems: (next, key) =>
      change((before) => {
        const here = itemsOn(before, tab.value);
        const after = next(here);
        return after === here ? before : withItemsOn(before, tab.value, after);
      }, key),
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
