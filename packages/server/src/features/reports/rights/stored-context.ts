import { createEmbedPrincipal, type EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import type { StoredReportSettings } from '../settings/report-settings.ts';
import { ReportError } from '../store/report-error.ts';
import { openContext, type StoredContext } from '../store/sealed-context.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

const DAY = 24 * 60 * 60_000;

export const contextEnd = ({ contextDays }: StoredReportSettings, savedAt: number): number =>
  savedAt + contextDays * DAY;

interface Today {
  readonly settings: StoredReportSettings;
  readonly revocationEpoch: number;
  readonly now: number;
}

/** The viewer as they were signed when they saved the subscription, for rules of today. */
export function viewerOfStored(
  vault: Vault,
  subscription: StoredSubscription,
  { settings, revocationEpoch, now }: Today,
): EmbedPrincipal {
  const { tenant_id: tenantId, sealed_context, context_ends_at, revocation_epoch } = subscription;
  if (revocation_epoch !== revocationEpoch)
    throw new ReportError(
      'tokens-revoked',
      'end',
      'All tokens were revoked after this was saved. The viewer can subscribe again.',
    );
  if (sealed_context === null || context_ends_at === null || context_ends_at <= now) throw ended();
  const { saved_at, ...stored } = openOwn(vault, subscription);
  const endsAt = Math.min(context_ends_at, contextEnd(settings, saved_at));
  if (endsAt <= now) throw ended();
  const viewer = createEmbedPrincipal(tenantId, '', {
    ...stored,
    sealed_secrets: settings.keepSecrets ? stored.sealed_secrets : null,
    client_id: '',
    only_embed: null,
    issued_at: saved_at,
    expires_at: endsAt,
  });
  if (viewer.username !== subscription.username || viewer.workspaceId !== subscription.workspace_id)
    throw new ReportError('internal', 'fail', 'The stored context is that of another viewer.');
  // `ADMIN` opens every embed of the tenant. That is for hours, and not for months: this viewer needs the privilege.
  return { ...viewer, viewsEveryEmbed: false };
}

function openOwn(vault: Vault, subscription: StoredSubscription): StoredContext {
  const context = openContext(vault, subscription);
  if (context) return context;
  throw new ReportError(
    'internal',
    'fail',
    'The stored context cannot be decrypted. The viewer has to save the subscription again.',
  );
}

const ended = () =>
  new ReportError(
    'context-ended',
    'end',
    'The stored context of the viewer has ended. The viewer can subscribe again.',
  );
