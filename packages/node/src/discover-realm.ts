import { InlayError } from './errors.ts';
import {
  type Failed,
  failed,
  parseObject,
  type Received,
  type Refused,
  sendRequest,
} from './send-request.ts';

/** The values that an assertion must carry, from the tenant's metadata (RFC 8414). */
export interface Realm {
  readonly issuer: string;
  readonly audience: string;
}

interface Found {
  readonly kind: 'found';
  readonly realm: Realm;
}

type Discovered = Found | Refused | Failed;

export type DiscoverRealm = (timeoutMs: number, signal: AbortSignal | undefined) => Promise<Discovered>;

/** Issuer and audience change only with the tenant's address. */
const rememberMs = 10 * 60_000;

interface RealmAddress {
  /** `<instance>/api/auth/realms/<tenant>` */
  readonly url: string;
  /** The path of a realm, without the part that a proxy adds. */
  readonly path: string;
  readonly fetch: typeof fetch;
}

/**
 * Reads the realm on first use and every ten minutes. Calls at the same time share a request; once there was a
 * response, a failed request leaves the former values in use.
 */
export function createDiscovery(address: RealmAddress): DiscoverRealm {
  let known: { readonly found: Found; readonly until: number } | undefined;
  let pending: Promise<Discovered> | undefined;
  const refresh = async (timeoutMs: number): Promise<Discovered> => {
    const discovered = await readRealm(address, timeoutMs);
    const found = discovered.kind === 'found' ? discovered : known?.found;
    if (!found) return discovered;
    known = { found, until: performance.now() + rememberMs };
    return found;
  };
  return async (timeoutMs, signal) => {
    if (known && known.until > performance.now()) return known.found;
    pending ??= refresh(timeoutMs).finally(() => {
      pending = undefined;
    });
    return unlessAborted(pending, signal);
  };
}

async function readRealm(address: RealmAddress, timeoutMs: number): Promise<Discovered> {
  const url = `${address.url}/.well-known/openid-configuration`;
  // No credentials: the response decides what is signed.
  const init = { headers: { accept: 'application/json' } };
  const received = await sendRequest({ url, init, fetch: address.fetch, timeoutMs }, undefined);
  return received.kind === 'response' ? readMetadata(url, address.path, received) : received;
}

function readMetadata(url: string, path: string, { status, headers, text }: Received): Discovered {
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    const message = `${url} is unavailable right now (HTTP ${status}). Try again in a moment.`;
    return failed(new InlayError('UNREACHABLE', message, { status }));
  }
  const refuse = (problem: string): Refused => {
    const message = `${url} ${problem} (HTTP ${status}). Check instanceUrl and tenantId. The client secret was not sent.`;
    return { kind: 'refused', error: new InlayError('UNREACHABLE', message, { status }) };
  };
  const location = headers.get('location');
  if (location) return refuse(`redirects to ${location}`);
  const metadata = parseObject(text);
  if (status !== 200) {
    const reason = typeof metadata.message === 'string' ? `: ${metadata.message}` : '';
    return refuse(`does not describe a tenant${reason}`);
  }
  const { issuer, token_endpoint, assertion_issuer, assertion_audience } = metadata;
  if (typeof assertion_issuer !== 'string' || typeof assertion_audience !== 'string')
    return refuse('is not the metadata of an Inlay instance');
  // The host may be another name of the instance; a path of another tenant would sign for that one.
  const endsWith = (value: unknown, end: string) => {
    const parsed = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
    return parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.pathname.endsWith(end);
  };
  const isOfTenant =
    endsWith(issuer, path) &&
    endsWith(assertion_audience, path) &&
    endsWith(token_endpoint, `${path}${TOKEN_PATH}`);
  if (!isOfTenant) return refuse('describes another tenant or token endpoint');
  return { kind: 'found', realm: { issuer: assertion_issuer, audience: assertion_audience } };
}

/** Below a realm. The endpoint is always the one at `instanceUrl`, so the secret never goes to another origin. */
export const TOKEN_PATH = '/protocol/openid-connect/token';

/** Rejects if the signal aborts first. What is shared with other callers goes on. */
async function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return shared;
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  return Promise.race([shared, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
