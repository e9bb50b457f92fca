import { authorizationUrl, newAuthorizationSecrets } from '../oidc/authorize.ts';
import type { ClientServices } from '../oidc/client-of.ts';
import type { MetadataOf } from '../oidc/provider-metadata.ts';
import type { Provider } from '../settings/providers.ts';
import type { Intent, ProviderFlow } from './flow.ts';

interface Start {
  readonly intent: Intent;
  readonly redirectUri: string;
}

/** Begins a sign-in: where the browser goes, and what it has to bring back. Rejects with `ProviderFault`. */
export async function startFlow(
  services: ClientServices,
  metadataOf: MetadataOf,
  provider: Provider,
  { intent, redirectUri }: Start,
): Promise<{ readonly url: URL; readonly flow: ProviderFlow }> {
  const { tenantId, id, version, settings } = provider;
  const readMetadata = intent.kind === 'test' ? metadataOf.fresh : metadataOf;
  const metadata = await readMetadata(tenantId, settings);
  const secrets = newAuthorizationSecrets();
  const isConfirmation = intent.kind === 'confirm';
  const url = await authorizationUrl(services, provider, metadata, { secrets, redirectUri, isConfirmation });
  const flow = { providerId: id, version, secrets, startedAt: services.time.now(), intent };
  return { url, flow };
}
