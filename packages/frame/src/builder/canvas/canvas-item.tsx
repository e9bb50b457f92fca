import type { BuilderItem } from '@inlay/content/builder';
import { Icon } from '@inlay/ui/controls/icon';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { openMenu } from '@inlay/ui/overlays/menu';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CanvasContext } from '../canvas-context.ts';
import { Markdown } from '../render/markdown.tsx';
import { TileBox } from '../render/tile-box.tsx';
import type { Handle } from './resize-gesture.ts';

interface CanvasItemProps {
  readonly canvas: CanvasContext;
  readonly item: BuilderItem;
  readonly chosen: boolean;
  /** Whether Tab moves to this item (roving tabindex). */
  readonly entry: boolean;
  readonly edits: boolean;
  readonly onFocus: () => void;
}

const HANDLES: readonly Handle[] = ['end', 'start', 'bottom', 'bottom-end', 'bottom-start'];

function Item({ canvas, item, chosen, entry, edits, onFocus }: CanvasItemProps): VNode {
  const messages = canvas.builder.messages.value;
  const name = canvas.commands.nameOf(item);
  const place = messages.itemAt({ name, column: item.x + 1, row: item.y + 1, width: item.w, height: item.h });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a grid item
    <div
      class="bld-item"
      data-item={item.id}
      data-chosen={chosen ? '' : undefined}
      role="group"
      aria-label={edits ? (chosen ? messages.selectedOne({ name: place }) : place) : name}
      tabIndex={edits ? (entry ? 0 : -1) : undefined}
      onFocus={onFocus}
    >
      <ItemBody canvas={canvas} item={item} name={name} />
      {edits ? (
        <>
          <div class="bld-item-tools">
            <button type="button" class="bld-grip" tabIndex={-1} aria-hidden="true" title={messages.move}>
              <Icon name="grip" />
            </button>
            <IconButton
              icon="more"
              label={`${messages.more}: ${name}`}
              opens="menu"
              onClick={({ currentTarget: button }) => openItemMenu(canvas, item, button)}
            />
          </div>
          {HANDLES.map((handle) => (
            <i key={handle} class="bld-handle" data-handle={handle} />
          ))}
        </>
      ) : null}
    </div>
  );
}

/** Memoized: dragging other items does not re-render this one. */
export function CanvasItem(props: CanvasItemProps): VNode {
  const { canvas, item, chosen, entry, edits } = props;
  return useMemo(() => <Item {...props} />, [canvas, item, chosen, entry, edits]);
}

function ItemBody({
  canvas,
  item,
  name,
}: Pick<CanvasItemProps, 'canvas' | 'item'> & { readonly name: string }) {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  if ('text' in item) {
    const values = canvas.textValues.value;
    return (
      <section class="inlay-text bld-text" dir="auto">
        {item.text.trim() === '' ? <p class="ui-field-hint">{messages.textHint}</p> : null}
        <Markdown text={item.text} write={(value) => values[`${item.id}:${value}`] ?? '–'} />
      </section>
    );
  }
  const known =
    'chart' in item ||
    [...opened.document.value.tiles, ...builder.data.value.library].some(({ id }) => id === item.tile);
  const { description } = canvas.headOf(item);
  return (
    <section class="inlay-tile" aria-label={name}>
      <header class="inlay-tile-head">
        <h2 dir="auto">{name}</h2>
        {description ? <p dir="auto">{description}</p> : null}
      </header>
      {known ? (
        <TileBox canvas={canvas} item={item} />
      ) : (
        <div class="inlay-chart-box">
          <div class="inlay-failure">
            <strong>{messages.unavailable}</strong>
            <span>{messages.unavailableHint}</span>
          </div>
        </div>
      )}
    </section>
  );
}

function openItemMenu(canvas: CanvasContext, item: BuilderItem, button: HTMLElement): void {
  const { builder, commands, opened } = canvas;
  const messages = builder.messages.value;
  const isChosen = opened.editor.selection.value.has(item.id);
  if (!isChosen) opened.editor.select([item.id]);
  openMenu(button, messages.more, [
    { label: messages.edit, onChoose: () => canvas.editItem(item.id) },
    { label: messages.duplicate, onChoose: commands.duplicate },
    {
      label: messages.copy,
      onChoose: () => void navigator.clipboard?.writeText(commands.copy() ?? '').catch(() => undefined),
    },
    ...(opened.editor.content.value.tabs ?? [])
      .filter(({ id }) => id !== opened.editor.tab.value)
      .map(({ id, title }) => ({
        label: `${messages.move}: ${title}`,
        onChoose: () => commands.moveToTab(id),
      })),
    { label: messages.remove, apart: true, onChoose: commands.remove },
  ]);
}
