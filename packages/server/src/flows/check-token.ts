import type { KeyObject } from 'node:crypto';
import type { ContextReport, TokenReport } from '@inlay/protocol/embed-settings';
import type { EmbedSettings } from '../auth/embed-settings.ts';
import { isUsedJti } from '../auth/embed-tokens.ts';
import { CLAIM_CHECKS, HEADER_CHECKS } from '../auth/jwt-bearer/assertion-checks.ts';
import { contextProblems } from '../auth/jwt-bearer/context-problems.ts';
import { CONTEXT_FIELDS } from '../auth/jwt-bearer/embed-context.ts';
import { expectationsOf } from '../auth/jwt-bearer/expectations-of.ts';
import { bytesByField, CONTEXT_LIMIT, fitContext } from '../auth/jwt-bearer/fit-context.ts';
import { isSignedByLater } from '../auth/jwt-bearer/is-signed.ts';
import { jtiHash, WRONG_SIGNATURE } from '../auth/jwt-bearer/judge-request.ts';
import { type ParsedAssertion, parseAssertion } from '../auth/jwt-bearer/parse-assertion.ts';
import { isObject } from '../auth/jwt-bearer/strict-json.ts';
import { tryTenantKeys } from '../auth/jwt-bearer/try-tenant-keys.ts';
import type { Services } from '../services.ts';

type CheckResult = TokenReport['checks'][number];

/** Tells everything about an assertion that an exchange would decide on, and uses up nothing. */
export async function checkToken(
  services: Services,
  settings: EmbedSettings,
  assertion: string,
): Promise<TokenReport> {
  const parsed = parseAssertion(assertion.trim());
  if (typeof parsed === 'string') {
    return { valid: false, checks: [{ name: 'form', ok: false, reason: parsed }], context: null };
  }
  const checks = [
    result('form', undefined),
    ...HEADER_CHECKS.map(({ name, problem }) =>
      result(name, problem(parsed, expectationsOf(settings, services.clock()))),
    ),
    ...(await signatureChecks(services, settings, parsed)),
    ...CLAIM_CHECKS.filter(({ name }) => name !== 'embed_context').map(({ name, problem }) =>
      result(name, problem(parsed, expectationsOf(settings, services.clock()))),
    ),
    await replayCheck(services, settings, parsed),
    ...contextChecks(parsed.claims.embed_context),
  ];
  const valid = checks.every(({ ok }) => ok);
  const { embed_context } = parsed.claims;
  const readable = isObject(embed_context) && contextProblems(embed_context).length === 0;
  return { valid, checks, context: readable ? reportOn(embed_context) : null };
}

async function signatureChecks(
  { jwks }: Services,
  settings: EmbedSettings,
  parsed: ParsedAssertion,
): Promise<CheckResult[]> {
  const { kid } = parsed.header;
  const isSigned = async (keys: readonly KeyObject[]) => {
    for (const key of keys) if (await isSignedByLater(key, parsed)) return true;
    return false;
  };
  const found = await tryTenantKeys(
    settings,
    typeof kid === 'string' ? kid : undefined,
    jwks,
    isSigned,
    (good) => !good,
  );
  if (typeof found === 'string')
    return [result('key', found), result('signature', 'It was not checked, for want of a key.')];
  return [result('key', undefined), result('signature', found ? undefined : WRONG_SIGNATURE)];
}

async function replayCheck(
  { store }: Services,
  { replayProtection, tenantId }: EmbedSettings,
  { claims: { jti } }: ParsedAssertion,
): Promise<CheckResult> {
  const used =
    replayProtection && typeof jti === 'string' && (await isUsedJti(store, tenantId, jtiHash(jti)));
  return result('replay', used ? 'This jti was used before: an exchange would be refused.' : undefined);
}

function contextChecks(context: unknown): CheckResult[] {
  const problems = contextProblems(context);
  if (!isObject(context)) return [result('embed_context', 'embed_context must be an object.')];
  return CONTEXT_FIELDS.map((field) => {
    const name = `embed_context.${field}`;
    const found = problems.find((problem) => problem.field === name);
    return result(name, found && `${found.field} ${found.problem}.`);
  });
}

export function reportOn(raw: Readonly<Record<string, unknown>>): ContextReport {
  const { context, bytes, lost } = fitContext(raw);
  return {
    bytes,
    limit: CONTEXT_LIMIT,
    truncated: lost.length > 0,
    lost: [...lost],
    bytesByField: bytesByField(raw),
    ignored: Object.keys(raw).filter((field) => !(CONTEXT_FIELDS as readonly string[]).includes(field)),
    effective: { ...context, secrets: Object.keys(context.secrets) },
  };
}

function result(name: string, problem: string | undefined): CheckResult {
  return { name, ok: problem === undefined, reason: problem ?? null };
}
