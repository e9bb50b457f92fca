import type { VisibilityRule } from '@inlay/protocol/rule';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { isPlainHost, PLAIN_HOST } from '../../../platform/egress/plain-host.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { existingNamed } from '../../users/index.ts';
import type { AccountSettings, OidcSettings, ProviderSettings } from './providers.ts';

/** Beyond it, conditions take too long to evaluate. */
const MAX_CONDITIONS = 1000;

/** What is wrong with the settings, field by field. */
export async function providerProblems(
  queries: Queries,
  tenantId: TenantId,
  settings: ProviderSettings,
): Promise<FieldProblem[]> {
  return [
    ...(settings.kind === 'oidc' ? oidcProblems(settings) : []),
    ...conditionProblems(settings),
    ...(await unknownTargets(queries, tenantId, settings)),
  ];
}

function oidcProblems({ issuer, scopes }: OidcSettings): FieldProblem[] {
  const problem = issuerProblem(issuer);
  return [
    ...(problem === undefined ? [] : [{ path: '/issuer', problem }]),
    ...(new Set(scopes).size === scopes.length
      ? []
      : [{ path: '/scopes', problem: 'contains a scope twice' }]),
  ];
}

/** Whether it can be reached is checked by each request to it. */
function issuerProblem(issuer: string): string | undefined {
  const url = URL.parse(issuer);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'must be a complete https:// URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a username or password';
  if (/[?#\s]/.test(issuer)) return 'must not contain a query, a fragment or spaces';
  if (issuer.includes('/.well-known/')) return 'must be the address before /.well-known/';
  const host = /^https?:\/\/(?:\[([^\]]*)\]|([^:/]*))/i.exec(issuer);
  return isPlainHost(host?.[1] ?? host?.[2] ?? '') ? undefined : `has a host that ${PLAIN_HOST}`;
}

function conditionProblems(settings: AccountSettings): FieldProblem[] {
  const rules = (['roles', 'groups', 'workspaces'] as const).flatMap((field) =>
    settings[field].map(({ when }, index) => ({ path: `/${field}/${index}/when`, when })),
  );
  const conditions = rules.flatMap(({ path, when }) => (when === null ? [] : conditionsOf(when, path)));
  if (conditions.length > MAX_CONDITIONS)
    return [{ path: '', problem: `has more than ${MAX_CONDITIONS} conditions` }];
  return conditions
    .filter(({ context }) => !context.startsWith('attributes.'))
    .map(({ path }) => ({ path, problem: 'must be a claim, as attributes.<claim>' }));
}

function conditionsOf(
  rule: VisibilityRule,
  path: string,
): readonly { readonly path: string; readonly context: string }[] {
  if ('context' in rule) return [{ path: `${path}/context`, context: rule.context }];
  const [word, rules] = 'and' in rule ? (['and', rule.and] as const) : (['or', rule.or] as const);
  return rules.flatMap((each, index) => conditionsOf(each, `${path}/${word}/${index}`));
}

async function unknownTargets(
  queries: Queries,
  tenantId: TenantId,
  { groups, workspaces }: AccountSettings,
): Promise<FieldProblem[]> {
  const named = groups.flatMap((rule, at) =>
    rule.groups.map((id, index) => ({ id, path: `/groups/${at}/groups/${index}` })),
  );
  const chosen = workspaces.map(({ workspaceId: id }, at) => ({ id, path: `/workspaces/${at}/workspaceId` }));
  const ids = (all: readonly { readonly id: string }[]) => [...new Set(all.map(({ id }) => id))].sort();
  const knownGroups = await existingNamed(queries, tenantId, 'groups', ids(named));
  const knownWorkspaces = await existingNamed(queries, tenantId, 'workspaces', ids(chosen));
  const unknown =
    (what: string) =>
    ({ id, path }: { readonly id: string; readonly path: string }) => ({
      path,
      problem: `refers to a ${what} that does not exist: '${id}'`,
    });
  return [
    ...named.filter(({ id }) => !knownGroups.has(id)).map(unknown('group')),
    ...chosen.filter(({ id }) => !knownWorkspaces.has(id)).map(unknown('workspace')),
  ];
}
