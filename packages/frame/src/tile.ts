import './page.css?again';
import './interaction.css';
import { followMarks } from '@inlay/ui/marks/follow-marks';
import { applySettings } from './page/apply-settings.ts';
import { handleHostRequests } from './page/handle-host-requests.ts';
import { openPage } from './page/open-page.ts';
import { createPageContext, type LoadedPage } from './page/page-context.ts';

export async function takeOver(loaded: LoadedPage): Promise<void> {
  const context = await createPageContext(loaded);
  const page = openPage(context);
  followMarks(page.choose);
  handleHostRequests(context, page);
  loaded.repeatClick();
  await applySettings(context, page);
}
