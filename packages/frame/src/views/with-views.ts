import { filterBarOf } from '../dashboard/filter-bar-of.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import { showNotice } from '../page/show-notice.ts';
import { makeButton } from '../tile/make-button.ts';

/** Adds the menu of the viewer's saved views to the bar of filters; what it opens is loaded on first use. */
export function withViews(context: PageContext, page: OpenPage, root: ParentNode): OpenPage {
  const { filters, tiles, drill = [], view } = context.page;
  const isFixed =
    filters.length === 0 &&
    drill.length === 0 &&
    !tiles.some(({ choices, isTable }) => choices || isTable) &&
    !root.querySelector('[data-tab]');
  if (isFixed || !context.allows('views') || !context.allows('filters')) return page;
  const loading = () => import('./views-panel.tsx');
  const button = makeButton({ className: 'inlay-filter inlay-views' }, () => {
    void loading()
      .then(({ openViews }) => openViews(button, { context, page }))
      .catch(() => setTimeout(showNotice(context.locale.messages().offline), 6_000));
  });
  button.ariaHasPopup = 'dialog';
  button.ariaExpanded = 'false';
  const label = () => {
    button.textContent = context.locale.messages().views;
  };
  label();
  const bar = filterBarOf(root);
  bar.insertBefore(button, bar.querySelector('.inlay-downloads'));
  if (view?.isIncomplete && view.name !== undefined) {
    const { name } = view;
    void loading().then(({ showIncomplete }) => showIncomplete(context, name), console.error);
  }
  return {
    ...page,
    relabel: () => {
      page.relabel();
      label();
    },
  };
}
