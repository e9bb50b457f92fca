import { hash } from 'node:crypto';
import { insertEvents } from '../audit/insert-events.ts';
import { type Caller, eventRow, recordEvent } from '../audit/record-event.ts';
import type { ClientCredentials } from '../auth/client-credentials.ts';
import type { EmbedSettings } from '../auth/embed-settings.ts';
import { type PendingToken, type StoreOutcome, storeTokens } from '../auth/embed-tokens.ts';
import {
  type AssertionCheck,
  CLAIM_CHECKS,
  type Expectations,
  HEADER_CHECKS,
} from '../auth/jwt-bearer/assertion-checks.ts';
import { type FittedContext, fitContext, lossySections } from '../auth/jwt-bearer/fit-context.ts';
import { type ParsedAssertion, parseAssertion } from '../auth/jwt-bearer/parse-assertion.ts';
import { verifyByTenantKeys } from '../auth/jwt-bearer/verify-by-tenant-keys.ts';
import { OAuthError } from '../auth/oauth-error.ts';
import { embedTokenKey, newEmbedToken } from '../auth/opaque-token.ts';
import type { Services } from '../services.ts';
import { Batches } from '../store/batches.ts';
import type { Vault } from '../vault/vault.ts';
import { authenticateClient } from './authenticate-client.ts';
import { expectationsOf } from './embed-expectations.ts';

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const SECRETS_PURPOSE = 'embed token secrets';

export interface TokenRequest {
  readonly realm: string;
  readonly credentials: ClientCredentials;
  readonly fields: ReadonlyMap<string, string>;
  readonly caller: Caller;
}

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: 'embed';
}

interface Issue {
  readonly token: PendingToken;
  readonly username: string;
  readonly caller: Caller;
}

/** Each one more needs an admin to have changed the settings in the moment before. */
const mostAttempts = 10;

/** The OAuth JWT bearer grant: a signed user context for an opaque token. */
export function createTokenExchange(services: Services): (request: TokenRequest) => Promise<TokenResponse> {
  const { settings: memory, metrics } = services;
  const issues = new Batches((batch: readonly Issue[]) => storeIssues(services, batch), {
    mostAtOnce: services.store.engine === 'sqlite' ? 1 : 4,
    mostInBatch: 256,
  });

  const attempt = async (request: TokenRequest, settings: EmbedSettings): Promise<TokenResponse> => {
    const assertion = readGrant(request.fields);
    const verifiedAt = await verifyAssertion(services, settings, assertion);
    const fitted = fitContext(assertion.claims.embed_context as Readonly<Record<string, unknown>>);
    return issueToken(services, settings, assertion, fitted, verifiedAt, request.caller, issues);
  };

  return async (request) => {
    let settings = await authenticateClient(
      services,
      request,
      'token.issue',
      memory.remembered(request.realm),
    );
    for (let attempts = 1; ; attempts += 1) {
      try {
        const response = await attempt(request, settings);
        metrics.exchanges.inc({ outcome: 'issued', reason: '' });
        services.usage.count(settings.tenantId, services.clock(), 'exchange');
        return response;
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        // What was remembered may be stale. It can only refuse wrongly, never grant: so a refusal gets a fresh look.
        const fresh = await memory.read(request.realm);
        const wasCurrent = fresh?.active === true && fresh.version === settings.version;
        if (wasCurrent || attempts === mostAttempts) {
          await recordRefusal(services, settings, request.caller, error);
          throw error;
        }
        settings = await authenticateClient(services, request, 'token.issue', fresh);
      }
    }
  };
}

