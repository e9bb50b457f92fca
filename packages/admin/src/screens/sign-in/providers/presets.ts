/** What is known about a provider with OpenID Connect before it is set up. */
export interface OidcPreset {
  readonly key: 'entra' | 'okta' | 'google' | 'keycloak' | 'auth0' | 'other';
  /** Empty for any other provider. */
  readonly label: string;
  readonly issuer: string;
  /** Whether everybody has the same issuer, so that nothing is left to fill in. */
  readonly isIssuerFixed?: true;
  readonly issuers: RegExp;
  readonly scopes: readonly string[];
  readonly usernameClaim: string;
  /** What rules are usually about. */
  readonly claim: string;
  /** A page of the guide. */
  readonly guide: string;
}

export type Preset = OidcPreset;

const SCOPES = ['profile', 'email'];

const OTHER: OidcPreset = {
  key: 'other',
  label: '',
  issuer: 'https://login.example.com',
  issuers: /^/,
  scopes: SCOPES,
  usernameClaim: 'preferred_username',
  claim: 'groups',
  guide: 'sign-in-with-a-provider',
};

export const PRESETS: readonly OidcPreset[] = [
  {
    key: 'entra',
    label: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/<tenant-id>/v2.0',
    issuers: /^https:\/\/login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn)\//,
    scopes: SCOPES,
    usernameClaim: 'preferred_username',
    claim: 'roles',
    guide: 'sign-in-with-entra-id',
  },
  {
    key: 'okta',
    label: 'Okta',
    issuer: 'https://example.okta.com',
    issuers: /^https:\/\/[\w-]+\.(okta|oktapreview|okta-emea)\.com(\/|$)/,
    scopes: [...SCOPES, 'groups'],
    usernameClaim: 'preferred_username',
    claim: 'groups',
    guide: 'sign-in-with-okta',
  },
  {
    key: 'google',
    label: 'Google Workspace',
    issuer: 'https://accounts.google.com',
    isIssuerFixed: true,
    issuers: /^https:\/\/accounts\.google\.com$/,
    scopes: SCOPES,
    usernameClaim: 'email',
    claim: 'hd',
    guide: 'sign-in-with-google',
  },
  {
    key: 'keycloak',
    label: 'Keycloak',
    issuer: 'https://login.example.com/realms/company',
    issuers: /\/realms\/[^/]+$/,
    scopes: SCOPES,
    usernameClaim: 'preferred_username',
    claim: 'realm_access.roles',
    guide: 'sign-in-with-keycloak',
  },
  {
    key: 'auth0',
    label: 'Auth0',
    issuer: 'https://example.eu.auth0.com/',
    issuers: /^https:\/\/[\w.-]+\.auth0\.com\/$/,
    scopes: SCOPES,
    usernameClaim: 'email',
    claim: 'https://example.com/roles',
    guide: 'sign-in-with-auth0',
  },
  OTHER,
];

export const presetNamed = (key: string | null): Preset | undefined =>
  PRESETS.find((preset) => preset.key === key);

/** Of a provider that is set up: its issuer says which product it is. */
export const presetOf = (issuer: string): OidcPreset =>
  PRESETS.find(({ issuers }) => issuers.test(issuer)) ?? OTHER;
