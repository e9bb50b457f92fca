import type { PlannedContext } from './read-plan.ts';

/** The claim `embed_context`: required fields have the defaults of `@inlay/node`. */
export function wireContext({
  workspaceId,
  workspace_id = workspaceId,
  roles = ['USER'],
  privileges = {},
  ...context
}: PlannedContext['context']) {
  return { ...context, workspace_id, roles, privileges };
}
