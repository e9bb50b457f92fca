import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { TabStrip } from '../bar/tab-strip.tsx';
import type { CanvasContext } from '../canvas-context.ts';
import { readingOrder } from '../layout/arrange.ts';
import { phoneOrder } from '../layout/phone-order.ts';
import { CanvasItem } from './canvas-item.tsx';
import { createKeyHandler } from './create-key-handler.ts';
import { createPointerHandler } from './create-pointer-handler.ts';
import { EmptyCanvas } from './empty-canvas.tsx';
import { isNarrow } from './is-narrow.ts';
import { phoneGesture } from './phone-gesture.ts';
import { createPlacer } from './place-elements.ts';
import { runGesture } from './run-gesture.ts';
import { createSurface, type Surface } from './surface.ts';

const RESIZE_DEBOUNCE_MS = 140;

/** The grid with its items. Positions are set imperatively, so moving an item re-renders nothing. */
export function Canvas({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened, commands, surface, width } = canvas;
  const { editor, editing } = opened;
  const focused = useSignal<string | undefined>(undefined);
  const messages = builder.messages.value;
  const items = editor.items.value;
  const { phone } = editor.content.value;
  const edits = editing.value;
  const narrow = width.value > 0 && isNarrow();

  const { grid, scroller } = useSurface(canvas);
  useLayoutEffect(() => {
    const order = phoneOrder(items, phone);
    surface.value?.show(items, narrow ? undefined : surface.value.metrics());
    for (const item of items)
      surface.value?.element(item.id)?.style.setProperty('order', `${order.indexOf(item.id)}`);
  }, [items, phone, narrow]);

  const focus = (id: string) => {
    focused.value = id;
    surface.value?.element(id)?.focus({ preventScroll: false });
  };
  const keys = useMemo(
    () =>
      createKeyHandler({ editor, commands, focus, narrow: isNarrow, onOpen: (id) => canvas.editItem(id) }),
    [editor],
  );
  const down = (event: PointerEvent) => {
    if (!edits || !surface.value) return;
    if (narrow) return hold(event, surface.value);
    createPointerHandler(surface.value, {
      onPlaced: commands.announcePlace,
      onPressed: (id) => {
        focus(id);
        canvas.editItem(id);
      },
    })(event);
  };
  /** On a narrow screen, tiles are dragged by their grip only, so that touch scrolls and a tap selects. */
  const hold = (event: PointerEvent, on: Surface) => {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>('[data-item]')?.dataset.item;
    if (id === undefined || event.button !== 0 || !target.closest('.bld-grip')) return;
    runGesture(event, {
      scroller: on.scroller,
      begin: () => {
        editor.select([id]);
        return phoneGesture(on, id, commands.movePhone);
      },
      onPress: () => editor.select([id]),
    });
  };
  const tap = (event: MouseEvent) => {
    if (!edits || !narrow || (event.target as Element).closest('button, a')) return;
    const id = (event.target as Element).closest<HTMLElement>('[data-item]')?.dataset.item;
    editor.select(id === undefined ? [] : [id]);
    if (id !== undefined) commands.announceSelection();
  };
  const inOrder = items.toSorted(readingOrder);
  const entry = inOrder.some(({ id }) => id === focused.value) ? focused.value : inOrder[0]?.id;

  return (
    // biome-ignore lint/a11y: handles pointers on the whole canvas; keys are handled by its items
    <div class="bld-scroller" ref={scroller} onPointerDown={down} onClick={tap} data-edits={edits}>
      <TabStrip canvas={canvas} />
      {/* biome-ignore lint/a11y: the role depends on the mode, and the items handle the keys */}
      <div
        class="inlay-grid bld-grid"
        ref={grid}
        role={edits ? 'application' : 'region'}
        aria-label={messages.canvas({ title: editor.content.value.title })}
        aria-describedby={edits ? 'bld-keys' : undefined}
        onKeyDown={edits ? keys : undefined}
      >
        {inOrder.map((item) => (
          <CanvasItem
            key={item.id}
            canvas={canvas}
            item={item}
            chosen={edits && editor.selection.value.has(item.id)}
            entry={item.id === entry}
            edits={edits}
            onFocus={() => {
              focused.value = item.id;
            }}
          />
        ))}
      </div>
      {items.length === 0 ? <EmptyCanvas canvas={canvas} /> : null}
      <p id="bld-keys" class="inlay-unseen">
        {messages.canvasKeys}
      </p>
    </div>
  );
}

/** The elements of the canvas as its surface, and the width of the grid as it changes. */
function useSurface({ opened: { editor }, surface, width }: CanvasContext) {
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const placer = useMemo(createPlacer, []);
  useLayoutEffect(() => {
    if (!grid.current || !scroller.current) return;
    surface.value = createSurface(grid.current, scroller.current, editor, placer);
    const measured = grid.current;
    width.value = measured.clientWidth;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(resting);
      resting = setTimeout(() => {
        width.value = measured.clientWidth;
      }, RESIZE_DEBOUNCE_MS);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return { grid, scroller };
}
