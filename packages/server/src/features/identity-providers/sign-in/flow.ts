import { defineFlowCookie } from '../../../platform/http/flow-cookie.ts';
import type { AuthorizationSecrets } from '../oidc/authorize.ts';

/** What the sign-in is for. */
export type Intent =
  /** With the path of the admin app to go to, and the session of the browser if a page of the admin app led there. */
  | { readonly kind: 'sign-in'; readonly returnTo: string; readonly session?: string }
  /** By the session that started it, of an owner or of the person to confirm. */
  | { readonly kind: 'test' | 'confirm'; readonly session: string };

/** The state is the ID of the request, which the response names. */
interface SamlSecrets {
  readonly state: string;
}

/** What a browser holds while its owner is at the provider. */
export interface ProviderFlow {
  readonly providerId: string;
  /** Of the settings: with others, the flow is over. */
  readonly version: number;
  readonly secrets: AuthorizationSecrets | SamlSecrets;
  readonly startedAt: number;
  readonly intent: Intent;
}

export const FLOW_MS = 10 * 60_000;

/** Sealed, and not stored: nobody can fill the store by starting sign-ins. The browser comes back with GET, or, with SAML, from a page of ours. */
export const PROVIDER_FLOW = defineFlowCookie<ProviderFlow>('provider', {
  lifetimeMs: FLOW_MS,
  sameSite: 'Lax',
});
