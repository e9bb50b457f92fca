import type { OpenPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import { showNotice } from '../page/show-notice.ts';

/** Opens the menu of the viewer's saved views from its button in the bar of filters; it is loaded on first use. */
export function withViews(context: PageContext, page: OpenPage, root: ParentNode): OpenPage {
  const { view } = context.page;
  const button = root.querySelector<HTMLElement>('.inlay-views');
  if (!button) return page;
  const loading = () => import('./views-panel.tsx');
  button.addEventListener('click', () => {
    void loading()
      .then(({ openViews }) => openViews(button, { context, page }))
      .catch(() => setTimeout(showNotice(context.locale.messages().offline), 6_000));
  });
  if (view?.isIncomplete && view.name !== undefined) {
    const { name } = view;
    void loading().then(({ showIncomplete }) => showIncomplete(context, name), console.error);
  }
  return {
    ...page,
    relabel: () => {
      page.relabel();
      button.textContent = context.locale.messages().views;
    },
  };
}
