import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { backchannelLogoutRoutes } from './logout/backchannel-logout-routes.ts';
import { createMetadataOf } from './oidc/provider-metadata.ts';
import { providersRoutes } from './settings/providers-routes.ts';
import { createSignInLimit } from './sign-in/limit-sign-ins.ts';
import { providerSignInRoutes } from './sign-in/provider-sign-in-routes.ts';
import { samlSignInRoutes } from './sign-in/saml-sign-in-routes.ts';

/** Signing in with the account of a company: its providers, the sign-in itself, and its end (ADR 350). */
export function identityProvidersRoutes(app: HttpApp, services: Services): void {
  const metadataOf = createMetadataOf(services);
  const limit = createSignInLimit(services);
  providersRoutes(app, services);
  providerSignInRoutes(app, { ...services, metadataOf }, limit);
  samlSignInRoutes(app, { ...services, metadataOf }, limit);
  backchannelLogoutRoutes(app, services, metadataOf);
}
