import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventRow, recordEvent } from '../../platform/audit/record-event.ts';
import { meteredUse } from '../../platform/counters/use.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import {
  contextProblems,
  type FittedContext,
  fitContext,
  lossySections,
  sealSecrets,
} from '../../platform/identity/embed-context.ts';
import { embedTokenKey, newEmbedToken } from '../../platform/identity/opaque-token.ts';
import { isObject } from '../../platform/identity/strict-json.ts';
import type { AuthSettings } from './auth-settings.ts';
import { type AuthenticatedClient, authenticateClient, type ClientRequest } from './authenticate-client.ts';
import { OAuthError } from './oauth-error.ts';
import { createTokenWriter, type TokenWriter } from './store-issued.ts';
import type { TokenServices } from './token-services.ts';
import {
  type AssertionCheck,
  assertionPolicy,
  CLAIM_CHECKS,
  HEADER_CHECKS,
  parseAssertion,
  verifySignature,
} from './verify-assertion.ts';

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: 'embed';
}

/** Retries only when settings changed concurrently, or other exchanges used the rest of the quota. */
const maxAttempts = 10;

/** The OAuth 2.0 JWT bearer grant (RFC 7523 §2.1): exchanges a signed embed context for an opaque token. */
export function createTokenExchange(
  services: TokenServices,
): (request: ClientRequest) => Promise<TokenResponse> {
  const writeToken = createTokenWriter(services.store);
  return (request) =>
    exchangeGrant(services, {
      writeToken,
      caller: request.caller,
      authenticate: () =>
        services.tracer.span('authenticate client', () =>
          authenticateClient(services, request, { action: 'token.issue', useCache: true }),
        ),
    });
}

interface Exchange {
  /** Called again where the settings turn out to be outdated. */
  readonly authenticate: () => Promise<AuthenticatedClient>;
  readonly writeToken: TokenWriter;
  readonly caller: Caller;
  /** An assertion of anybody else is refused. */
  readonly expected?: ExpectedViewer;
}

export interface ExpectedViewer {
  readonly username: string;
  readonly workspaceId: string;
}

/** The steps of an exchange. Callers other than the token endpoint have no client to authenticate. */
export async function exchangeGrant(services: TokenServices, exchange: Exchange): Promise<TokenResponse> {
  const { tracer } = services;
  for (let attempt = 1; ; attempt += 1) {
    const client = await exchange.authenticate();
    await refuseBeyondQuota(services, client);
    try {
      const assertion = await tracer.span('verify assertion', () => verifyAssertion(services, client));
      await pauseIfLarge(client);
      const context = tracer.span('read context', () => readEmbedContext(assertion, exchange.expected));
      await pauseIfLarge(client);
      return await tracer.span('issue token', () =>
        issueToken(services, exchange, { client, assertion, context }),
      );
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (attempt < maxAttempts && (await isOutdated(services, client.settings, error))) continue;
      await recordRefusal(services, client.settings, exchange.caller, error);
      throw error;
    }
  }
}

/** Counted and not recorded one by one, since a tenant without tokens left keeps requesting them. */
async function refuseBeyondQuota(
  { quotas, metrics, usage, refusals, time }: TokenServices,
  { settings: { tenantId } }: AuthenticatedClient,
): Promise<void> {
  const reason = 'quota';
  try {
    await quotas.refuseBeyond(tenantId, 'exchanges');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TENANT_QUOTA_REACHED') throw error;
    const { statusCode, headers, message } = error;
    metrics.exchanges.inc({ outcome: 'temporarily_unavailable', reason });
    usage.count(tenantId, time.now(), 'refusal', reason);
    refusals.count(tenantId, time.now(), { action: 'token.issue', reason });
    throw new OAuthError('temporarily_unavailable', message, { statusCode, headers, reason });
  }
}

interface VerifiedAssertion {
  readonly verifiedAt: number;
  readonly expiresAt: number;
  readonly jti: string | undefined;
  readonly embedContext: unknown;
}

/** RFC 7523 §3: the form, header, signature and claims of the assertion, in this order. */
async function verifyAssertion(
  { jwks, time }: TokenServices,
  { settings, fields }: AuthenticatedClient,
): Promise<VerifiedAssertion> {
  const assertion = parseAssertion(readGrant(fields));
  if (typeof assertion === 'string') throw invalidGrant('form', assertion);
  await pauseIfLarge({ fields });
  const applyChecks = (checks: readonly AssertionCheck[], now: number) => {
    for (const { name, problem } of checks) {
      const found = problem(assertion, assertionPolicy(settings, now));
      if (found) throw invalidGrant(name, found);
    }
  };
  applyChecks(HEADER_CHECKS, time.now());
  const failed = await verifySignature(jwks, settings, assertion);
  if (failed) throw invalidGrant(failed.check, failed.problem);
  // Fetching keys may have taken seconds, and `exp` has no tolerance.
  const now = time.now();
  applyChecks(CLAIM_CHECKS, now);
  const { exp, jti, embed_context } = assertion.claims;
  return {
    verifiedAt: now,
    expiresAt: Number(exp) * 1000,
    jti: typeof jti === 'string' ? jti : undefined,
    embedContext: embed_context,
  };
}

const LARGE_ASSERTION = 64 * 1024;

/** Other requests get their turn between the steps of a large assertion, each of which takes up to 0.1 s. */
async function pauseIfLarge({ fields }: Pick<AuthenticatedClient, 'fields'>): Promise<void> {
  if ((fields.get('assertion')?.length ?? 0) > LARGE_ASSERTION) await nextTurn();
}

