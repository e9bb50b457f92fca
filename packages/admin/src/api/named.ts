import type { Named } from '@inlay/protocol/named';
import { allGroups, allWorkspaces } from './common-queries.ts';
import { useQuery } from './use-query.ts';

/** All of them, for a choice; none while they load. */
export function useNamed(plural: 'groups' | 'workspaces'): readonly Named[] {
  return useQuery(plural === 'groups' ? allGroups : allWorkspaces).data?.data ?? [];
}
