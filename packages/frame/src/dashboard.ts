import './page.css?again';
import './interaction.css';
import { followMarks } from '@inlay/ui/marks/follow-marks';
import { runDashboard } from './dashboard/run-dashboard.ts';
import { applySettings } from './page/apply-settings.ts';
import { handleHostRequests } from './page/handle-host-requests.ts';
import { createPageContext, type LoadedPage } from './page/page-context.ts';
import { withViews } from './views/with-views.ts';

export async function takeOver(loaded: LoadedPage): Promise<void> {
  const context = await createPageContext(loaded);
  const page = withViews(context, runDashboard(context, { root: document }), document);
  followMarks(page.choose);
  handleHostRequests(context, page);
  loaded.repeatClick();
  await applySettings(context, page);
}
