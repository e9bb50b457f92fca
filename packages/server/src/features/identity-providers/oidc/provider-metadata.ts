import type { TenantId } from '@inlay/protocol/tenant-id';
import { LRUCache } from 'lru-cache';
import { allowInsecureRequests, customFetch, discovery, None, type ServerMetadata } from 'openid-client';
import { checkedFetch } from '../../../platform/egress/checked-fetch.ts';
import type { Services } from '../../../services.ts';
import type { ProviderSettings } from '../settings/providers.ts';
import { ProviderFault } from './provider-fault.ts';

type MetadataServices = Pick<Services, 'egressOf' | 'time'>;

/** Of each request to a provider: somebody waits for it on the sign-in page. */
const TIMEOUT_MS = 5000;
/** Documents of providers have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

const MINUTE = 60_000;
const MAX_AGE_MS = 10 * MINUTE;
/** Nobody can make this server ask again and again for a document that is not there. */
const MAX_FAILURE_AGE_MS = MINUTE / 6;
const MAX_ISSUERS = 1000;

/** How requests reach the provider of a tenant. */
export const providerFetch = ({ egressOf, time }: MetadataServices, tenantId: TenantId) =>
  checkedFetch({ egress: egressOf(tenantId), time, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });

/** Metadata that was checked. */
export type ProviderMetadata = Readonly<ServerMetadata> & {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
};

type Issuer = Pick<ProviderSettings, 'issuer'>;

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
  services: MetadataServices,
  tenantId: TenantId,
  { issuer }: Issuer,
): Promise<ProviderMetadata> {
  try {
    const found = await discovery(new URL(issuer), 'metadata', undefined, None(), {
      [customFetch]: providerFetch(services, tenantId),
      execute: isPlainHttp(issuer) ? [allowInsecureRequests] : [],
    });
    return checkMetadata(found.serverMetadata(), issuer);
  } catch (error) {
    throw ProviderFault.of('discovery', error);
  }
}

/** The rules for outgoing connections allow it for networks that the operator listed. */
export const isPlainHttp = (issuer: string): boolean => new URL(issuer).protocol === 'http:';

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const OPTIONAL_ENDPOINTS = ['userinfo_endpoint', 'end_session_endpoint'] as const;

function checkMetadata(metadata: Readonly<ServerMetadata>, issuer: string): ProviderMetadata {
  // Exactly, as the standard wants it. The client would let an address pass that serves the accounts of every company.
  if (metadata.issuer !== issuer)
    throw new ProviderFault('discovery', 'misconfigured', wrongIssuer(metadata.issuer));
  for (const name of ENDPOINTS)
    if (typeof metadata[name] !== 'string')
      throw new ProviderFault(
        'discovery',
        'misconfigured',
        `The provider’s discovery document has no ${name}. Check that the issuer is that of an OpenID Connect provider.`,
      );
  for (const name of [...ENDPOINTS, ...OPTIONAL_ENDPOINTS]) checkEndpoint(name, metadata[name], issuer);
  return metadata as ProviderMetadata;
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
    `The ${name} of the provider is not a https:// URL. Change it at the provider.`,
  );
}
