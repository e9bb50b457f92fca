import type { FastifyRequest } from 'fastify';
import type { DataAccess } from '../../../platform/audit/access-log.ts';
import { callerOf } from '../../../platform/http/http-app.ts';
import { accessesOf, type DataRead } from '../../datasets/index.ts';
import type { EmbedRequest } from '../embed-request.ts';

/** What a viewer read, for the audit log. */
export function viewerAccesses(
  { viewer }: Pick<EmbedRequest, 'viewer'>,
  request: FastifyRequest,
  action: DataAccess['action'],
  reads: readonly DataRead[],
): readonly DataAccess[] {
  const isPreview = viewer.onlyEmbed !== null;
  return accessesOf({ action, actor: viewer.username, caller: callerOf(request), viewer, isPreview }, reads);
}
