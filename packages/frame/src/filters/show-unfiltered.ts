import type { PageContext } from '../page/page-context.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { filtersTile } from './filter-choice.ts';
import { isUnset } from './filter-text.ts';

/** Notes on each tile which active filters do not apply to it, as the server does when it renders the page. */
export function showUnfiltered(
  { page, choice, locale }: PageContext,
  views: readonly TileView[],
  root: ParentNode,
  clicksOf: (view: TileView) => readonly string[],
): void {
  const active = page.filters.filter(({ id, kind }) => !isUnset(choice.filters[id], kind));
  for (const view of views) {
    const { element, tile } = view;
    const ofControls = active
      .filter((control) => !filtersTile(control, tile))
      // The current label: the language may have changed since the page was rendered.
      .map(({ id, label }) => {
        const shown = root.querySelector(`[data-filter="${CSS.escape(id)}"] .inlay-filter-label`);
        return shown?.textContent ?? label;
      });
    const ofHost = Object.entries(tile.unreachedNames ?? {})
      .filter(
        ([name]) => !isUnset(choice.filters[name], undefined) && page.filters.every(({ id }) => id !== name),
      )
      .map(([, label]) => label);
    const labels = new Set([...ofControls, ...ofHost, ...clicksOf(view)]);
    const note = element.querySelector<HTMLElement>('.inlay-unfiltered');
    if (labels.size === 0) {
      note?.remove();
      continue;
    }
    const list = new Intl.ListFormat(locale.lang(), { type: 'conjunction' }).format(labels);
    const text = locale.messages().notFilteredBy({ count: labels.size, filters: list });
    Object.assign(note ?? element.appendChild(document.createElement('p')), {
      className: 'inlay-unfiltered',
      dir: 'auto',
      textContent: text,
      title: text,
    });
  }
}
