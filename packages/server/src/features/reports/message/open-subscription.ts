import { readEmbedFields } from '@inlay/protocol/embed-fields';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Services } from '../../../services.ts';
import { openBuilderDashboard } from '../../builder/index.ts';
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
import type { StoredSubscription } from '../store/subscriptions.ts';

/** The content of a subscription as this viewer sees it now, with the view that they subscribed to. */
export async function openSubscription(
  services: Services,
  subscription: StoredSubscription,
  viewer: EmbedPrincipal,
  signal: AbortSignal,
): Promise<EmbedRequest> {
  const opened = await openContent(services, subscription, viewer);
  const { language, timeZone, variables, state } = subscription.settings;
  const { settings } = readEmbedFields([
    ['lang', language],
    ['timeZone', timeZone],
  ]);
  const setting = viewerSetting(settings, await readTenantSettings(services.store, viewer.tenantId), viewer);
  const request = createEmbedRequest({ services, viewer, opened, setting, filters: {}, variables, signal });
  const fitted = fitPageState(request, state);
  return withView(request, { state: fitted.state, isIncomplete: fitted.problems.length > 0 });
}

async function openContent(
  services: Services,
  { content_kind: kind, content_id: id, embed_id: embedId }: StoredSubscription,
  viewer: EmbedPrincipal,
): Promise<OpenEmbed> {
  const found = await resolveEmbed(services, viewer, embedId);
  const { target } = found.embed;
  if (target.kind === 'builder') return openBuilderDashboard(services, viewer, found, id);
  const opened = await openEmbed(services, viewer, found);
  return target.kind === kind && target.id === id ? opened : openLinked(services, viewer, opened, id);
}
