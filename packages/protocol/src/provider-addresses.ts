export const PROVIDER_PATH = '/admin/session/providers';

/** The fragments with which a sign-in, a confirmation and a test come back to the admin app. */
export const SIGNED_IN = '#signed-in';
export const CONFIRMED = '#confirmed';
export const TESTED = '#tested';
/** The parameter with the code of why they failed. */
export const FAILURE = 'sign-in-failed';

/** Where a sign-in with an identity provider starts, and below which the provider reaches Inlay. */
export const providerPath = (id: string): string => `${PROVIDER_PATH}/${encodeURIComponent(id)}`;

/** Where a sign-in starts that comes back to a page of the admin app. */
export const signInAddress = (id: string, page: string): string =>
  `${providerPath(id)}?${new URLSearchParams({ return: page })}`;

/** What administrators register at an OpenID provider, before they create it here. */
export interface OidcAddresses {
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  readonly backchannelLogoutUri: string;
}

/** What administrators register at a SAML provider, before they create it here. */
export interface SamlAddresses {
  readonly acsUrl: string;
  readonly spEntityId: string;
}

/** Each provider has its own redirect address, so that a response of one is never taken for one of another (RFC 9700 §4.4). */
export const oidcAddresses = (origin: string, id: string): OidcAddresses => ({
  redirectUri: `${origin}${providerPath(id)}/callback`,
  postLogoutRedirectUri: `${origin}/admin`,
  backchannelLogoutUri: `${origin}${providerPath(id)}/backchannel-logout`,
});

/** With SAML too, and each has an entity ID of its own: a provider never vouches for the application of another. */
export const samlAddresses = (origin: string, id: string): SamlAddresses => ({
  acsUrl: `${origin}${providerPath(id)}/acs`,
  spEntityId: `${origin}${providerPath(id)}/metadata`,
});
