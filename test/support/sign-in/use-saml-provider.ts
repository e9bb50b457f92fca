import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import type { NewSamlProvider, SamlProvider } from '@inlay/protocol/identity-provider';
import type { ApiResponse } from '../http/api-client.ts';
import type { ProviderBrowser, SamlPost } from './provider-browser.ts';
import type { ForgedSaml, SamlResponse } from './saml-responses.ts';
import { changeProvider, readProvider, startOf } from './use-provider.ts';

const API = '/api/v0/identity-providers';

type Refusal = { readonly message: string; readonly code: string };

export const createSamlProvider = (
  owner: ProviderBrowser,
  settings: Omit<NewSamlProvider, 'kind' | 'name'>,
): Promise<ApiResponse<SamlProvider & Refusal>> =>
  owner.post(API, { kind: 'saml', name: 'Company', ...settings });

/** What a sign-in asks a provider for. */
export interface SamlRequest extends Pick<SamlResponse, 'requestId' | 'acsUrl' | 'spEntityId'> {
  readonly url: URL;
  /** Whether the person has to prove who they are again. */
  readonly isForced: boolean;
}

/** Starts a sign-in, and reads the request that the browser brings to the provider. */
export async function samlRequest(browser: ProviderBrowser, start: string): Promise<SamlRequest> {
  const { status, headers } = await browser.visit(start);
  assert.equal(status, 302);
  const url = new URL(headers.location ?? '', 'https://inlay.invalid');
  const message = url.searchParams.get('SAMLRequest');
  assert.ok(message, `The sign-in led to ${url.href}.`);
  const xml = inflateRawSync(Buffer.from(message, 'base64')).toString();
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    url,
    requestId: read(/ ID="([^"]+)"/),
    acsUrl: read(/ AssertionConsumerServiceURL="([^"]+)"/),
    spEntityId: read(/<saml:Issuer>([^<]+)</),
    isForced: read(/ ForceAuthn="([^"]+)"/) === 'true',
  };
}

/** What the page of the provider posts in answer to a request. */
export const samlPost = (
  company: ForgedSaml,
  request: SamlRequest,
  response: Partial<SamlResponse> = {},
): SamlPost => ({
  path: new URL(request.acsUrl).pathname,
  response: company.respond({ ...request, ...response }),
});

/** The whole way. Returns where it ends. */
export async function signInWithSaml(
  browser: ProviderBrowser,
  company: ForgedSaml,
  start: string,
  response: Partial<SamlResponse> = {},
): Promise<string> {
  const request = await samlRequest(browser, start);
  const { status, headers, body } = await browser.postResponse(samlPost(company, request, response));
  assert.equal(status, 302, JSON.stringify(body));
  return headers.location ?? '';
}

/** Tests the provider with this person, and switches it on. */
export async function switchOnSaml(
  owner: ProviderBrowser,
  company: ForgedSaml,
  id: string,
  response: Partial<SamlResponse> = {},
): Promise<void> {
  const end = await signInWithSaml(owner, company, startOf(id, '?test'), response);
  assert.equal(end, `/admin/sign-in/providers/${id}#tested`);
  const { test } = await readProvider(owner, id);
  assert.ok(test?.passed, JSON.stringify(test));
  assert.equal((await changeProvider(owner, id, { isEnabled: true })).status, 200);
}
