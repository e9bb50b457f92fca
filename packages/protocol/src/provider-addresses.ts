/** Where a sign-in with an identity provider starts, and below which the provider reaches Inlay. */
export const providerPath = (id: string): string => `/admin/session/providers/${encodeURIComponent(id)}`;

/** What to register at a provider, which its administrator does before it is created here. */
export const providerAddresses = (origin: string, id: string) => ({
  redirectUri: `${origin}${providerPath(id)}/callback`,
  postLogoutRedirectUri: `${origin}/admin`,
  backchannelLogoutUri: `${origin}${providerPath(id)}/backchannel-logout`,
});
