import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import type { BuilderMessages } from '@inlay/messages/builder';
import { announce } from '@inlay/ui/announce';
import type { ReadonlySignal } from '@preact/signals';
import { type Alignment, alignItems } from '../layout/align-items.ts';
import { readingOrder } from '../layout/arrange.ts';
import { addItems, moveItems, removeItems, resizeItem } from '../layout/change-layout.ts';
import { movePhoneItem, phoneOrder, withPhoneOrder } from '../layout/phone-order.ts';
import { moveToTab } from './change-tabs.ts';
import { itemsFromText, itemsToText, withNewIds } from './clipboard.ts';
import type { Editor, Items } from './editor.ts';

/** Commands on the selection, shared by keys, menus and buttons. Each announces its result to screen readers. */
export interface Commands {
  moveBy(dx: number, dy: number): void;
  /** Moves an item by this many places in the mobile order. */
  movePhone(by: number): void;
  resizeBy(dw: number, dh: number): void;
  /** Reverts what arrow keys changed since the selection was made. */
  cancel(): void;
  remove(): void;
  duplicate(): void;
  moveToTab(id: string): void;
  /** The text for the clipboard. It is also kept in memory, for browsers that deny access to the clipboard. */
  copy(): string | undefined;
  paste(text?: string): boolean;
  align(alignment: Alignment): void;
  selectAll(): void;
  add(items: Items, place?: { readonly x: number; readonly y: number }): void;
  undo(): void;
  redo(): void;
  announcePlace(): void;
  announceSelection(): void;
  nameOf(item: BuilderItem): string;
}

let copied = '';

export function createCommands(
  editor: Editor,
  messages: ReadonlySignal<BuilderMessages>,
  titleOf: (item: BuilderItem) => string,
  topRow: () => number,
): Commands {
  const selection = describeSelection(editor, messages, titleOf);
  const { chosen, nameOf, names, announcePlace } = selection;

  return {
    ...createKeyCommands(editor, messages, selection),
    nameOf,
    announcePlace,
    announceSelection: () => {
      const items = chosen();
      if (items.length > 0) announce(messages.value.selectedOne({ name: names(items) }));
    },
    remove: () => {
      const items = chosen();
      if (items.length === 0) return;
      const ids = editor.selection.value;
      editor.changeItems((all) => removeItems(all, ids));
      editor.select([]);
      announce(messages.value.removed({ name: names(items) }));
    },
    duplicate: () => {
      const copies = withNewIds(chosen());
      if (copies.length === 0) return;
      const bottom = Math.max(...copies.map(({ y, h }) => y + h));
      const left = Math.min(...copies.map(({ x }) => x));
      editor.changeItems((items) => addItems(items, copies, { x: left, y: bottom }));
      editor.select(copies.map(({ id }) => id));
      announce(messages.value.duplicated({ name: names(copies) }));
    },
    moveToTab: (id) => {
      const items = chosen();
      const title = editor.content.value.tabs?.find((tab) => tab.id === id)?.title ?? '';
      const ids = editor.selection.value;
      editor.change((content) => moveToTab(content, ids, id));
      editor.select([]);
      announce(`${names(items)}: ${title}`);
    },
    copy: () => {
      const items = chosen().toSorted(readingOrder);
      if (items.length === 0) return undefined;
      copied = itemsToText(items);
      announce(messages.value.copied({ name: names(items) }));
      return copied;
    },
    paste: (text) => {
      const items = itemsFromText(text || copied);
      if (items.length === 0) return false;
      editor.changeItems((all) => addItems(all, items, { from: topRow() }));
      editor.select(items.map(({ id }) => id));
      announce(messages.value.pasted({ name: names(items) }));
      return true;
    },
    align: (alignment) => {
      const ids = editor.selection.value;
      editor.changeItems((items) => alignItems(items, ids, alignment));
      announce(messages.value.arrange[alignment]);
    },
    selectAll: () => editor.select(editor.items.value.map(({ id }) => id)),
    add: (items, place) => {
      editor.changeItems((all) => addItems(all, items, place ?? { from: topRow() }));
      editor.select(items.map(({ id }) => id));
      announce(messages.value.added({ name: names(items) }));
    },
    undo: () => {
      if (!editor.canUndo.value) return;
      editor.undo();
      announce(messages.value.undone);
    },
    redo: () => {
      if (!editor.canRedo.value) return;
      editor.redo();
      announce(messages.value.redone);
    },
  };
}

type Selection = ReturnType<typeof describeSelection>;

/** The selected items, and how they are named and announced. */
function describeSelection(
  editor: Editor,
  messages: ReadonlySignal<BuilderMessages>,
  titleOf: (item: BuilderItem) => string,
) {
  const chosen = () => editor.items.value.filter(({ id }) => editor.selection.value.has(id));

  const nameOf = (item: BuilderItem): string => {
    if ('text' in item)
      return (
        item.text
          .replaceAll(/[#*_{}|]/g, '')
          .trim()
          .slice(0, 60) || messages.value.textBlock
      );
    return titleOf(item);
  };
  const names = (items: Items) => {
    const [first] = items;
    return items.length === 1 && first ? nameOf(first) : messages.value.selectedMany({ count: items.length });
  };
  const announcePlace = () => {
    const items = chosen();
    const [first] = items;
    if (first) announce(messages.value.moved({ name: names(items), column: first.x + 1, row: first.y + 1 }));
  };
  return { chosen, nameOf, names, announcePlace };
}

/** Commands of the arrow keys, which can be cancelled as long as the selection stays. */
function createKeyCommands(
  editor: Editor,
  messages: ReadonlySignal<BuilderMessages>,
  { chosen, nameOf, announcePlace }: Selection,
): Pick<Commands, 'moveBy' | 'movePhone' | 'resizeBy' | 'cancel'> {
  /** The content before arrow keys changed the selection. */
  let before: { readonly ids: ReadonlySet<string>; readonly content: BuilderContent } | undefined;
  const remember = () => {
    if (before?.ids !== editor.selection.value)
      before = { ids: editor.selection.value, content: editor.content.value };
  };
  return {
    moveBy: (dx, dy) => {
      remember();
      const ids = editor.selection.value;
      editor.changeItems((items) => moveItems(items, ids, dx, dy), `keys:${[...ids].join()}`);
      announcePlace();
    },
    movePhone: (by) => {
      remember();
      const [item] = chosen();
      if (!item) return;
      const items = editor.items.value;
      editor.change(
        (content) => withPhoneOrder(content, items, movePhoneItem(items, content.phone, item.id, by)),
        `phone:${item.id}`,
      );
      const place = phoneOrder(items, editor.content.value.phone).indexOf(item.id) + 1;
      announce(messages.value.moved({ name: nameOf(item), column: 1, row: place }));
    },
    resizeBy: (dw, dh) => {
      remember();
      const [item] = chosen();
      if (!item) return;
      const box = { ...item, w: item.w + dw, h: item.h + dh };
      editor.changeItems(
        (items) => resizeItem(items, item.id, box),
        `keys:${[...editor.selection.value].join()}`,
      );
      const [now] = chosen();
      if (now) announce(messages.value.resized({ name: nameOf(now), width: now.w, height: now.h }));
    },
    cancel: () => {
      const back = before?.ids === editor.selection.value ? before.content : undefined;
      before = undefined;
      if (back) editor.change(() => back);
      editor.select([]);
      announce(messages.value.cancelled);
    },
  };
}
