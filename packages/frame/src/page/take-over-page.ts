import { followMarks } from '@inlay/ui/marks/follow-marks';
import { applySettings } from './apply-settings.ts';
import { handleHostRequests } from './handle-host-requests.ts';
import { loadAccess } from './lazy-access.ts';
import type { OpenPage } from './open-page.ts';
import { createPageContext, type LoadedPage, type PageContext } from './page-context.ts';

/** Takes over a rendered page: opens it, then handles clicks on marks, the host's requests and its settings. */
export async function takeOverPage(
  loaded: LoadedPage,
  open: (context: PageContext) => OpenPage,
): Promise<void> {
  const context = await createPageContext(loaded);
  context.openDashboard = async (id, filters) => {
    const { openLinked } = await import('../click/open-linked.ts');
    await openLinked(context, id, filters);
  };
  const page = open(context);
  loadAccess();
  followMarks(page.choose);
  handleHostRequests(context, page);
  loaded.repeatEarly();
  await applySettings(context, page);
}
