import { chartOf } from '@inlay/charts/chart-kinds';
import type { Tile } from '@inlay/charts/tile';
import { KindIcon } from '@inlay/editor/parts/kind-icon';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { matchesSearch } from '@inlay/ui/matches-search';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { dropGesture } from '../canvas/drop-gesture.ts';
import { runGesture } from '../canvas/run-gesture.ts';
import { newId } from '../edit/new-id.ts';
import type { Workbench } from '../workbench.ts';

/** Tiles of the app: pressed they go below the rest, dragged they go where they are dropped. */
export function LibraryPanel({ bench }: { readonly bench: Workbench }): VNode {
  const { builder } = bench;
  const words = builder.words.value;
  const search = useSignal('');
  const { library } = builder.answer.value;
  const found = library.filter(({ title, description }) =>
    matchesSearch(builder.bothWays(title, description).join(' '), search.value),
  );
  if (library.length === 0) return <p class="bld-panel-empty">{words.nothingFound}</p>;
  return (
    <>
      <input
        class="ui-input"
        type="search"
        placeholder={words.searchLibrary}
        aria-label={words.searchLibrary}
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
        }}
      />
      <p class="ui-field-hint">{words.libraryHint}</p>
      {found.length === 0 ? <p class="bld-panel-empty">{words.nothingFound}</p> : null}
      <ul class="bld-library">
        {found.map((tile) => (
          <li key={tile.id}>
            <LibraryTile bench={bench} tile={tile} />
          </li>
        ))}
      </ul>
    </>
  );
}

function LibraryTile({ bench, tile }: { readonly bench: Workbench; readonly tile: Tile }): VNode {
  const { builder, commands, opened } = bench;
  const words = builder.words.value;
  const title = titleOutline(builder.reads(tile.title));
  const add = (place?: { readonly x: number; readonly y: number }) => {
    const item = { id: newId(), x: 0, y: 0, ...chartOf(tile.kind).size, tile: tile.id };
    commands.add([item], place);
    // The server answers for a tile of the library once the dashboard has it.
    void opened.autosave.flush();
    if (!place) bench.reveal(item.id);
  };
  const down = (event: PointerEvent) => {
    const surface = bench.surface.value;
    if (event.button !== 0 || !surface || event.pointerType === 'touch') return;
    const item = { id: 'new', x: 0, y: 0, ...chartOf(tile.kind).size, tile: tile.id };
    runGesture(event, {
      scroller: surface.scroller,
      begin: () => {
        // A drag ends in a click on the button that it began on, which adds nothing more.
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
      title={words.addChart}
      onPointerDown={down}
      onClick={() => {
        if (!dragged) add();
        dragged = false;
      }}
    >
      <KindIcon kind={tile.kind} />
      <span>
        <strong dir="auto">{title}</strong>
        {tile.description ? <small dir="auto">{titleOutline(builder.reads(tile.description))}</small> : null}
      </span>
    </button>
  );
}
