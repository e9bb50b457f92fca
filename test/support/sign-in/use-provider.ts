import assert from 'node:assert/strict';
import type { IdentityProvider, NewOidcProvider, OidcProvider } from '@inlay/protocol/identity-provider';
import type { ApiResponse } from '../http/api-client.ts';
import { ADMIN } from '../server/start-inlay.ts';
import type { InlayInUse } from '../server/use-inlay.ts';
import { newPerson } from '../users/people.ts';
import { type ProviderBrowser, providerBrowser } from './provider-browser.ts';

/** Providers of tests are on loopback. */
export const REACH_LOOPBACK = { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' };

/** A browser in which an owner is signed in. */
export async function ownerBrowser(
  inlay: InlayInUse,
  options: Parameters<typeof providerBrowser>[1] = {},
): Promise<ProviderBrowser> {
  const browser = providerBrowser(inlay, options);
  assert.equal((await browser.enterPassword(ADMIN)).status, 200);
  return browser;
}

type Refusal = { readonly message: string; readonly code: string };
type ProviderReply<Provider> = ApiResponse<Provider & Refusal>;

const API = '/api/v0/identity-providers';
let made = 0;

export const startOf = (id: string, query = ''): string => `/admin/session/providers/${id}${query}`;

export const createProvider = (
  owner: ProviderBrowser,
  settings: Partial<NewOidcProvider> & Pick<NewOidcProvider, 'issuer' | 'clientId'>,
): Promise<ProviderReply<OidcProvider>> => {
  made += 1;
  return owner.post(API, { id: `provider-${made}`, name: 'Company', ...settings });
};

export const changeProvider = <Provider extends IdentityProvider = OidcProvider>(
  owner: ProviderBrowser,
  id: string,
  change: object,
): Promise<ProviderReply<Provider>> => owner.send('PATCH', `${API}/${id}`, change);

export const readProvider = async <Provider extends IdentityProvider = OidcProvider>(
  owner: ProviderBrowser,
  id: string,
): Promise<Provider> => (await owner.send<Provider>('GET', `${API}/${id}`)).body;

/** Tests the provider with the person who signs in there now, and switches it on. */
export async function switchOn(owner: ProviderBrowser, id: string): Promise<OidcProvider> {
  const end = await owner.signIn(startOf(id, '?test'));
  assert.equal(end, `/admin/sign-in/providers/${id}#tested`);
  const { test } = await readProvider(owner, id);
  assert.ok(test?.passed, JSON.stringify(test));
  const { status, body } = await changeProvider(owner, id, { isEnabled: true });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Somebody with an account here, and the claims of the same person at a provider. */
export async function knownPerson(inlay: InlayInUse, fields: Parameters<typeof newPerson>[1] = {}) {
  made += 1;
  const email = `known-${made}@company.test`;
  const person = await newPerson(inlay, { email, ...fields });
  return { ...person, email, subject: `subject-${made}`, claims: { email, email_verified: true } };
}
