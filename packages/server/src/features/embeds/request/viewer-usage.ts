import type { FastifyRequest } from 'fastify';
import type { DataAccess } from '../../../platform/audit/access-log.ts';
import { callerOf } from '../../../platform/http/http-app.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Services } from '../../../services.ts';
import { accessesOf, type DataRead } from '../../datasets/index.ts';
import type { EmbedRequest } from './embed-request.ts';

/** Counts a view if it is rendered, unless it exceeds the tenant's quota. Administrators' previews are free. */
export async function meterView<Page>(
  { quotas, usage, time }: Services,
  { viewer, embedId }: { readonly viewer: EmbedPrincipal; readonly embedId: string },
  render: () => Promise<Page>,
): Promise<Page> {
  if (viewer.onlyEmbed !== null) return render();
  const giveBack = await quotas.reserve(viewer.tenantId, 'views');
  try {
    const page = await render();
    usage.countFor(viewer, time.now(), 'view', embedId);
    return page;
  } finally {
    giveBack();
  }
}

/** Counts rows that a viewer exports, unless they exceed the tenant's quota. Administrators' previews are free. */
export async function meterRows(
  { services: { quotas, usage, time }, viewer }: Pick<EmbedRequest, 'services' | 'viewer'>,
  rows: number,
): Promise<void> {
  if (viewer.onlyEmbed !== null || rows === 0) return;
  // Other exports may be checked before this one is counted.
  const giveBack = await quotas.reserve(viewer.tenantId, 'exportedRows', rows);
  giveBack();
  usage.countFor(viewer, time.now(), 'exported-row', '', rows);
}

/** What a viewer read, for the audit log. */
export function viewerAccesses(
  { viewer }: Pick<EmbedRequest, 'viewer'>,
  request: FastifyRequest,
  action: DataAccess['action'],
  reads: readonly DataRead[],
): readonly DataAccess[] {
  return accessesFor(viewer, callerOf(request), action, reads);
}

/** What was read for a viewer without a request of theirs, because they have it sent to them. */
export const sentAccesses = (
  { viewer }: Pick<EmbedRequest, 'viewer'>,
  reads: readonly DataRead[],
): readonly DataAccess[] => accessesFor(viewer, { requestId: null, ip: null }, 'data.export', reads);

const accessesFor = (
  viewer: EmbedPrincipal,
  caller: Caller,
  action: DataAccess['action'],
  reads: readonly DataRead[],
): readonly DataAccess[] =>
  accessesOf({ action, actor: viewer.username, caller, viewer, isPreview: viewer.onlyEmbed !== null }, reads);
