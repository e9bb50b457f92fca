import { timingSafeEqual } from 'node:crypto';
import { countRefusal } from '../../platform/audit/record-event.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { type AttemptLimit, recordFailure } from '../../platform/identity/attempt-limit.ts';
import { tokenHash } from '../../platform/identity/opaque-token.ts';
import type { AuthSettings } from './auth-settings.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenServices } from './token-services.ts';

type ClientAction = 'token.issue' | 'token.introspect' | 'token.revoke';

/** What the token, introspection and revocation endpoints read from an HTTP request. */
export interface ClientRequest {
  readonly realm: string;
  readonly authorization: string | undefined;
  /** The form as sent. */
  readonly body: string;
  readonly caller: Caller;
}

export interface AuthenticatedClient {
  readonly settings: AuthSettings;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Authenticates the client by HTTP Basic (RFC 6749 §2.3.1). A client with the right secret is always served, no matter
 * how many wrong secrets others have tried. Cached settings may be stale, so `useCache` is only for callers that check
 * the settings version before they write.
 */
export async function authenticateClient(
  services: TokenServices,
  request: ClientRequest,
  { action, useCache = false }: { readonly action: ClientAction; readonly useCache?: boolean },
): Promise<AuthenticatedClient> {
  const { fields, credentials } = await readRequest(services, request, action);
  const cached = useCache ? services.settings.cached(request.realm) : undefined;
  if (cached?.active && isClient(cached, credentials, services.time.now()))
    return { settings: cached, fields };
  const settings = await services.settings.read(request.realm);
  if (!settings) throw invalidClient();
  if (!isClient(settings, credentials, services.time.now()))
    throw await refuseWrongClient(services, settings, request.caller, action);
  if (!settings.active) throw await refuseDisabledTenant(services, settings, action);
  return { settings, fields };
}

interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface ParsedRequest {
  readonly fields: ReadonlyMap<string, string>;
  readonly credentials: ClientCredentials;
}

/** Malformed requests are counted too, so that they show up in the tenant's audit log. */
async function readRequest(
  services: TokenServices,
  { realm, authorization, body }: ClientRequest,
  action: ClientAction,
): Promise<ParsedRequest> {
  try {
    const form = parseForm(body);
    if (!form.ok) throw new OAuthError('invalid_request', form.problem);
    return { fields: form.fields, credentials: readCredentials(authorization, form.fields) };
  } catch (error) {
    if (error instanceof OAuthError) await countMalformedRequest(services, realm, action, error.reason);
    throw error;
  }
}

async function countMalformedRequest(
  { store, time, settings, usage }: TokenServices,
  realm: string,
  action: ClientAction,
  reason: string,
): Promise<void> {
  const tenant = settings.cached(realm) ?? (await settings.read(realm));
  if (!tenant) return;
  if (action === 'token.issue') usage.count(tenant.tenantId, time.now(), 'refusal', reason);
  await store.write((transaction) =>
    countRefusal(transaction, tenant.tenantId, time.now(), { action, reason }),
  );
}

/** RFC 6749 §2.3.1: HTTP Basic only; credentials in the URL are ignored. */
function readCredentials(
  authorization: string | undefined,
  fields: ReadonlyMap<string, string>,
): ClientCredentials {
  const basic = authorization === undefined ? undefined : readBasic(authorization);
  const inBody = fields.has('client_secret') || fields.has('client_assertion');
  // RFC 6749 §2.3: one authentication method per request.
  if (basic && inBody) {
    throw new OAuthError(
      'invalid_request',
      'Client credentials are in both the header and the body. Send them only with HTTP Basic.',
    );
  }
  if (!basic) throw invalidClient();
  const clientId = fields.get('client_id');
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new OAuthError('invalid_request', 'client_id in the body differs from the username of HTTP Basic.');
  }
  return basic;
}

function readBasic(authorization: string): ClientCredentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  // RFC 4648 §3: Node accepts missing padding and non-zero trailing bits.
  if (bytes.toString('base64') !== encoded) return undefined;
  const text = decodeUtf8(bytes);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  const clientId = formDecode(text.slice(0, colon));
  const clientSecret = formDecode(text.slice(colon + 1));
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const noSecret = tokenHash('');

