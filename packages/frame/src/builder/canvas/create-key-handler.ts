import type { Commands } from '../edit/commands.ts';
import type { Editor } from '../edit/editor.ts';
import { readingOrder } from '../layout/arrange.ts';
import { type Direction, neighborOf } from '../layout/neighbor-of.ts';
import { phoneOrder } from '../layout/phone-order.ts';

interface KeyOptions {
  readonly editor: Editor;
  readonly commands: Commands;
  readonly focus: (id: string) => void;
  /** Whether the grid has one column. */
  readonly narrow: () => boolean;
  /** Called for Enter on an item. */
  readonly onOpen: (id: string) => void;
}

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Keyboard control of the canvas. Arrow keys move the focus between items and Space selects one; on a selected item,
 * arrows move it, Shift+arrows resize it, and Escape reverts that.
 */
export function createKeyHandler({
  editor,
  commands,
  focus,
  narrow,
  onOpen,
}: KeyOptions): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement;
    const id = target.dataset.item;
    if (id === undefined) return;
    const chosen = editor.selection.value;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const arrow = ARROWS[event.key];
    if (arrow && !event.ctrlKey && !event.metaKey && !event.altKey) {
      done();
      const rtl = getComputedStyle(target).direction === 'rtl';
      const [dx, dy] = rtl ? [-arrow[0], arrow[1]] : arrow;
      if (!chosen.has(id)) {
        const items = editor.items.value;
        const { phone } = editor.content.value;
        const way: Direction = dy < 0 ? 'up' : dy > 0 ? 'down' : dx < 0 ? 'start' : 'end';
        const order = phoneOrder(items, phone);
        const next = narrow()
          ? order[order.indexOf(id) + (dx + dy > 0 ? 1 : -1)]
          : neighborOf(items, id, way)?.id;
        if (next !== undefined) focus(next);
      } else if (event.shiftKey) commands.resizeBy(narrow() ? 0 : dx, dy);
      else if (!narrow()) commands.moveBy(dx, dy);
      else if (dy !== 0) commands.movePhone(dy);
      return;
    }
    switch (event.key) {
      case ' ':
        done();
        if (event.shiftKey || event.ctrlKey)
          editor.select(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]);
        else editor.select(chosen.has(id) ? [] : [id]);
        commands.announceSelection();
        return;
      case 'Enter':
        done();
        editor.select([id]);
        onOpen(id);
        return;
      case 'Escape':
        if (chosen.size === 0) return;
        done();
        commands.cancel();
        return;
      case 'Home':
      case 'End': {
        done();
        const items = editor.items.value.toSorted(readingOrder);
        const to = event.key === 'Home' ? items[0] : items.at(-1);
        if (to) focus(to.id);
        return;
      }
      case 'Delete':
      case 'Backspace': {
        done();
        if (!chosen.has(id)) editor.select([id]);
        commands.remove();
      }
    }
  };
}
