import type { Named } from '@inlay/protocol/named';
import type { Page } from '@inlay/protocol/pagination';
import { useAnswer } from './use-answer.ts';

/** All of them, for a choice; none while they are on their way. */
export function useNamed(plural: 'groups' | 'workspaces'): readonly Named[] {
  return useAnswer<Page<Named>>(`${plural}?limit=200`).data?.data ?? [];
}
