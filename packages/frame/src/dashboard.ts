import './page.css?again';
import './interaction.css';
import { runDashboard } from './dashboard/run-dashboard.ts';
import type { LoadedPage } from './page/page-context.ts';
import { takeOverPage } from './page/take-over-page.ts';
import { withViews } from './views/with-views.ts';

export const takeOver = (loaded: LoadedPage): Promise<void> =>
  takeOverPage(loaded, (context) => withViews(context, runDashboard(context, { root: document }), document));
