import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Services } from '../../../services.ts';
import { createEmbedRequest, resolveEmbed } from '../../embeds/index.ts';
import type { EmbedRequest } from '../../embeds/request/embed-request.ts';
import { openEmbed } from '../../embeds/request/open-embed.ts';
import { viewerSetting } from '../../embeds/request/viewer-setting.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** Stub. */
export async function openSubscription(
  services: Services,
  { embed_id, settings: { state, variables, language, timeZone } }: StoredSubscription,
  viewer: EmbedPrincipal,
  signal: AbortSignal,
): Promise<EmbedRequest> {
  const opened = await openEmbed(services, viewer, await resolveEmbed(services, viewer, embed_id));
  const ofTenant = await readTenantSettings(services.store, viewer.tenantId);
  return createEmbedRequest({
    services,
    viewer,
    opened,
    setting: viewerSetting({ lang: language, timeZone }, ofTenant, viewer),
    filters: state.filters ?? {},
    variables,
    signal,
  });
}
