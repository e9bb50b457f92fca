import { basicCredentials } from './basic-credentials.ts';
import { type EmbedContext, toWireContext, type WireContext } from './embed-context.ts';
import { ConfigurationError, ContextTooLargeError } from './errors.ts';
import type { TokenEndpoint } from './exchange-assertion.ts';
import { exchangeWithRetries, type Patience } from './exchange-with-retries.ts';
import { contextLimit, measureContext } from './measure-context.ts';
import { type PrivateKey, readPrivateKey } from './read-private-key.ts';
import { type Signer, signAssertion } from './sign-assertion.ts';

export interface EmbedClientOptions {
  /** Where your instance is, for example `https://analytics.example.com`. */
  readonly instanceUrl: string;
  /** Shown in the embed settings, as are the next two. */
  readonly tenantId: string;
  readonly clientId: string;
  /** Shown once, by `Re-generate secret`. Keep it out of the code and out of browsers. */
  readonly clientSecret: string;
  /** An RSA key of at least 2048 bits: PEM text (PKCS#8 or PKCS#1), a KeyObject or a CryptoKey. */
  readonly privateKey: PrivateKey;
  /** The `kid` of the key in your JWKS. Leave it out when you uploaded a public key. */
  readonly keyId?: string;
  /** The workspace of contexts that name none. */
  readonly workspaceId?: string;
  /** Default: `https://<tenantId>-embed`. */
  readonly issuer?: string;
  /** Default: `https://<host of instanceUrl>/api/auth/realms/<tenantId>`, https also for an instance on http. */
  readonly audience?: string;
  /** Default: `clientId`. */
  readonly subject?: string;
  /** Send a context over the limit all the same; the service drops whole entries of it. Default: false. */
  readonly allowTruncation?: boolean;
  /** For the whole call, retries included. Default: 10,000. */
  readonly timeoutMs?: number;
  /** For one attempt. Default: 4,000. */
  readonly attemptTimeoutMs?: number;
  /** 1 means no retry. Default: 3. */
  readonly maxAttempts?: number;
  /** Your own `fetch`, for a proxy or client certificates. */
  readonly fetch?: typeof fetch;
}

export interface TokenOptions {
  /** Seconds until the token ends, at most what the embed settings allow. Default: 3,600. */
  readonly expiresIn?: number;
  /** Gives up when it fires, with its reason. */
  readonly signal?: AbortSignal;
}

export interface EmbedToken {
  /** Opaque: pass it to the page, which passes it to the embed. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Who uses the SDK token: no roles or privileges, since those are what makes it an SDK token. */
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
   * @throws ContextTooLargeError, TokenRefusedError, UnreachableError, TimeoutError, ConfigurationError
   */
  token(context: EmbedContext, options?: TokenOptions): Promise<EmbedToken>;

  /**
   * A token with the role `ADMIN`, which the browser SDK is initialised with. It sits in browsers, where anyone who
   * can open the page can read it: it can find and view every embed of the tenant. So hand it only to people who
   * are logged in to your application, keep its life short, and give it the attributes that your row rules read.
   *
   * @example
   * ```ts
   * const { token } = await client.sdkToken({ workspaceId: 'main' }, { expiresIn: 900 })
   * ```
   */
  sdkToken(context?: SdkContext, options?: TokenOptions): Promise<EmbedToken>;
}

/**
 * Makes the client that your server keeps for its whole life. It reads the key once and sends nothing yet.
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
 * @throws ConfigurationError when an option is missing or cannot work
 */
export function createEmbedClient(options: EmbedClientOptions): EmbedClient {
  const instance = readInstanceUrl(options.instanceUrl);
  const tenantId = required(options, 'tenantId');
  const clientId = required(options, 'clientId');
  const realm = `/api/auth/realms/${encodeURIComponent(tenantId)}`;
  const endpoint: TokenEndpoint = {
    url: `${instance.base}${realm}/protocol/openid-connect/token`,
    authorization: basicCredentials(clientId, required(options, 'clientSecret')),
    fetch: options.fetch ?? fetch,
  };
  const signer: Signer = {
    key: readPrivateKey(options.privateKey),
    keyId: options.keyId,
    issuer: options.issuer ?? `https://${tenantId}-embed`,
    audience: options.audience ?? `https://${instance.host}${realm}`,
    subject: options.subject ?? clientId,
  };
  const patience: Patience = {
    timeoutMs: wholeNumber('timeoutMs', options.timeoutMs ?? 10_000),
    attemptTimeoutMs: wholeNumber('attemptTimeoutMs', options.attemptTimeoutMs ?? 4_000),
    maxAttempts: wholeNumber('maxAttempts', options.maxAttempts ?? 3),
  };

  const token: EmbedClient['token'] = async (context, tokenOptions = {}) => {
    refuseUnknownOptions(tokenOptions);
    const { expiresIn = 3600, signal } = tokenOptions;
    const seconds = wholeNumber('expiresIn', expiresIn);
    const wire = toWireContext(context, options.workspaceId);
    if (!options.allowTruncation) refuseTooLarge(wire);
    const sign = () => signAssertion(signer, wire, seconds);
    const granted = await exchangeWithRetries(endpoint, sign, patience, signal);
    return { token: granted.token, expiresAt: granted.expiresAt };
  };
  return {
    token,
    sdkToken: (context = {}, tokenOptions = {}) =>
      token({ username: clientId, ...context, roles: ['ADMIN'], privileges: {} }, tokenOptions),
  };
}

function refuseTooLarge(context: WireContext): void {
  const size = measureContext(context);
  if (size.bytes > contextLimit) throw new ContextTooLargeError(size, contextLimit);
}

// `{ ttl: 60 }` would otherwise be a token that lives for an hour.
function refuseUnknownOptions(options: TokenOptions): void {
  const unknown = Object.keys(options).find((name) => name !== 'expiresIn' && name !== 'signal');
  if (unknown === undefined) return;
  throw new ConfigurationError(
    `There is no token option '${unknown}'. The options are expiresIn (seconds) and signal.`,
  );
}

function readInstanceUrl(text: string): { readonly base: string; readonly host: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError(
      "instanceUrl must be the http or https address of your instance, such as 'https://analytics.example.com'.",
    );
  }
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, host: url.host };
}

function required(options: EmbedClientOptions, name: 'tenantId' | 'clientId' | 'clientSecret'): string {
  const value: unknown = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ConfigurationError(`${name} is missing: createEmbedClient needs it as a string.`);
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new ConfigurationError(`${name} must be a whole number above 0, got ${value}.`);
}