function readGrant(fields: ReadonlyMap<string, string>): ParsedAssertion {
  const grantType = fields.get('grant_type');
  if (grantType === undefined)
    throw new OAuthError('invalid_request', `grant_type is missing: send ${GRANT_TYPE}.`);
  if (grantType !== GRANT_TYPE)
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPE}.`);
  const scope = fields.get('scope');
  if (scope !== 'embed') throw new OAuthError('invalid_scope', "scope must be 'embed'.");
  const assertion = fields.get('assertion');
  if (assertion === undefined)
    throw new OAuthError('invalid_request', 'assertion is missing: send the signed JWT.');
  const parsed = parseAssertion(assertion);
  if (typeof parsed === 'string') throw refusedFor('form', parsed);
  return parsed;
}

/** Answers the moment at which everything held. */
async function verifyAssertion(
  services: Services,
  settings: EmbedSettings,
  assertion: ParsedAssertion,
): Promise<number> {
  applyChecks(HEADER_CHECKS, assertion, expectationsOf(settings, services.clock()));
  const wrong = await verifyByTenantKeys(settings, assertion, services);
  if (wrong) throw refusedFor(wrong.check, wrong.problem);
  // The clock is read only now: a key may have taken seconds to fetch, and `exp` has no tolerance.
  const now = services.clock();
  applyChecks(CLAIM_CHECKS, assertion, expectationsOf(settings, now));
  return now;
}

function applyChecks(
  checks: readonly AssertionCheck[],
  assertion: ParsedAssertion,
  expected: Expectations,
): void {
  for (const { name, problem } of checks) {
    const found = problem(assertion, expected);
    if (found) throw refusedFor(name, found);
  }
}

/** Nodes' clocks differ: one that lags must still find the `jti` of an assertion that another holds for expired. */
const rememberLongerMs = 60_000;

async function issueToken(
  { vault }: Services,
  settings: EmbedSettings,
  { claims }: ParsedAssertion,
  { context, lost }: FittedContext,
  now: number,
  caller: Caller,
  issues: Batches<Issue, StoreOutcome>,
): Promise<TokenResponse> {
  const { tenantId } = settings;
  const assertionEnds = (claims.exp as number) * 1000;
  const expiresAt = Math.min(assertionEnds, now + settings.maxTokenSeconds * 1000);
  const token = newEmbedToken(now);
  const { secrets, ...visible } = context;
  const outcome = await issues.add({
    username: context.username,
    caller,
    token: {
      token_key: embedTokenKey(token) as string,
      tenant_id: tenantId,
      jti_hash: settings.replayProtection ? jtiHash(claims.jti as string) : null,
      client_id: settings.clientId,
      context: JSON.stringify(visible),
      lost_sections: lost.length > 0 ? JSON.stringify(lossySections(lost)) : null,
      sealed_secrets: sealSecrets(vault, settings, secrets),
      issued_at: now,
      expires_at: expiresAt,
      forget_at: assertionEnds + rememberLongerMs,
      revocation_epoch: settings.revocationEpoch,
      settings_version: settings.version,
    },
  });
  if (outcome === 'replayed')
    throw refusedFor('replay', 'jti was used before: make a new one for each assertion.');
  if (outcome === 'settings-changed') throw settingsKeepChanging();
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor((expiresAt - now) / 1000),
    scope: 'embed',
  };
}

/** All tokens that are issued at this moment, and their audit events, in one transaction. */
async function storeIssues({ store }: Services, batch: readonly Issue[]): Promise<StoreOutcome[]> {
  return store.write(async (transaction) => {
    const outcomes = await storeTokens(
      transaction,
      batch.map(({ token }) => token),
    );
    const stored = batch.filter((_, index) => outcomes[index] === 'stored');
    const events = stored.map(({ token, username, caller }) =>
      eventRow(token.tenant_id, token.issued_at, caller, {
        action: 'token.issue',
        actor: token.client_id,
        target: username,
      }),
    );
    await insertEvents(transaction, events);
    return outcomes;
  });
}

async function recordRefusal(
  { store, clock, metrics, usage }: Services,
  { tenantId, clientId }: EmbedSettings,
  caller: Caller,
  { error, reason, description }: OAuthError,
): Promise<void> {
  metrics.exchanges.inc({ outcome: error, reason });
  usage.count(tenantId, clock(), 'refusal', reason);
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, clock(), caller, {
      action: 'token.issue',
      outcome: 'refused',
      actor: clientId,
      reason,
      details: { error, description },
    }),
  );
}

function sealSecrets(
  vault: Vault,
  { tenantId }: EmbedSettings,
  secrets: Readonly<Record<string, unknown>>,
): string | null {
  const isEmpty = Object.keys(secrets).length === 0;
  return isEmpty ? null : vault.seal(tenantId, SECRETS_PURPOSE, JSON.stringify(secrets));
}

/** A `jti` is an untrusted string of any length; its digest is neither. */
export function jtiHash(jti: string): string {
  return hash('sha256', jti, 'base64url');
}

/** Nothing is wrong with the assertion, and its `jti` is unused: the caller may try again. */
function settingsKeepChanging(): OAuthError {
  return new OAuthError(
    'temporarily_unavailable',
    'The embed settings are being changed. Try again in a moment.',
    { statusCode: 503, reason: 'settings changed', headers: { 'retry-after': '1' } },
  );
}

function refusedFor(reason: string, description: string): OAuthError {
  return new OAuthError('invalid_grant', description, { reason });
}
