interface SharedPreset {
  /** Empty for any other provider. */
  readonly label: string;
  readonly usernameClaim: string;
  /** What rules are usually about. */
  readonly claim: string;
  /** A page of the guide. */
  readonly guide: string;
}

export interface OidcPreset extends SharedPreset {
  readonly kind: 'oidc';
  readonly key: 'entra' | 'okta' | 'google' | 'keycloak' | 'auth0' | 'other';
  readonly issuer: string;
  /** Whether everybody has the same issuer, so that nothing is left to fill in. */
  readonly isIssuerFixed?: true;
  readonly issuers?: RegExp;
  readonly scopes: readonly string[];
}

export interface SamlPreset extends SharedPreset {
  readonly kind: 'saml';
  readonly key: 'saml';
}

/** What is known about a provider before it is set up. */
export type Preset = OidcPreset | SamlPreset;

const SCOPES = ['profile', 'email'];

const OTHER: OidcPreset = {
  kind: 'oidc',
  key: 'other',
  label: '',
  issuer: 'https://login.example.com',
  scopes: SCOPES,
  usernameClaim: 'preferred_username',
  claim: 'groups',
  guide: 'sign-in-with-a-provider',
};

/** Of every product: what differs between them is in their metadata. */
export const SAML: SamlPreset = {
  kind: 'saml',
  key: 'saml',
  label: '',
  usernameClaim: 'email',
  claim: 'groups',
  guide: 'sign-in-with-saml',
};

const PRODUCTS: readonly OidcPreset[] = [
  {
    kind: 'oidc',
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
    kind: 'oidc',
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
    kind: 'oidc',
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
    kind: 'oidc',
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
    kind: 'oidc',
    key: 'auth0',
    label: 'Auth0',
    issuer: 'https://example.eu.auth0.com/',
    issuers: /^https:\/\/[\w.-]+\.auth0\.com\/$/,
    scopes: SCOPES,
    usernameClaim: 'email',
    claim: 'https://example.com/roles',
    guide: 'sign-in-with-auth0',
  },
];

export const PRESETS: readonly Preset[] = [...PRODUCTS, OTHER, SAML];

export const presetNamed = (key: string | null): Preset | undefined =>
  PRESETS.find((preset) => preset.key === key);

/** Of a provider that is set up: its issuer says which product it is. */
export const presetOf = (issuer: string): OidcPreset =>
  PRODUCTS.find(({ issuers }) => issuers?.test(issuer)) ?? OTHER;
