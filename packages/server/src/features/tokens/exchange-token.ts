import type { KeyObject } from 'node:crypto';
import type { Caller } from '../../platform/identity/acting.ts';
import { Batches } from '../../platform/store/batches.ts';
import type { Services } from '../../services.ts';
import { eventRow, recordEvent } from '../audit/index.ts';
import { authenticateClient } from './authenticate-client.ts';
import type { EmbedSettings } from './embed-settings.ts';
import { type Issue, type Judgement, refusedFor, type Terms } from './judge-request.ts';
import type { JwksCache } from './jwks-cache.ts';
import { OAuthError } from './oauth-error.ts';
import type { JwksKey } from './read-jwks.ts';
import { type ReceivedForm, readTokenRequest } from './read-token-request.ts';
import { NO_KEY } from './signing-keys.ts';
import { type Issued, type StoreOutcome, storeIssued } from './store-issued.ts';
import { tryTenantKeys } from './try-tenant-keys.ts';

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: 'embed';
}

export type TokenExchange = (request: ReceivedForm) => Promise<TokenResponse>;

/** Each one more needs an admin to have changed the settings in the moment before. */
const mostAttempts = 10;

/** The OAuth JWT bearer grant: a signed user context for an opaque token. */
export function createTokenExchange(services: Services): TokenExchange {
  const { settings: memory, metrics } = services;
  const storing = new Batches((batch: readonly Issued[]) => storeIssued(services.store, batch), {
    maxConcurrent: services.store.engine === 'sqlite' ? 1 : 2,
    maxBatchSize: 256,
    maxWaiting: 4096,
  });
  const authenticate = async (request: ReceivedForm) =>
    authenticateClient(services, await readTokenRequest(services, request, 'token.issue'), 'token.issue');

  const attempt = async (request: ReceivedForm, settings: EmbedSettings) => {
    const judgement = await judge(services, settings, request);
    if (judgement.verdict === 'unproven') return 'unproven';
    return judgement.verdict === 'issue'
      ? issueToken(settings, judgement.issue, request.caller, storing)
      : refusalOf(judgement);
  };

  return async (request) => {
    const remembered = memory.remembered(request.realm);
    let settings = remembered?.active ? remembered : await authenticate(request);
    for (let attempts = 1; ; attempts += 1) {
      const answer = await attempt(request, settings);
      if (answer === 'unproven') {
        settings = await authenticate(request);
        if (attempts === mostAttempts) throw settingsKeepChanging();
        continue;
      }
      if (!(answer instanceof OAuthError)) {
        metrics.exchanges.inc({ outcome: 'issued', reason: '' });
        services.usage.count(settings.tenantId, services.clock(), 'exchange');
        return answer;
      }
      // What was remembered may be stale. It can only refuse wrongly, never grant: so a refusal gets a fresh look.
      const fresh = await memory.read(request.realm);
      const wasCurrent = fresh?.active === true && fresh.version === settings.version;
      if (wasCurrent || attempts === mostAttempts) {
        await recordRefusal(services, settings, request.caller, answer);
        throw answer;
      }
      settings = await authenticate(request);
    }
  };
}

/** Asks the thread that judges; where it lacks the key of the assertion, a second time with what is to be had. */
async function judge(
  { judging, jwks, clock }: Services,
  settings: EmbedSettings,
  form: ReceivedForm,
): Promise<Judgement> {
  const terms = termsOf(settings, jwks);
  const first = await judging.judge({ form, terms, now: clock() });
  if (first.verdict !== 'keys wanted') return first;
  // The clock is read anew: keys may have taken seconds to fetch, and `exp` has no tolerance.
  const judgeBy = (keys: Terms['keys']) => judging.judge({ form, terms: { ...terms, keys }, now: clock() });
  const found = await tryTenantKeys(
    settings,
    first.kid,
    jwks,
    (keys) => judgeBy(keys.map(pemOf)),
    (judgement) => judgement.verdict === 'refused' && judgement.reason === 'signature',
  );
  return typeof found === 'string' ? judgeBy(found) : found;
}

const known = new WeakMap<EmbedSettings, { readonly terms: Terms; readonly keys: readonly JwksKey[] }>();
const noKeys: readonly JwksKey[] = [];

/** The same object for the same settings and keys, so that many requests cross to the thread with one copy. */
function termsOf(settings: EmbedSettings, jwks: JwksCache): Terms {
  const { tenantId, signature } = settings;
  const keys = (signature.mode === 'jwks' && jwks.fresh(tenantId, signature.url)) || noKeys;
  const remembered = known.get(settings);
  if (remembered?.keys === keys) return remembered.terms;
  const terms = makeTerms(settings, keys);
  known.set(settings, { terms, keys });
  return terms;
}

function makeTerms(settings: EmbedSettings, listed: readonly JwksKey[]): Terms {
  const { tenantId, clientId, secretHash, formerSecretHash, formerSecretUntil } = settings;
  const { identifiers, replayProtection, maxTokenSeconds, signature } = settings;
  return {
    ...{ tenantId, clientId, secretHash, formerSecretHash, formerSecretUntil },
    ...{ identifiers, replayProtection, maxTokenSeconds },
    keys: signature.mode === 'jwks' ? null : signature.mode === 'none' ? NO_KEY : [pemOf(signature.key)],
    listed: listed.flatMap(({ kid, usable, key }) => (usable && key ? [{ kid, pem: pemOf(key) }] : [])),
  };
}

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

function refusalOf(judgement: Exclude<Judgement, { readonly verdict: 'issue' | 'unproven' }>): OAuthError {
  if (judgement.verdict === 'keys wanted') return refusedFor('key', NO_KEY);
  const { error, description, reason } = judgement;
  return new OAuthError(error, description, { reason });
}

/** Clocks differ between nodes and can be set back: a node that still accepts an assertion must find its `jti`. */
const rememberLongerMs = 24 * 60 * 60_000;

async function issueToken(
  settings: EmbedSettings,
  issue: Issue,
  caller: Caller,
  storing: Batches<Issued, StoreOutcome>,
): Promise<TokenResponse | OAuthError> {
  const { tenantId, clientId } = settings;
  const outcome = await storing.add({
    event: eventRow(tenantId, issue.issuedAt, caller, {
      action: 'token.issue',
      actor: clientId,
      target: issue.username,
    }),
    token: {
      token_key: issue.tokenKey,
      tenant_id: tenantId,
      jti_hash: issue.jtiHash,
      client_id: clientId,
      context: issue.context,
      lost_sections: issue.lostSections,
      sealed_secrets: issue.sealedSecrets,
      issued_at: issue.issuedAt,
      expires_at: issue.expiresAt,
      forget_at: issue.assertionEnds + rememberLongerMs,
      revocation_epoch: settings.revocationEpoch,
      settings_version: settings.version,
    },
  });
  if (outcome === 'replayed')
    return refusedFor('replay', 'jti was used before: make a new one for each assertion.');
  if (outcome === 'settings-changed') return settingsKeepChanging();
  return {
    access_token: issue.token,
    token_type: 'Bearer',
    expires_in: Math.floor((issue.expiresAt - issue.issuedAt) / 1000),
    scope: 'embed',
  };
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

/** Nothing is wrong with the assertion, and its `jti` is unused: the caller may try again. */
function settingsKeepChanging(): OAuthError {
  return new OAuthError(
    'temporarily_unavailable',
    'The embed settings are being changed. Try again in a moment.',
    { statusCode: 503, reason: 'settings changed', headers: { 'retry-after': '1' } },
  );
}
