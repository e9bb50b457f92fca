import type { PageContext } from '../page/page-context.ts';
import { makeButton } from './make-button.ts';
import type { TileView } from './tile-view.tsx';

/** Sorts a table by its column headers and adds buttons to page through it. */
export function sortTable(context: PageContext, view: TileView): void {
  if (!view.tile.isTable) return;
  const { element } = view;
  const prepare = () => {
    for (const head of element.querySelectorAll<HTMLElement>('th[data-column]:not([tabindex])')) {
      head.tabIndex = 0;
      head.title = context.locale.messages().sortBy({ column: head.firstChild?.textContent ?? '' });
    }
    addPager(context, view);
  };
  const sort = (event: Event) => {
    const head =
      event.target instanceof Element ? event.target.closest<HTMLElement>('th[data-column]') : null;
    const by = head?.dataset.column;
    if (by === undefined) return;
    event.preventDefault();
    const direction = head?.ariaSort === 'descending' ? 'asc' : 'desc';
    void view.updateTable({ sort: { by, direction }, page: 1 }, () =>
      element.querySelector<HTMLElement>(`th[data-column="${CSS.escape(by)}"]`)?.focus(),
    );
  };
  element.addEventListener('click', sort);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') sort(event);
  });
  prepare();
  new MutationObserver(prepare).observe(element, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-page'],
  });
}

function addPager(context: PageContext, { element, updateTable }: TileView): void {
  const table = element.querySelector<HTMLElement>('.inlay-table');
  const note = table?.querySelector<HTMLElement>('.inlay-table-note');
  const pages = Number(table?.dataset.pages);
  if (!table || !note || !(pages > 1)) return;
  const page = Number(table.dataset.page);
  const shown = element.querySelector<HTMLElement>('.inlay-pager');
  if (shown?.dataset.page === table.dataset.page) return;
  const pager = shown ?? document.createElement('div');
  pager.className = 'inlay-pager';
  pager.dataset.page = `${page}`;
  const { previous, next } = context.locale.messages();
  const button = (textContent: string, to: number) =>
    makeButton({ className: 'ui-button', textContent, disabled: to < 1 || to > pages }, () => {
      void updateTable({ page: to }, () => {
        const again = [...element.querySelectorAll<HTMLButtonElement>('.inlay-pager button:enabled')];
        (again.find((each) => each.textContent === textContent) ?? again[0])?.focus();
      });
    });
  pager.replaceChildren(button(previous, page - 1), button(next, page + 1));
  if (!shown) note.after(pager);
}
