import { fill } from '@inlay/ui/fill';
import type { Stage } from '../stage/stage.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { filtersTile } from './filter-choice.ts';
import { isUnset } from './filter-text.ts';

/** Says on each tile which of the active filters do not affect it, as the server did when it rendered the page. */
export function showUnfiltered(
  { page, choice, speech }: Stage,
  views: readonly TileView[],
  root: ParentNode,
): void {
  const active = page.filters.filter(({ id }) => !isUnset(choice.filters[id]));
  for (const { element, tile } of views) {
    const labels = active
      .filter((control) => !filtersTile(control, tile))
      // As it reads now: the page may have been opened in another language.
      .map(({ id, label }) => {
        const shown = root.querySelector(`[data-filter="${CSS.escape(id)}"] .inlay-filter-label`);
        return shown?.textContent ?? label;
      });
    const note = element.querySelector<HTMLElement>('.inlay-unfiltered');
    if (labels.length === 0) {
      note?.remove();
      continue;
    }
    const place = note ?? element.appendChild(document.createElement('p'));
    place.className = 'inlay-unfiltered';
    place.dir = 'auto';
    const list = new Intl.ListFormat(speech.lang(), { type: 'conjunction' }).format(labels);
    place.textContent = fill(speech.words().notFilteredBy, list);
  }
}
