import { hash, type KeyObject } from 'node:crypto';
import { fitContext, lossySections } from '../../platform/identity/fit-context.ts';
import { embedTokenKey, newEmbedToken } from '../../platform/identity/opaque-token.ts';
import { sealSecrets } from '../../platform/identity/sealed-secrets.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { type AssertionCheck, CLAIM_CHECKS, type Expectations, HEADER_CHECKS } from './assertion-checks.ts';
import { isRightClient } from './client-credentials.ts';
import type { EmbedSettings } from './embed-settings.ts';
import { expectationsOf } from './expectations-of.ts';
import { isSignedBy } from './is-signed.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import { type ParsedAssertion, parseAssertion } from './parse-assertion.ts';
import { keysToTry } from './read-jwks.ts';
import { readTokenForm, type TokenForm } from './read-token-form.ts';

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** What a request is judged by: the tenant's settings, and the keys that may have signed. */
export interface Terms
  extends Pick<
    EmbedSettings,
    | 'tenantId'
    | 'clientId'
    | 'secretHash'
    | 'formerSecretHash'
    | 'formerSecretUntil'
    | 'identifiers'
    | 'replayProtection'
    | 'maxTokenSeconds'
  > {
  /** As PEM; or the sentence that says why there is none; or nothing, where they depend on the assertion's `kid`. */
  readonly keys: readonly string[] | string | null;
  /** What is known of the keys that depend on it. */
  readonly listed: readonly ListedKey[];
}

export interface ListedKey {
  readonly kid: string | undefined;
  readonly pem: string;
}

/** A token and what the store is to know of it. */
export interface Issue {
  readonly token: string;
  readonly tokenKey: string;
  readonly jtiHash: string | null;
  readonly username: string;
  readonly context: string;
  readonly lostSections: string | null;
  readonly sealedSecrets: string | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly assertionEnds: number;
}

export type Judgement =
  | { readonly verdict: 'issue'; readonly issue: Issue }
  /** The form or its client is not right, as far as these terms tell. */
  | { readonly verdict: 'unproven' }
  /** Everything that comes before the keys is right, and none of those listed has signed. */
  | { readonly verdict: 'keys wanted'; readonly kid: string | undefined }
  | {
      readonly verdict: 'refused';
      readonly error: OAuthErrorCode;
      readonly description: string;
      readonly reason: string;
    };

/** What the judge needs besides the request: secrets are sealed here, and keys are read once. */
export interface JudgeMeans {
  readonly vault: Vault;
  readonly keyOf: (pem: string) => KeyObject;
}

/** Everything of the JWT bearer grant (RFC 7523) that needs neither store nor network, from the form to the row. */
export function judgeRequest(form: TokenForm, terms: Terms, now: number, means: JudgeMeans): Judgement {
  const fields = fieldsOfRightClient(form, terms, now);
  if (!fields) return { verdict: 'unproven' };
  try {
    const assertion = readGrant(fields);
    const expected = expectationsOf(terms, now);
    applyChecks(HEADER_CHECKS, assertion, expected);
    const kid = typeof assertion.header.kid === 'string' ? assertion.header.kid : undefined;
    const keys = terms.keys ?? keysToTry(terms.listed, kid).map(({ pem }) => pem);
    if (typeof keys === 'string') throw refusedFor('key', keys);
    if (!keys.some((pem) => isSignedBy(means.keyOf(pem), assertion))) {
      if (terms.keys === null) return { verdict: 'keys wanted', kid };
      throw refusedFor('signature', WRONG_SIGNATURE);
    }
    applyChecks(CLAIM_CHECKS, assertion, expected);
    return { verdict: 'issue', issue: issueFor(assertion, terms, now, means.vault) };
  } catch (thrown) {
    if (!(thrown instanceof OAuthError)) throw thrown;
    const { error, description, reason } = thrown;
    return { verdict: 'refused', error, description, reason };
  }
}

export const WRONG_SIGNATURE =
  'The signature does not match the registered key: sign with the private key that belongs to it.';

function fieldsOfRightClient(
  form: TokenForm,
  terms: Terms,
  now: number,
): ReadonlyMap<string, string> | undefined {
  try {
    const { fields, credentials } = readTokenForm(form);
    return isRightClient(terms, credentials, now) ? fields : undefined;
  } catch (thrown) {
    if (thrown instanceof OAuthError) return undefined;
    throw thrown;
  }
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

function issueFor({ claims }: ParsedAssertion, terms: Terms, now: number, vault: Vault): Issue {
  const { context, lost } = fitContext(claims.embed_context as Readonly<Record<string, unknown>>);
  const { secrets, ...visible } = context;
  const assertionEnds = (claims.exp as number) * 1000;
  const token = newEmbedToken(now);
  return {
    token,
    tokenKey: embedTokenKey(token) as string,
    jtiHash: terms.replayProtection ? jtiHash(claims.jti as string) : null,
    username: context.username,
    context: JSON.stringify(visible),
    lostSections: lost.length > 0 ? JSON.stringify(lossySections(lost)) : null,
    sealedSecrets: sealSecrets(vault, terms.tenantId, secrets),
    issuedAt: now,
    expiresAt: Math.min(assertionEnds, now + terms.maxTokenSeconds * 1000),
    assertionEnds,
  };
}

/** A `jti` is an untrusted string of any length; its digest is neither. */
export function jtiHash(jti: string): string {
  return hash('sha256', jti, 'base64url');
}

export function refusedFor(reason: string, description: string): OAuthError {
  return new OAuthError('invalid_grant', description, { reason });
}