/** RFC 7523 §2.1: the parameters of the grant. */
function readGrant(fields: ReadonlyMap<string, string>): string {
  const grantType = fields.get('grant_type');
  if (grantType === undefined)
    throw new OAuthError('invalid_request', `grant_type is required. Send ${GRANT_TYPE}.`);
  if (grantType !== GRANT_TYPE)
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPE}.`);
  if (fields.get('scope') !== 'embed') throw new OAuthError('invalid_scope', "scope must be 'embed'.");
  const assertion = fields.get('assertion');
  if (assertion === undefined)
    throw new OAuthError('invalid_request', 'assertion is required. Send the signed JWT.');
  return assertion;
}

/** The private claim `embed_context` (RFC 7519 §4.3), cut to its size limit. */
function readEmbedContext(
  { embedContext }: VerifiedAssertion,
  expected: ExpectedViewer | undefined,
): FittedContext {
  const [first] = contextProblems(embedContext);
  if (first || !isObject(embedContext))
    throw invalidGrant('embed_context', `${first?.field} ${first?.problem}.`);
  const fitted = fitContext(embedContext);
  const { username, workspace_id } = fitted.context;
  if (expected && username !== expected.username)
    throw invalidGrant('viewer', `username must be '${expected.username}', got '${username}'.`);
  if (expected && workspace_id !== expected.workspaceId)
    throw invalidGrant('viewer', `workspace_id must be '${expected.workspaceId}', got '${workspace_id}'.`);
  return fitted;
}

/** Nodes' clocks differ and can be set back: a node that still accepts an assertion must find its `jti`. */
const keepJtiMs = 24 * 60 * 60_000;

/** RFC 6749 §5.1. Stores the token, its context and the audit event in one transaction, which also detects replays. */
async function issueToken(
  { vault, metrics }: TokenServices,
  { writeToken, caller }: Exchange,
  request: {
    readonly client: AuthenticatedClient;
    readonly assertion: VerifiedAssertion;
    readonly context: FittedContext;
  },
): Promise<TokenResponse> {
  const { settings } = request.client;
  const { tenantId, clientId } = settings;
  const { verifiedAt, expiresAt: assertionEnds, jti } = request.assertion;
  const { context, lost } = request.context;
  const { secrets, ...visible } = context;
  const token = newEmbedToken(verifiedAt);
  const expiresAt = Math.min(assertionEnds, verifiedAt + settings.maxTokenSeconds * 1000);
  const viewer = { tenantId, workspaceId: context.workspace_id, username: context.username };
  const outcome = await writeToken({
    use: meteredUse(viewer, verifiedAt, { what: 'exchange' }),
    event: eventRow(tenantId, verifiedAt, caller, {
      action: 'token.issue',
      actor: clientId,
      target: context.username,
    }),
    token: {
      token_key: embedTokenKey(token) as string,
      tenant_id: tenantId,
      jti_hash: settings.replayProtection && jti !== undefined ? jtiHash(jti) : null,
      client_id: clientId,
      context: JSON.stringify(visible),
      lost_sections: lost.length > 0 ? JSON.stringify(lossySections(lost)) : null,
      sealed_secrets: sealSecrets(vault, tenantId, secrets),
      issued_at: verifiedAt,
      expires_at: expiresAt,
      forget_at: assertionEnds + keepJtiMs,
      revocation_epoch: settings.revocationEpoch,
      settings_version: settings.version,
    },
  });
  if (outcome === 'replayed')
    throw invalidGrant('replay', 'jti was already used. Use a new one for each assertion.');
  if (outcome === 'settings-changed') throw settingsChanging();
  if (outcome === 'quota-reached') throw quotaContended();
  metrics.exchanges.inc({ outcome: 'issued', reason: '' });
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor((expiresAt - verifiedAt) / 1000),
    scope: 'embed',
  };
}

/** A `jti` is an untrusted string of any length, so its digest is stored. */
export function jtiHash(jti: string): string {
  return hash('sha256', jti, 'base64url');
}

/** Stale settings can only cause a wrong refusal, never a wrong grant, so every refusal is checked against the store. */
async function isOutdated(
  { settings, quotas }: TokenServices,
  used: AuthSettings,
  { reason }: OAuthError,
): Promise<boolean> {
  if (reason === 'quota') {
    quotas.forget(used.tenantId);
    return true;
  }
  const current = await settings.read(used.tenantId);
  return !current?.active || current.version !== used.version;
}

async function recordRefusal(
  { store, time, metrics, usage }: TokenServices,
  { tenantId, clientId }: AuthSettings,
  caller: Caller,
  { error, reason, description }: OAuthError,
): Promise<void> {
  metrics.exchanges.inc({ outcome: error, reason });
  usage.count(tenantId, time.now(), 'refusal', reason);
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'token.issue',
      outcome: 'refused',
      actor: clientId,
      reason,
      details: { error, description },
    }),
  );
}

function invalidGrant(reason: string, description: string): OAuthError {
  return new OAuthError('invalid_grant', description, { reason });
}

/** The assertion is fine and its `jti` unused, so the caller may retry. */
function settingsChanging(): OAuthError {
  return new OAuthError(
    'temporarily_unavailable',
    'The embed settings are being changed. Try again in a moment.',
    { statusCode: 503, reason: 'settings changed', headers: { 'retry-after': '1' } },
  );
}

/** The next attempt finds the quota used up, unless the operator raised it or a replay left its place. */
function quotaContended(): OAuthError {
  return new OAuthError(
    'temporarily_unavailable',
    'The last token exchanges of the quota are being used. Try again in a moment.',
    { statusCode: 503, reason: 'quota', headers: { 'retry-after': '1' } },
  );
}
