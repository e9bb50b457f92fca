import { type ProviderKind, TEST_CHECKS, type TestCheck } from '@inlay/protocol/identity-provider';
import { oidcAddresses, samlAddresses } from '@inlay/protocol/provider-addresses';
import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses, refuse } from './fake-api.ts';
import { AT } from './sample-world.ts';

type Provider = Schemas['IdentityProvider'];
type OidcProvider = Schemas['OidcProvider'];
type SamlProvider = Schemas['SamlProvider'];
type Test = Schemas['ProviderTest'];

/** A test sign-in, up to the check that failed. */
export function testOf(failed?: TestCheck, reason = 'It did not work.', kind: ProviderKind = 'oidc'): Test {
  const checks: readonly TestCheck[] = TEST_CHECKS[kind];
  const until = failed ? checks.indexOf(failed) + 1 : checks.length;
  return {
    at: AT,
    passed: failed === undefined,
    checks: checks.slice(0, until).map((name) => ({
      name,
      passed: name !== failed,
      reason: name === failed ? reason : null,
    })),
    claims: failed ? {} : { sub: '7', groups: '["analysts"]' },
    account: failed
      ? null
      : { outcome: 'is created', username: 'ann', role: 'data-manager', groups: [], workspaceId: 'main' },
  };
}

const shared = {
  name: 'Company',
  logo: null,
  createUsers: false,
  linkByEmail: false,
  roles: [],
  groups: [],
  workspaces: [],
  isEnabled: false,
  test: null,
  isTested: false,
  createdAt: AT,
  updatedAt: AT,
} as const;

/** A provider with OpenID Connect and with defaults. */
export const providerOf = (id: string, more: Partial<OidcProvider> = {}): OidcProvider => ({
  ...shared,
  id,
  kind: 'oidc',
  issuer: 'https://login.example.com/realms/company',
  clientId: 'inlay',
  scopes: ['profile', 'email'],
  usernameClaim: 'preferred_username',
  signOutAtProvider: false,
  hasClientSecret: true,
  ...oidcAddresses('http://inlay.test', id),
  ...more,
});

const DAY_MS = 24 * 60 * 60_000;

/** A certificate that expires in so many days, or expired so many days ago. */
export const certificateOf = (fingerprint: string, days: number): SamlProvider['certificates'][number] => ({
  fingerprint,
  validUntil: new Date(Date.now() + days * DAY_MS).toISOString(),
});

/** A provider with SAML and with defaults. */
export const samlProviderOf = (id: string, more: Partial<SamlProvider> = {}): SamlProvider => ({
  ...shared,
  id,
  kind: 'saml',
  usernameClaim: 'email',
  entityId: 'https://idp.example.com/metadata',
  signInUrl: 'https://idp.example.com/sso',
  certificates: [certificateOf('4F:2B:9C', 365)],
  ...samlAddresses('http://inlay.test', id),
  ...more,
});

/** Providers that can be listed, created, changed and deleted, and the settings beside them. */
export function storedProviders(...initial: readonly Provider[]) {
  const providers = new Map(initial.map((provider) => [provider.id, provider]));
  let saved = Date.parse(AT);
  const later = () => {
    saved += 1;
    return new Date(saved).toISOString();
  };
  const find = (id: string) => providers.get(id) ?? refuse(404, { message: 'Not found' });
  const save = (provider: Provider) => {
    providers.set(provider.id, provider);
    return provider;
  };
  return {
    'GET /identity-providers': () => list(...providers.values()),
    'GET /identity-providers/{id}': ({ path: { id } }) => find(id),
    'POST /identity-providers': ({ body: { id = 'made', ...given } }) => save(created(id, given)),
    'PATCH /identity-providers/{id}': ({ path: { id }, body }) =>
      save({ ...(providers.get(id) ?? providerOf(id)), ...stored(body), updatedAt: later() } as Provider),
    'DELETE /identity-providers/{id}': ({ path: { id } }) => {
      providers.delete(id);
      return undefined;
    },
    'GET /groups': () => list({ id: 'emea', name: 'Sales EMEA', createdAt: AT, updatedAt: AT }),
    'GET /workspaces': () => list({ id: 'main', name: 'Main', createdAt: AT, updatedAt: AT }),
  } satisfies Responses;
}

function created(id: string, given: Schemas['NewIdentityProvider']): Provider {
  if (given.kind === 'saml') return samlProviderOf(id, stored(given));
  return providerOf(id, { ...stored(given), hasClientSecret: Boolean(given.clientSecret) });
}

/** Without what is never shown again. */
function stored<Given extends object>(given: Given): Omit<Given, 'clientSecret' | 'metadata'> {
  const {
    clientSecret: _secret,
    metadata: _metadata,
    ...settings
  } = given as Given & {
    readonly clientSecret?: unknown;
    readonly metadata?: unknown;
  };
  return settings;
}
