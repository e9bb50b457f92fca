import type { EmbedContext } from '@inlay/node';
import type { PlannedContext } from './read-plan.ts';

/** The context with the defaults of `@inlay/node`, which also refuses values that the file may have. */
export function wireContext({
  workspaceId,
  workspace_id = workspaceId,
  roles = ['USER'],
  privileges = {},
  ...context
}: PlannedContext['context']): EmbedContext {
  return { ...context, workspace_id, roles, privileges } as EmbedContext;
}
