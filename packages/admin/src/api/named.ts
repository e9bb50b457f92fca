import type { Page } from '@inlay/protocol/pagination';
import { useAnswer } from './use-answer.ts';

/** A group or a workspace: an identifier that contexts refer to, and a name for people. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** All of them, for a choice; none while they are on their way. */
export function useNamed(plural: 'groups' | 'workspaces'): readonly Named[] {
  return useAnswer<Page<Named>>(`${plural}?limit=200`).data?.data ?? [];
}
