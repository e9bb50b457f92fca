import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import { beginHistory, type History, record, redo, undo } from '@inlay/editor/model/history';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { tidyContent } from './tidy-content.ts';

export type Items = readonly BuilderItem[];

/** The edited content of a dashboard, with undo history and selection. */
export interface Editor {
  readonly content: ReadonlySignal<BuilderContent>;
  readonly selection: ReadonlySignal<ReadonlySet<string>>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Consecutive changes with the same key are undone together. */
  change(next: (content: BuilderContent) => BuilderContent, key?: string): void;
  changeItems(next: (items: Items) => Items, key?: string): void;
  select(ids: Iterable<string>): void;
  undo(): void;
  redo(): void;
  /** Replaces the content with the server's and clears the history. */
  replace(content: BuilderContent): void;
}

export function createEditor(start: BuilderContent, onChange: (content: BuilderContent) => void): Editor {
  const history = signal<History<BuilderContent>>(beginHistory(start));
  const selection = signal<ReadonlySet<string>>(new Set());
  const content = computed(() => history.value.present);

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
    canUndo: computed(() => history.value.past !== undefined),
    canRedo: computed(() => history.value.future !== undefined),
    change,
    changeItems: (next, key) =>
      change((before) => {
        const items = next(before.items);
        return items === before.items ? before : { ...before, items };
      }, key),
    select: (ids) => {
      selection.value = new Set(ids);
    },
    undo: () => go(undo(history.value)),
    redo: () => go(redo(history.value)),
    replace: (next) => {
      history.value = beginHistory(next);
      selection.value = new Set();
    },
  };
}
