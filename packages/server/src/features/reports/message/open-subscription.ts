import { readEmbedFields } from '@inlay/protocol/embed-fields';
import { AppError } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Services } from '../../../services.ts';
import { openBuilderDashboard } from '../../builder/index.ts';
import { findItem } from '../../content/index.ts';
import {
  createEmbedRequest,
  type EmbedRequest,
  fitPageState,
  type OpenEmbed,
  openEmbed,
  openLinked,
  resolveEmbed,
  viewerSetting,
  withView,
} from '../../embeds/index.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { withReportErrors } from './with-report-errors.ts';

/**
 * The content of a subscription as this viewer sees it now, with the view that they subscribed to. Parts of the view that
 * the content no longer has are left out, and `makeReport` says so. Throws `ReportError`.
 */
export async function openSubscription(
  services: Services,
  subscription: StoredSubscription,
  viewer: EmbedPrincipal,
  signal: AbortSignal,
): Promise<EmbedRequest> {
  return withReportErrors(signal, async () => {
    const opened = await openContent(services, subscription, viewer);
    const { language, timeZone, variables, state } = subscription.settings;
    // Checked like the fields of a page: an unknown language or time zone is ignored.
    const { settings } = readEmbedFields([
      ['lang', language],
      ['timeZone', timeZone],
    ]);
    const ofTenant = await readTenantSettings(services.store, viewer.tenantId);
    const setting = viewerSetting(settings, ofTenant, viewer);
    const request = createEmbedRequest({ services, viewer, opened, setting, filters: {}, variables, signal });
    const fitted = fitPageState(request, state);
    return withView(request, { state: fitted.state, isIncomplete: fitted.problems.length > 0 });
  });
}

/** As a page opens it: the target of the embed, a dashboard that its clicks lead to, or one of its builder. */
async function openContent(
  services: Services,
  subscription: StoredSubscription,
  viewer: EmbedPrincipal,
): Promise<OpenEmbed> {
  const { content_kind: kind, content_id: id, embed_id: embedId } = subscription;
  try {
    const found = await resolveEmbed(services, viewer, embedId);
    const { target } = found.embed;
    if (target.kind === 'builder') return await openBuilderDashboard(services, viewer, found, id);
    const opened = await openEmbed(services, viewer, found);
    if (target.kind === kind && target.id === id) return opened;
    return await openLinked(services, viewer, opened, id);
  } catch (error) {
    const isGone =
      error instanceof AppError && (error.code === 'EMBED_NOT_FOUND' || error.code === 'NOT_FOUND');
    if (!isGone || !(await isDeleted(services, subscription))) throw error;
    throw new ReportError('content-gone', 'end', 'This content was deleted.', { cause: error });
  }
}

/** What is archived, expired or unpublished may come back; what is deleted does not. */
async function isDeleted(
  { store }: Pick<Services, 'store'>,
  { tenant_id, app_id, embed_id, content_kind, content_id }: StoredSubscription,
): Promise<boolean> {
  const parts = [
    ['app', app_id],
    ['embed', embed_id],
    [content_kind, content_id],
  ] as const;
  for (const [kind, id] of parts) if (!(await findItem(store, tenant_id, kind, id))) return true;
  return false;
}
