import type { RenderedDashboard } from '@inlay/content/builder-preview';
import type { PageContext } from '../../page/page-context.ts';
import type { Builder } from '../builder.ts';
import { addressOf } from '../builder-api.ts';
import type { OpenDashboard } from '../open-dashboard.ts';

/** The page context of a dashboard that is shown inside the builder. */
export function createViewContext(
  { context, dashboards }: Builder,
  { id, document, filters, version, viewed }: OpenDashboard,
  state: RenderedDashboard['state'],
): PageContext {
  // The canvas of the dashboard has the same colors.
  if (state.categories) context.colors.categories = state.categories;
  const { base, query } = addressOf(id, document.value.side, version.value?.revision);
  return {
    ...context,
    page: { ...context.page, view: undefined, ...state },
    title: state.title,
    viewId: state.view?.id ?? viewed?.id,
    openDashboard: (dashboard, filtered) => dashboards.open(dashboard, false, filtered),
    api: context.api.below(`builder${base}`, query),
    // Only what is published is sent.
    allows: (feature) =>
      context.allows(feature) &&
      (feature !== 'subscriptions' || (!version.value && document.value.dashboard.publishedVersion !== null)),
    stateChanged: () => {},
    choice: {
      tiles: state.view?.state.tiles ?? {},
      get filters() {
        return filters.value;
      },
      set filters(next) {
        filters.value = next;
      },
      get variables() {
        return context.choice.variables;
      },
      set variables(next) {
        context.choice.variables = next;
      },
      get theme() {
        return context.choice.theme;
      },
      set theme(next) {
        context.choice.theme = next;
      },
    },
    requestOptions: () => ({ ...context.requestOptions(), filters: filters.value }),
  };
}
