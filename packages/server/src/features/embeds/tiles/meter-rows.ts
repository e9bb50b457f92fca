import type { EmbedRequest } from '../embed-request.ts';

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
