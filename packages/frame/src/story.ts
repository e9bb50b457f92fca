import './page.css?again';
import './interaction.css';
import { followMarks } from '@inlay/ui/marks/follow-marks';
import { withFilterBar } from './filters/filter-bar.tsx';
import { applySettings } from './page/apply-settings.ts';
import { handleHostRequests } from './page/handle-host-requests.ts';
import { type OpenPage, openPage } from './page/open-page.ts';
import { createPageContext, type LoadedPage } from './page/page-context.ts';
import { showSteps } from './story/steps.tsx';

export async function takeOver(loaded: LoadedPage): Promise<void> {
  const context = await createPageContext(loaded);
  const filtered = withFilterBar(context, openPage(context));
  const steps = showSteps(context);
  const page: OpenPage = {
    ...filtered,
    relabel: () => {
      filtered.relabel();
      steps.show();
    },
  };
  followMarks(page.choose);
  handleHostRequests(context, page);
  loaded.repeatClick();
  await applySettings(context, page);
}
