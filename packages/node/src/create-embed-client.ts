import { createDiscovery, type DiscoverRealm, type Realm, TOKEN_PATH } from './discover-realm.ts';
import { type EmbedContext, toWireContext, type WireContext } from './embed-context.ts';
import { configurationError, InlayError } from './errors.ts';
import { type Attempt, exchangeAssertion, type TokenEndpoint } from './exchange-assertion.ts';
import { exchangeWithRetries, type RetryPolicy } from './exchange-with-retries.ts';
import { type PrivateKey, readPrivateKey } from './read-private-key.ts';
import { type Signer, signAssertion } from './sign-assertion.ts';

export interface EmbedClientOptions {
  /** The URL of your instance, for example `https://analytics.example.com`. The client secret is only ever sent to it. */
  readonly instanceUrl: string;
  /** From the embed settings, as are the next two. */
  readonly tenantId: string;
  readonly clientId: string;
  /** Shown once, by `Re-generate secret`. Keep it out of the code and out of browsers. */
  readonly clientSecret: string;
  /** An RSA key of at least 2048 bits: PEM text (PKCS#8 or PKCS#1), a KeyObject or a CryptoKey. */
  readonly privateKey: PrivateKey;
  /** The `kid` of the key in your JWKS. Leave it out when you uploaded a public key. */
  readonly keyId?: string;
  /** The workspace for contexts that do not name one. */
  readonly workspaceId?: string;
  /** Default: read from the instance, as is the audience. If both are set, the instance is not asked. */
  readonly issuer?: string;
  /** Default: read from the instance. */
  readonly audience?: string;
  /** Default: `clientId`. */
  readonly subject?: string;
  /** Send contexts over the size limit anyway; the service drops whole entries of them. Default: false. */
  readonly allowTruncation?: boolean;
  /** Time limit for the whole call, retries included. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Time limit for one attempt. Default: 4,000. */
  readonly attemptTimeoutMs?: number;
  /** 1 means no retry. Default: 3. */
  readonly maxAttempts?: number;
  /** Your own `fetch`, for a proxy or client certificates. */
  readonly fetch?: typeof fetch;
}

export interface TokenOptions {
  /** Seconds until the token expires, limited by the embed settings. Default: 3,600. */
  readonly expiresIn?: number;
  /** Cancels the call when it aborts; the call rejects with its reason. */
  readonly signal?: AbortSignal;
}

export interface EmbedToken {
  /** Opaque: pass it to the page, which passes it to the embed. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The context of an SDK token, whose roles and privileges are fixed. */
export type SdkContext = Partial<Omit<EmbedContext, 'roles' | 'privileges'>>;

export interface EmbedClient {
  /**
   * Signs the viewer's context and exchanges it for the token that opens an embed.
   *
   * @example
   * ```ts
   * const { token, expiresAt } = await client.token({
   *   username: 'jane@example.com',
   *   workspaceId: 'main',
   *   privileges: { sales: ['view'] },
   *   attributes: { region: 'EMEA' },
   * })
   * ```
   *
   * @throws InlayError with the code `CONFIGURATION`, `CONTEXT_TOO_LARGE`, `TOKEN_REFUSED`, `UNREACHABLE` or `TIMEOUT`
   */
  token(context: EmbedContext, options?: TokenOptions): Promise<EmbedToken>;

  /**
   * Gets a token with the role `ADMIN` to initialize the browser SDK with. Anyone who can open the page can read it,
   * and it can find and view every embed of the tenant. Give it only to users who are logged in to your application,
   * keep its lifetime short, and include the attributes that your row rules need.
   *
   * @example
   * ```ts
   * const { token } = await client.sdkToken({ workspaceId: 'main' }, { expiresIn: 900 })
   * ```
   */
  sdkToken(context?: SdkContext, options?: TokenOptions): Promise<EmbedToken>;

