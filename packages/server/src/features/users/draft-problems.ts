import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import { existingNamed } from './named-resources.ts';
import { stagedImports } from './staged-users.ts';
import { usernameKey } from './users.ts';
import type { UserDraft } from './write-users.ts';

/** A problem of one of several drafts. `field` is a path inside it, such as `groups/0`. */
export interface DraftProblem {
  readonly index: number;
  readonly field: string;
  readonly problem: string;
}

/** Groups and workspaces must exist, except in signed contexts. */
export async function unknownReferences(
  transaction: Queries,
  tenantId: TenantId,
  drafts: readonly Pick<UserDraft, 'groups' | 'workspaceId'>[],
): Promise<DraftProblem[]> {
  const groupIds = [...new Set(drafts.flatMap(({ groups }) => groups ?? []))].sort();
  const workspaceIds = [...new Set(drafts.flatMap(({ workspaceId }) => workspaceId ?? []))].sort();
  const groups = await existingNamed(transaction, tenantId, 'groups', groupIds);
  const workspaces = await existingNamed(transaction, tenantId, 'workspaces', workspaceIds);
  return drafts.flatMap((draft, index) => {
    const problems = (draft.groups ?? []).flatMap((group, at) =>
      groups.has(group)
        ? []
        : [{ index, field: `groups/${at}`, problem: `refers to a group that does not exist: '${group}'` }],
    );
    const { workspaceId } = draft;
    return workspaceId == null || workspaces.has(workspaceId)
      ? problems
      : [
          ...problems,
          {
            index,
            field: 'workspaceId',
            problem: `refers to a workspace that does not exist: '${workspaceId}'`,
          },
        ];
  });
}

/**
 * Drafts whose username is taken by a user, by another running import (`importing` is the current one), or by an
 * earlier draft.
 */
export async function takenUsernames(
  queries: Queries,
  tenantId: TenantId,
  drafts: readonly Pick<UserDraft, 'username'>[],
  importing?: string,
): Promise<DraftProblem[]> {
  if (drafts.length === 0) return [];
  const keys = drafts.map(({ username }) => usernameKey(username));
  const holders = await queries
    .tenant(tenantId)
    .selectFrom('users')
    .select(['username_key', 'import_id'])
    .where('username_key', 'in', keys)
    .execute();
  const staged = holders.some(({ import_id }) => import_id !== null)
    ? (await stagedImports(queries, tenantId)).ids
    : [];
  const problems = new Map(
    holders.map(({ username_key, import_id }) => [username_key, holderProblem(import_id, staged, importing)]),
  );
  return keys.flatMap((key, index) => {
    const problem = problems.get(key);
    if (problem) return [{ index, field: 'username', problem }];
    problems.set(key, importing === undefined ? 'is already taken' : repeated);
    return [];
  });
}

const repeated = 'is already on an earlier line';

function holderProblem(importId: string | null, staged: readonly string[], importing?: string): string {
  if (importId === null || !staged.includes(importId)) return 'is already taken';
  if (importId === importing) return repeated;
  return 'is used by a running user import; try again when it is done';
}

/** Drafts whose identifier at the identity provider belongs to another user. */
export async function takenExternalIds(
  queries: Queries,
  tenantId: TenantId,
  drafts: readonly { readonly externalId?: string | null | undefined }[],
): Promise<DraftProblem[]> {
  const ids = drafts.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return [];
  const holders = await queries
    .tenant(tenantId)
    .selectFrom('users')
    .select('external_id')
    .where('external_id', 'in', ids)
    .execute();
  const taken = new Set(holders.map(({ external_id }) => external_id));
  return drafts.flatMap(({ externalId }, index) =>
    externalId != null && taken.has(externalId)
      ? [{ index, field: 'externalId', problem: 'is already taken' }]
      : [],
  );
}
