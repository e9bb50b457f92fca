import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { readingOrder } from '../layout/arrange.ts';
import { phoneOrder } from '../layout/phone-order.ts';
import type { Workbench } from '../workbench.ts';
import { CanvasItem } from './canvas-item.tsx';
import { EmptyCanvas } from './empty-canvas.tsx';
import { followKeys } from './follow-keys.ts';
import { followPointer } from './follow-pointer.ts';
import { isNarrow } from './is-narrow.ts';
import { phoneGesture } from './phone-gesture.ts';
import { createPlacer } from './place-elements.ts';
import { runGesture } from './run-gesture.ts';
import { createSurface, type Surface } from './surface.ts';

const REST_MS = 140;

/** The grid with its items. Places are set by hand, so that moving one draws nothing again. */
export function Canvas({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened, commands, surface, width } = bench;
  const { editor, editing } = opened;
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const placer = useMemo(createPlacer, []);
  const focused = useSignal<string | undefined>(undefined);
  const words = builder.words.value;
  const { items, phone } = editor.content.value;
  const edits = editing.value;
  const narrow = width.value > 0 && isNarrow();

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
      }, REST_MS);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
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
    () => followKeys({ editor, commands, focus, narrow: isNarrow, onOpen: (id) => bench.editItem(id) }),
    [editor],
  );
  const down = (event: PointerEvent) => {
    if (!edits || !surface.value) return;
    if (narrow) return hold(event, surface.value);
    followPointer(surface.value, {
      onPlaced: commands.sayPlace,
      onPressed: (id) => {
        focus(id);
        bench.editItem(id);
      },
    })(event);
  };
  /** In one column a tile is dragged by its grip alone, so that a finger scrolls: a tap chooses. */
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
    if (id !== undefined) commands.sayChosen();
  };
  const inOrder = items.toSorted(readingOrder);
  const entry = inOrder.some(({ id }) => id === focused.value) ? focused.value : inOrder[0]?.id;

  return (
    // biome-ignore lint/a11y: pointers have the whole canvas; keys have its items
    <div class="bld-scroller" ref={scroller} onPointerDown={down} onClick={tap} data-edits={edits}>
      {/* biome-ignore lint/a11y: the role is one of two, and what hears the keys are its items */}
      <div
        class="inlay-grid bld-grid"
        ref={grid}
        role={edits ? 'application' : 'region'}
        aria-label={words.canvas({ title: editor.content.value.title })}
        aria-describedby={edits ? 'bld-keys' : undefined}
        onKeyDown={edits ? keys : undefined}
      >
        {inOrder.map((item) => (
          <CanvasItem
            key={item.id}
            bench={bench}
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
      {items.length === 0 ? <EmptyCanvas bench={bench} /> : null}
      <p id="bld-keys" class="inlay-unseen">
        {words.canvasKeys}
      </p>
    </div>
  );
}