  /**
   * Signs the viewer's context without exchanging it: the response to Inlay when it asks for the viewer of a report.
   * `reportAssertionHandler` does all of that. Never send it to a page.
   *
   * @example
   * ```ts
   * response.json({ assertion: await client.assertion({ username: 'jane@example.com', workspaceId: 'main' }) })
   * ```
   *
   * @throws InlayError with the code `CONFIGURATION`, `CONTEXT_TOO_LARGE`, `UNREACHABLE` or `TIMEOUT`
   */
  assertion(context: EmbedContext, options?: TokenOptions): Promise<string>;
}

/**
 * Creates a client. Create one when your server starts and reuse it: the key is read once, and nothing is sent yet.
 *
 * @example
 * ```js
 * import { readFileSync } from 'node:fs'
 * import { createEmbedClient } from '@inlay/node'
 *
 * const client = createEmbedClient({
 *   instanceUrl: 'https://analytics.example.com',
 *   tenantId: 'acme',
 *   clientId: 'acme-embed',
 *   clientSecret: process.env.INLAY_CLIENT_SECRET,
 *   privateKey: readFileSync(process.env.INLAY_PRIVATE_KEY_FILE, 'utf8'),
 * })
 * ```
 *
 * @throws InlayError with the code `CONFIGURATION` if an option is missing or invalid
 */
export function createEmbedClient(options: EmbedClientOptions): EmbedClient {
  const instance = readInstanceUrl(options.instanceUrl);
  const tenantId = required(options, 'tenantId');
  const clientId = required(options, 'clientId');
  const realm = `/api/auth/realms/${encodeURIComponent(tenantId)}`;
  const endpoint: TokenEndpoint = {
    url: `${instance}${realm}${TOKEN_PATH}`,
    authorization: basicCredentials(clientId, required(options, 'clientSecret')),
    fetch: options.fetch ?? fetch,
  };
  const signer: Omit<Signer, keyof Realm> = {
    key: readPrivateKey(options.privateKey),
    keyId: options.keyId,
    subject: options.subject ?? clientId,
  };
  const discover =
    givenRealm(options) ??
    createDiscovery({ url: `${instance}${realm}`, path: realm, fetch: endpoint.fetch });
  const policy: RetryPolicy = {
    timeoutMs: wholeNumber('timeoutMs', options.timeoutMs ?? 10_000),
    attemptTimeoutMs: wholeNumber('attemptTimeoutMs', options.attemptTimeoutMs ?? 4_000),
    maxAttempts: wholeNumber('maxAttempts', options.maxAttempts ?? 3),
  };

  /** Signs a new assertion for each attempt, and passes it on. */
  const signed = async <Granted extends { readonly kind: 'granted' }>(
    context: EmbedContext,
    { expiresIn, signal }: { readonly expiresIn: number; readonly signal: AbortSignal | undefined },
    next: (assertion: string, timeoutMs: number) => Promise<Attempt<Granted>>,
  ): Promise<Granted> => {
    const seconds = wholeNumber('expiresIn', expiresIn);
    const wire = toWireContext(context, options.workspaceId);
    if (!options.allowTruncation) rejectTooLarge(wire);
    const tryOnce = async (timeoutMs: () => number): Promise<Attempt<Granted>> => {
      const discovered = await discover(timeoutMs(), signal);
      if (discovered.kind !== 'found') return discovered;
      const { issuer, audience } = discovered.realm;
      const claims = { issuer: options.issuer ?? issuer, audience: options.audience ?? audience };
      return next(await signAssertion({ ...signer, ...claims }, wire, seconds), timeoutMs());
    };
    return exchangeWithRetries(tryOnce, policy, signal);
  };
  const token: EmbedClient['token'] = async (context, tokenOptions = {}) => {
    rejectUnknownOptions(tokenOptions);
    const { expiresIn = 3600, signal } = tokenOptions;
    const { token, expiresAt } = await signed(context, { expiresIn, signal }, (assertion, timeoutMs) =>
      exchangeAssertion(endpoint, assertion, timeoutMs, signal),
    );
    return { token, expiresAt };
  };
  return {
    token,
    assertion: async (context, tokenOptions = {}) => {
      rejectUnknownOptions(tokenOptions);
      const { expiresIn = 300, signal } = tokenOptions;
      const { assertion } = await signed(context, { expiresIn, signal }, async (assertion) => ({
        kind: 'granted',
        assertion,
      }));
      return assertion;
    },
    sdkToken: (context = {}, tokenOptions = {}) =>
      token({ username: clientId, ...context, roles: ['ADMIN'], privileges: {} }, tokenOptions),
  };
}

/** The realm, if the options name all of it. */
function givenRealm({ issuer, audience }: EmbedClientOptions): DiscoverRealm | undefined {
  if (issuer === undefined || audience === undefined) return undefined;
  return async () => ({ kind: 'found', realm: { issuer, audience } });
}

/** 3.5 KB: the service cuts larger contexts. */
const maxContextBytes = 3584;

/** Measures what the service measures: the compact JSON of the claim, in UTF-8. */
function rejectTooLarge(context: WireContext): void {
  const bytes = jsonBytes(context);
  if (bytes <= maxContextBytes) return;
  const bytesByField = Object.fromEntries(
    Object.entries(context).map(([field, value]) => [field, jsonBytes({ [field]: value }) - '{}'.length]),
  );
  const [field, most] = Object.entries(bytesByField).reduce((a, b) => (b[1] > a[1] ? b : a));
  throw new InlayError(
    'CONTEXT_TOO_LARGE',
    `The embed context has ${bytes} bytes, more than the limit of ${maxContextBytes}, so the service would drop entries. ` +
      `The largest field is '${field}' with ${most} bytes. Send less data, or set allowTruncation.`,
    { bytesByField },
  );
}

function jsonBytes(value: WireContext): number {
  return Buffer.byteLength(JSON.stringify(value), 'utf8');
}

// Otherwise `{ ttl: 60 }` would silently give a token that is valid for an hour.
function rejectUnknownOptions(options: TokenOptions): void {
  const unknown = Object.keys(options).find((name) => name !== 'expiresIn' && name !== 'signal');
  if (unknown === undefined) return;
  throw configurationError(
    `Unknown token option '${unknown}'. The options are expiresIn (seconds) and signal.`,
  );
}

function readInstanceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw configurationError(
      "instanceUrl must be the http or https address of your instance, such as 'https://analytics.example.com'.",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function required(options: EmbedClientOptions, name: 'tenantId' | 'clientId' | 'clientSecret'): string {
  const value: unknown = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw configurationError(`${name} is required: pass it to createEmbedClient as a string.`);
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw configurationError(`${name} must be a whole number greater than 0, got ${value}.`);
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they are joined, so either may contain a colon. */
function basicCredentials(clientId: string, clientSecret: string): string {
  const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function formEncode(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice('v='.length);
}
