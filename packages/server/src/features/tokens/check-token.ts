import type { TokenReportSchema } from '@inlay/protocol/embed-auth-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Static } from 'typebox';
import {
  bytesByField,
  CONTEXT_FIELDS,
  CONTEXT_LIMIT,
  contextProblems,
  type EmbedContext,
  fitContext,
} from '../../platform/identity/embed-context.ts';
import { isObject } from '../../platform/identity/strict-json.ts';
import { findItems } from '../content/index.ts';
import { existingNamed, findNamed } from '../users/index.ts';
import type { AuthSettings } from './auth-settings.ts';
import { isUsedJti } from './embed-tokens.ts';
import { jtiHash } from './exchange-token.ts';
import type { TokenServices } from './token-services.ts';
import {
  assertionPolicy,
  CLAIM_CHECKS,
  HEADER_CHECKS,
  type ParsedAssertion,
  parseAssertion,
  verifySignature,
} from './verify-assertion.ts';

type TokenReport = Static<typeof TokenReportSchema>;
type ContextReport = NonNullable<TokenReport['context']>;
type CheckResult = TokenReport['checks'][number];

/** Reports the result of every check an exchange would make, without using up the assertion's `jti`. */
export async function checkToken(
  services: TokenServices,
  settings: AuthSettings,
  assertion: string,
): Promise<TokenReport> {
  const given = assertion.trim();
  const parsed = otherTokenProblem(given) ?? parseAssertion(given);
  if (typeof parsed === 'string')
    return { valid: false, checks: [result('form', parsed)], context: null, warnings: [] };
  const checks = [
    result('form', undefined),
    ...HEADER_CHECKS.map(({ name, problem }) =>
      result(name, problem(parsed, assertionPolicy(settings, services.time.now()))),
    ),
    ...(await signatureChecks(services, settings, parsed)),
    ...CLAIM_CHECKS.map(({ name, problem }) =>
      result(name, problem(parsed, assertionPolicy(settings, services.time.now()))),
    ),
    await replayCheck(services, settings, parsed),
    ...contextChecks(parsed.claims.embed_context),
  ];
  const valid = checks.every(({ ok }) => ok);
  const { embed_context } = parsed.claims;
  const readable = isObject(embed_context) && contextProblems(embed_context).length === 0;
  if (!readable) return { valid, checks, context: null, warnings: [] };
  const context = reportContext(embed_context);
  const warnings = await findUnknownNames(services, settings.tenantId, fitContext(embed_context).context);
  return { valid, checks, context, warnings };
}

/** Tokens that are often pasted instead of an assertion. */
const OTHER_TOKENS = [
  ['inl_embed_', 'This is an opaque token, the result of an exchange'],
  ['inl_login_', 'This is a login token of the public API'],
  ['inl_secret_', 'This is a client secret'],
] as const;

function otherTokenProblem(text: string): string | undefined {
  const found = OTHER_TOKENS.find(([prefix]) => text.startsWith(prefix));
  return (
    found && `${found[1]}. Paste the JWT assertion that your server signs and sends to the token endpoint.`
  );
}

/** PostgreSQL cannot store other text, so no name contains it. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** An exchange accepts unknown names; all a viewer would notice is an empty page. */
async function findUnknownNames(
  { store }: TokenServices,
  tenantId: TenantId,
  { workspace_id, privileges, groups }: EmbedContext,
): Promise<string[]> {
  const warnings: string[] = [];
  if (!(await findNamed(store, tenantId, 'workspaces', workspace_id)))
    warnings.push(`Workspace '${workspace_id}' does not exist, so this viewer cannot open any content.`);
  const appIds = Object.keys(privileges);
  const apps = await findItems(store, tenantId, 'app', appIds.filter(isStorable));
  for (const appId of appIds) {
    const app = apps.find(({ id }) => id === appId);
    if (!app) warnings.push(`App '${appId}' does not exist, so privileges on it have no effect.`);
    else if (app.workspace_id !== workspace_id)
      warnings.push(
        `App '${appId}' is in workspace '${app.workspace_id}', so a viewer of workspace '${workspace_id}' cannot open it.`,
      );
  }
  const known = await existingNamed(store, tenantId, 'groups', groups.filter(isStorable));
  for (const group of groups)
    if (!known.has(group))
      warnings.push(`Group '${group}' does not exist in this tenant. Check its spelling.`);
  return warnings;
}

async function signatureChecks(
  { jwks }: TokenServices,
  settings: AuthSettings,
  parsed: ParsedAssertion,
): Promise<CheckResult[]> {
  const found = await verifySignature(jwks, settings, parsed);
  if (found?.check === 'key')
    return [result('key', found.problem), result('signature', 'Not checked because there is no key.')];
  return [result('key', undefined), result('signature', found?.problem)];
}

async function replayCheck(
  { store }: TokenServices,
  { replayProtection, tenantId }: AuthSettings,
  { claims: { jti } }: ParsedAssertion,
): Promise<CheckResult> {
  const used =
    replayProtection && typeof jti === 'string' && (await isUsedJti(store, tenantId, jtiHash(jti)));
  return result(
    'replay',
    used
      ? 'This jti was already used, so an exchange would be refused. Use a new one for each assertion.'
      : undefined,
  );
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

function reportContext(raw: Readonly<Record<string, unknown>>): ContextReport {
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
