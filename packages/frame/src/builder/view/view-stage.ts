import type { RenderedDashboard } from '@inlay/content/builder-preview';
import type { Stage } from '../../stage/stage.ts';
import type { Builder } from '../builder.ts';
import { addressOf } from '../builder-api.ts';
import type { OpenDashboard } from '../open-dashboard.ts';

/** What the code of dashboards works with, where a dashboard is shown inside a builder. */
export function viewStage(
  { stage }: Builder,
  { id, document, filters, version }: OpenDashboard,
  state: RenderedDashboard['state'],
): Stage {
  const { base, query } = addressOf(id, document.value.side, version.value?.revision);
  return {
    ...stage,
    page: { ...stage.page, ...state },
    title: state.title,
    api: stage.api.below(`builder${base}`, query),
    choice: {
      get filters() {
        return filters.value;
      },
      set filters(next) {
        filters.value = next;
      },
      get variables() {
        return stage.choice.variables;
      },
      set variables(next) {
        stage.choice.variables = next;
      },
      get theme() {
        return stage.choice.theme;
      },
      set theme(next) {
        stage.choice.theme = next;
      },
    },
    asked: () => ({ ...stage.asked(), filters: filters.value }),
  };
}
