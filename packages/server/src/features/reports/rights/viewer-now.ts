import { createEmbedPrincipal, type EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Services } from '../../../services.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** Stub: the stored context. */
export async function viewerNow(
  { vault, time }: Services,
  { tenant_id, id, sealed_context, context_ends_at }: StoredSubscription,
  _signal: AbortSignal,
): Promise<EmbedPrincipal> {
  if (sealed_context === null || (context_ends_at ?? 0) <= time.now())
    throw new ReportError('context-ended', 'end', 'The stored context has ended. Save it again.');
  return createEmbedPrincipal(
    tenant_id,
    id,
    JSON.parse(vault.open(tenant_id, 'report context', sealed_context)),
  );
}
