import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { checkedFetch } from '../../../platform/egress/checked-fetch.ts';
import type { FetchOptions } from '../../../platform/egress/fetch-bounded.ts';
import { fetchJson } from '../../../platform/egress/fetch-json.ts';
import type { Services } from '../../../services.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import type { OidcSettings } from '../settings/providers.ts';
import { faultOf } from './fault-of.ts';

type MetadataServices = Pick<Services, 'egressOf' | 'time'>;

/** Of each request to a provider: somebody waits for it on the sign-in page. */
const TIMEOUT_MS = 5000;
/** Documents of providers have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

const MAX_AGE_MS = 10 * 60_000;
/** Limits retries while discovery fails. */
const MAX_FAILURE_AGE_MS = 10_000;
const MAX_ISSUERS = 1000;

/** The same for the client library. */
export const providerFetch = (services: MetadataServices, tenantId: TenantId) =>
  checkedFetch(requestOptions(services, tenantId));

/** How requests to the provider of a tenant are sent. */
export const requestOptions = ({ egressOf, time }: MetadataServices, tenantId: TenantId): FetchOptions => ({
  egress: egressOf(tenantId),
  time,
  timeoutMs: TIMEOUT_MS,
  maxBytes: MAX_BYTES,
});

const Endpoint = Type.String({ maxLength: 2000 });

/** What is used of a discovery document. */
const MetadataSchema = Type.Object({
  issuer: Type.String({ maxLength: 512 }),
  authorization_endpoint: Endpoint,
  token_endpoint: Endpoint,
  jwks_uri: Endpoint,
  userinfo_endpoint: Type.Optional(Endpoint),
  end_session_endpoint: Type.Optional(Endpoint),
  token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Type.String())),
  id_token_signing_alg_values_supported: Type.Optional(Type.Array(Type.String())),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});
export type ProviderMetadata = Type.Static<typeof MetadataSchema>;
const isMetadata = Compile(MetadataSchema);

type Issuer = Pick<OidcSettings, 'issuer'>;

/** The metadata of providers (OpenID Connect Discovery 1.0 §4). Rejects with `ProviderFault`. */
export interface MetadataOf {
  (tenantId: TenantId, provider: Issuer): Promise<ProviderMetadata>;
  /** Fetched again, and remembered. */
  fresh(tenantId: TenantId, provider: Issuer): Promise<ProviderMetadata>;
}

interface Entry {
  readonly metadata: Promise<ProviderMetadata>;
  until: number;
}

export function createMetadataOf(services: MetadataServices): MetadataOf {
  const { time } = services;
  const entries = new LRUCache<string, Entry>({ max: MAX_ISSUERS });
  const keyOf = (tenantId: TenantId, { issuer }: Issuer) => JSON.stringify([tenantId, issuer]);

  function fresh(tenantId: TenantId, provider: Issuer): Promise<ProviderMetadata> {
    const metadata = discover(services, tenantId, provider);
    const entry: Entry = { metadata, until: time.monotonic() + MAX_AGE_MS };
    entries.set(keyOf(tenantId, provider), entry);
    metadata.catch(() => {
      entry.until = time.monotonic() + MAX_FAILURE_AGE_MS;
    });
    return metadata;
  }

  const metadataOf = (tenantId: TenantId, provider: Issuer): Promise<ProviderMetadata> => {
    const entry = entries.get(keyOf(tenantId, provider));
    return entry && entry.until > time.monotonic() ? entry.metadata : fresh(tenantId, provider);
  };
  return Object.assign(metadataOf, { fresh });
}

async function discover(
  { egressOf, time }: MetadataServices,
  tenantId: TenantId,
  { issuer }: Issuer,
): Promise<ProviderMetadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const { body } = await fetchJson(address, requestOptions({ egressOf, time }, tenantId));
    return checkMetadata(body, issuer);
  } catch (error) {
    throw faultOf('discovery', error);
  }
}

/** The rules for outgoing connections allow it for networks that the operator listed. */
export const isPlainHttp = (issuer: string): boolean => new URL(issuer).protocol === 'http:';

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const OPTIONAL_ENDPOINTS = ['userinfo_endpoint', 'end_session_endpoint'] as const;

function checkMetadata(document: unknown, issuer: string): ProviderMetadata {
  const [problem] = shapeErrors(MetadataSchema, document);
  if (problem || !isMetadata.Check(document))
    throw new ProviderFault(
      'discovery',
      'misconfigured',
      `In the provider’s discovery document, ${problem?.path.slice(1) || 'something'} ${problem?.problem ?? 'is wrong'}. Check that the issuer is that of an OpenID Connect provider.`,
    );
  // Exactly, as the standard wants it, and so not an address that serves the accounts of every company.
  if (document.issuer !== issuer)
    throw new ProviderFault('discovery', 'misconfigured', wrongIssuer(document.issuer));
  for (const name of [...ENDPOINTS, ...OPTIONAL_ENDPOINTS]) checkEndpoint(name, document[name], issuer);
  return document;
}

const wrongIssuer = (own: string): string =>
  own.includes('{tenantid}')
    ? 'This address serves the accounts of every company. Enter the issuer with the ID of your directory instead.'
    : `The provider calls itself “${own}”. Enter the issuer exactly like this.`;

/** Browsers are sent to some of them, the client secret to another. */
function checkEndpoint(name: string, address: string | undefined, issuer: string): void {
  if (address === undefined) return;
  const protocol = URL.parse(address)?.protocol;
  if (protocol === 'https:' || (protocol === 'http:' && isPlainHttp(issuer))) return;
  throw new ProviderFault(
    'discovery',
    'misconfigured',
    `${name} must be an https:// URL. Correct it at the provider.`,
  );
}
