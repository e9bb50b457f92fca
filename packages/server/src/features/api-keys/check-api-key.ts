import type { NewApiKey } from '@inlay/protocol/api-key';
import { type Permission, WORKSPACE_PERMISSIONS } from '@inlay/protocol/permission';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { isNetwork } from '../../platform/identity/networks.ts';
import type { Queries } from '../../platform/store/store.ts';

const ofWorkspaces: readonly Permission[] = WORKSPACE_PERMISSIONS;

/** The problems of a key that the shape of the request does not show, by path. */
export function apiKeyProblems(
  { scopes, workspaces, networks, expiresAt }: NewApiKey,
  now: number,
): readonly FieldProblem[] {
  const tenantWide = workspaces ? scopes.filter((scope) => !ofWorkspaces.includes(scope)) : [];
  return [
    ...tenantWide.map((scope) => ({
      path: '/workspaces',
      problem: `must be null, because ${scope} concerns the whole tenant`,
    })),
    ...(networks ?? []).flatMap((network, index) =>
      isNetwork(network)
        ? []
        : [{ path: `/networks/${index}`, problem: 'must be an address or a network such as 203.0.113.0/24' }],
    ),
    ...(expiresAt && !(Date.parse(expiresAt) > now)
      ? [{ path: '/expiresAt', problem: 'must be in the future' }]
      : []),
  ];
}

export async function unknownWorkspaces(
  queries: Queries,
  tenantId: TenantId,
  workspaces: readonly string[],
): Promise<readonly FieldProblem[]> {
  if (workspaces.length === 0) return [];
  const found = await queries
    .tenant(tenantId)
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', workspaces)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  return workspaces.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `/workspaces/${index}`, problem: `does not exist: '${id}'` }],
  );
}