/** Unknown clients and wrong secrets take the same path and the same time. */
function isClient(settings: AuthSettings, given: ClientCredentials, now: number): boolean {
  const presented = tokenHash(given.clientSecret);
  const current = equal(presented, settings.secretHash ?? noSecret) && settings.secretHash !== null;
  const former =
    equal(presented, settings.formerSecretHash ?? noSecret) && (settings.formerSecretUntil ?? 0) > now;
  return given.clientId === settings.clientId && (current || former);
}

function equal(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function invalidClient(): OAuthError {
  return new OAuthError('invalid_client', 'Client authentication failed.', {
    statusCode: 401,
    headers: { 'www-authenticate': 'Basic realm="token endpoint", charset="UTF-8"' },
  });
}

const guessLimit: AttemptLimit = { scope: 'client', failures: 10, windowMs: 60_000, blockMs: 60_000 };

/**
 * RFC 6749 §2.3.1: throttles guessing per client and source address. Each realm has one client, and unknown client ids
 * share its counter: counters of their own would reveal which id exists and would fill the store.
 */
async function refuseWrongClient(
  { store, time, usage }: TokenServices,
  { tenantId }: AuthSettings,
  { ip }: Caller,
  action: ClientAction,
): Promise<OAuthError> {
  const blockedForMs = await store.write(async (transaction) => {
    const now = time.now();
    const attempt = await recordFailure(transaction, tenantId, guessLimit, JSON.stringify([ip]), now);
    const reason = attempt.blockedForMs > 0 ? 'too many wrong client secrets' : 'wrong client or secret';
    await countRefusal(transaction, tenantId, now, { action, reason });
    return attempt.blockedForMs;
  });
  if (action === 'token.issue') usage.count(tenantId, time.now(), 'refusal', 'wrong client or secret');
  if (blockedForMs === 0) return invalidClient();
  const seconds = Math.ceil(blockedForMs / 1000);
  return new OAuthError(
    'temporarily_unavailable',
    `Too many failed authentications. Wait ${seconds} s and try again.`,
    {
      statusCode: 429,
      reason: 'throttled',
      headers: { 'retry-after': String(seconds) },
    },
  );
}

async function refuseDisabledTenant(
  { store, time }: TokenServices,
  { tenantId }: AuthSettings,
  action: ClientAction,
): Promise<OAuthError> {
  const reason = 'tenant disabled';
  await store.write((transaction) => countRefusal(transaction, tenantId, time.now(), { action, reason }));
  return new OAuthError(
    'unauthorized_client',
    'This tenant is disabled. Ask the operator of this instance to enable it.',
    { reason },
  );
}

/** The fields of a form, or a sentence that says what is wrong with it. */
type ParsedForm =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problem: string };

/** A megabyte of parameters would block the event loop before the client is authenticated. */
const maxParameters = 1000;

/** Reads a form by RFC 6749 §3.2: a repeated parameter is an error, and one without a value counts as absent. */
function parseForm(body: string): ParsedForm {
  const fields = new Map<string, string>();
  const pairs = body.split('&', maxParameters + 1);
  if (pairs.length > maxParameters)
    return { ok: false, problem: `The form has more than ${maxParameters} parameters.` };
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = formDecode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : formDecode(pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      return { ok: false, problem: 'The form must be percent-encoded UTF-8.' };
    }
    if (fields.has(name)) return repeated(name);
    fields.set(name, value);
  }
  for (const [name, value] of fields) {
    const list = listParameter(name);
    if (list !== undefined) return repeated(list);
    if (value === '') fields.delete(name);
  }
  return { ok: true, fields };
}

const knownParameters = new Set([
  'grant_type',
  'scope',
  'assertion',
  'client_id',
  'client_secret',
  'client_assertion',
  'token',
  'token_type_hint',
]);

/** Some frameworks send a repeated parameter as `scope[]` or `scope[0]`. Unknown parameters are ignored (RFC 6749 §3.2). */
function listParameter(name: string): string | undefined {
  const bracket = name.indexOf('[');
  const plain = bracket < 0 ? '' : name.slice(0, bracket);
  return knownParameters.has(plain) ? plain : undefined;
}

function repeated(name: string): ParsedForm {
  return { ok: false, problem: `The parameter '${name}' was sent more than once. Send it once.` };
}

/** Returns nothing if the text is not valid percent-encoding of UTF-8. */
function formDecode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
