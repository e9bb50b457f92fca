import { providerAddresses } from '@inlay/protocol/provider-addresses';
import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses, refuse } from './fake-api.ts';
import { AT } from './sample-world.ts';

type Provider = Schemas['IdentityProvider'];
type Test = Schemas['ProviderTest'];

const CHECKS = ['discovery', 'authorization', 'token', 'id-token', 'claims', 'account'] as const;

/** A test sign-in, up to the check that failed. */
export function testOf(failed?: (typeof CHECKS)[number], reason = 'It did not work.'): Test {
  const until = failed ? CHECKS.indexOf(failed) + 1 : CHECKS.length;
  return {
    at: AT,
    passed: failed === undefined,
    checks: CHECKS.slice(0, until).map((name) => ({
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

/** A provider with defaults. */
export const providerOf = (id: string, more: Partial<Provider> = {}): Provider => ({
  id,
  name: 'Company',
  logo: null,
  issuer: 'https://login.example.com/realms/company',
  clientId: 'inlay',
  scopes: ['profile', 'email'],
  usernameClaim: 'preferred_username',
  createUsers: false,
  linkByEmail: false,
  roles: [],
  groups: [],
  workspaces: [],
  signOutAtProvider: false,
  hasClientSecret: true,
  isEnabled: false,
  test: null,
  isTested: false,
  ...providerAddresses('http://inlay.test', id),
  createdAt: AT,
  updatedAt: AT,
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
    'POST /identity-providers': ({ body: { clientSecret, id = 'made', ...settings } }) =>
      save(providerOf(id, { ...settings, hasClientSecret: Boolean(clientSecret) })),
    'PATCH /identity-providers/{id}': ({ path: { id }, body: { clientSecret: _, ...change } }) =>
      save({ ...providerOf(id), ...providers.get(id), ...change, updatedAt: later() }),
    'DELETE /identity-providers/{id}': ({ path: { id } }) => {
      providers.delete(id);
      return undefined;
    },
    'GET /groups': () => list({ id: 'emea', name: 'Sales EMEA', createdAt: AT, updatedAt: AT }),
    'GET /workspaces': () => list({ id: 'main', name: 'Main', createdAt: AT, updatedAt: AT }),
  } satisfies Responses;
}
