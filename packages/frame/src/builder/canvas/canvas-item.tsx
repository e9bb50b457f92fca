import type { BuilderItem } from '@inlay/content/builder';
import { Icon } from '@inlay/ui/icon';
import { IconButton } from '@inlay/ui/icon-button';
import { openMenu } from '@inlay/ui/menu';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Markdown } from '../render/markdown.tsx';
import { TileBox } from '../render/tile-box.tsx';
import type { Workbench } from '../workbench.ts';
import type { Handle } from './resize-gesture.ts';

interface CanvasItemProps {
  readonly bench: Workbench;
  readonly item: BuilderItem;
  readonly chosen: boolean;
  /** The one item that Tab reaches. */
  readonly entry: boolean;
  readonly edits: boolean;
  readonly onFocus: () => void;
}

const HANDLES: readonly Handle[] = ['end', 'start', 'bottom', 'bottom-end', 'bottom-start'];

function Item({ bench, item, chosen, entry, edits, onFocus }: CanvasItemProps): VNode {
  const words = bench.builder.words.value;
  const name = bench.commands.nameOf(item);
  const place = words.itemAt({ name, column: item.x + 1, row: item.y + 1, width: item.w, height: item.h });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no item of a grid
    <div
      class="bld-item"
      data-item={item.id}
      data-chosen={chosen ? '' : undefined}
      role="group"
      aria-label={edits ? (chosen ? words.selectedOne({ name: place }) : place) : name}
      tabIndex={edits ? (entry ? 0 : -1) : undefined}
      onFocus={onFocus}
    >
      <ItemBody bench={bench} item={item} name={name} />
      {edits ? (
        <>
          <div class="bld-item-tools">
            <button type="button" class="bld-grip" tabIndex={-1} aria-hidden="true" title={words.move}>
              <Icon name="grip" />
            </button>
            <IconButton
              icon="more"
              label={`${words.more}: ${name}`}
              opens="menu"
              onClick={({ currentTarget: button }) => openItemMenu(bench, item, button)}
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

/** Drawn again only when the item itself changes: dragging sixty others past it does not. */
export function CanvasItem(props: CanvasItemProps): VNode {
  const { bench, item, chosen, entry, edits } = props;
  return useMemo(() => <Item {...props} />, [bench, item, chosen, entry, edits]);
}

function ItemBody({
  bench,
  item,
  name,
}: Pick<CanvasItemProps, 'bench' | 'item'> & { readonly name: string }) {
  const { builder, opened } = bench;
  const words = builder.words.value;
  if ('text' in item) {
    const values = bench.textValues.value;
    return (
      <section class="inlay-text bld-text">
        {item.text.trim() === '' ? <p class="ui-field-hint">{words.textHint}</p> : null}
        <Markdown text={item.text} write={(value) => values[`${item.id}:${value}`] ?? '–'} />
      </section>
    );
  }
  const known =
    'chart' in item ||
    [...opened.document.value.tiles, ...builder.answer.value.library].some(({ id }) => id === item.tile);
  const { description } = bench.headOf(item);
  return (
    <section class="inlay-tile" aria-label={name}>
      <header class="inlay-tile-head">
        <h2 dir="auto">{name}</h2>
        {description ? <p dir="auto">{description}</p> : null}
      </header>
      {known ? (
        <TileBox bench={bench} item={item} />
      ) : (
        <div class="inlay-chart-box">
          <div class="inlay-failure">
            <strong>{words.unavailable}</strong>
            <span>{words.unavailableHint}</span>
          </div>
        </div>
      )}
    </section>
  );
}

function openItemMenu(bench: Workbench, item: BuilderItem, button: HTMLElement): void {
  const { builder, commands, opened } = bench;
  const words = builder.words.value;
  const isChosen = opened.editor.selection.value.has(item.id);
  if (!isChosen) opened.editor.select([item.id]);
  openMenu(button, words.more, [
    { label: words.edit, onChoose: () => bench.editItem(item.id) },
    { label: words.duplicate, onChoose: commands.duplicate },
    {
      label: words.copy,
      onChoose: () => void navigator.clipboard?.writeText(commands.copy() ?? '').catch(() => undefined),
    },
    { label: words.remove, apart: true, onChoose: commands.remove },
  ]);
}
