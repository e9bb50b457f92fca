import { chartOf } from '@inlay/charts/chart-kinds';
import type { Tile } from '@inlay/charts/tile';
import { KindIcon } from '@inlay/editor/parts/kind-icon';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { matchesSearch } from '@inlay/ui/matches-search';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { dropGesture } from '../canvas/drop-gesture.ts';
import { runGesture } from '../canvas/run-gesture.ts';
import type { CanvasContext } from '../canvas-context.ts';
import { newId } from '../edit/new-id.ts';

/** The tiles of the app: a click adds one at the end, dragging adds it where it is dropped. */
export function LibraryPanel({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder } = canvas;
  const messages = builder.messages.value;
  const search = useSignal('');
  const { library } = builder.data.value;
  const found = library.filter(({ title, description }) =>
    matchesSearch(builder.phrases.withTranslations(title, description).join(' '), search.value),
  );
  if (library.length === 0) return <p class="bld-panel-empty">{messages.nothingFound}</p>;
  return (
    <>
      <input
        class="ui-input"
        type="search"
        placeholder={messages.searchLibrary}
        aria-label={messages.searchLibrary}
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
        }}
      />
      <p class="ui-field-hint">{messages.libraryHint}</p>
      {found.length === 0 ? <p class="bld-panel-empty">{messages.nothingFound}</p> : null}
      <ul class="bld-library">
        {found.map((tile) => (
          <li key={tile.id}>
            <LibraryTile canvas={canvas} tile={tile} />
          </li>
        ))}
      </ul>
    </>
  );
}

function LibraryTile({ canvas, tile }: { readonly canvas: CanvasContext; readonly tile: Tile }): VNode {
  const { builder, commands, opened } = canvas;
  const messages = builder.messages.value;
  const title = titleOutline(builder.phrases.translate(tile.title));
  const add = (place?: { readonly x: number; readonly y: number }) => {
    const item = { id: newId(), x: 0, y: 0, ...chartOf(tile.kind).size, tile: tile.id };
    commands.add([item], place);
    // The server renders a library tile only once the dashboard contains it.
    void opened.autosave.flush();
    if (!place) canvas.reveal(item.id);
  };
  const down = (event: PointerEvent) => {
    const surface = canvas.surface.value;
    if (event.button !== 0 || !surface || event.pointerType === 'touch') return;
    const item = { id: 'new', x: 0, y: 0, ...chartOf(tile.kind).size, tile: tile.id };
    runGesture(event, {
      scroller: surface.scroller,
      begin: () => {
        // A drag ends with a click on the same button, which must not add the tile again.
        dragged = true;
        return dropGesture(surface, item, title, add);
      },
    });
  };
  let dragged = false;
  return (
    <button
      type="button"
      class="bld-library-tile"
      data-library={tile.id}
      title={messages.addChart}
      onPointerDown={down}
      onClick={() => {
        if (!dragged) add();
        dragged = false;
      }}
    >
      <KindIcon kind={tile.kind} />
      <span>
        <strong dir="auto">{title}</strong>
        {tile.description ? (
          <small dir="auto">{titleOutline(builder.phrases.translate(tile.description))}</small>
        ) : null}
      </span>
    </button>
  );
}
