import { AppError } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { SubscriptionRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { findTokenContext } from '../../tokens/index.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import { sealContext } from '../store/sealed-context.ts';
import { contextEnd } from './stored-context.ts';

interface SavedBy {
  /** Of the subscription. */
  readonly id: string;
  /** Whose subscription it is; nobody else renews its context. */
  readonly viewer: EmbedPrincipal;
  readonly now: number;
}

type ContextColumns = Pick<SubscriptionRow, 'sealed_context' | 'context_ends_at' | 'revocation_epoch'>;

/** What a subscription keeps of the token that its viewer saves it with. A context is kept only if the tenant chose so. */
export async function contextColumns(
  { vault }: Pick<Services, 'vault'>,
  transaction: Queries,
  { id, viewer, now }: SavedBy,
): Promise<ContextColumns> {
  const { tenantId } = viewer;
  if (viewer.onlyEmbed !== null)
    throw new AppError('ACCESS_DENIED', { message: 'A preview cannot subscribe in the name of a viewer.' });
  const token = await findTokenContext(transaction, viewer);
  if (!token) throw new AppError('UNAUTHORIZED');
  const { settings } = await readReportSetup(transaction, tenantId);
  const { revocation_epoch, sealed_secrets, ...context } = token;
  if (settings.rights !== 'stored-context')
    return { sealed_context: null, context_ends_at: null, revocation_epoch };
  const stored = {
    ...context,
    sealed_secrets: settings.keepSecrets ? sealed_secrets : null,
    saved_at: now,
  };
  return {
    sealed_context: sealContext(vault, { tenant_id: tenantId, id }, stored),
    context_ends_at: contextEnd(settings, now),
    revocation_epoch,
  };
}
