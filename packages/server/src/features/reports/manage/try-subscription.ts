import type { AlertDryRun, MessagePreview } from '@inlay/content/subscription';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { withDataErrors } from '../../../platform/query/result/data-errors.ts';
import type { Services } from '../../../services.ts';
import { accessesOf, type DataRead } from '../../datasets/index.ts';
import type { EmbedRequest } from '../../embeds/index.ts';
import { readMailLook } from '../../mail/index.ts';
import type { TokenServices } from '../../tokens/index.ts';
import { dryRun } from '../alerts/dry-run.ts';
import { makeReport } from '../message/make-report.ts';
import { openSubscription } from '../message/open-subscription.ts';
import { reportMail } from '../message/report-mail.ts';
import { viewerNow } from '../rights/viewer-now.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { previewDocument } from './preview-document.ts';

/** A subscription, saved or not, that is tried with the rights of a viewer. */
export interface Trying {
  readonly services: Services;
  readonly viewer: EmbedPrincipal;
  readonly subscription: StoredSubscription;
  readonly signal: AbortSignal;
}

/** The content as it would be sent to this viewer now; an error says why nothing would be. */
export const openTried = ({ services, subscription, viewer, signal }: Trying): Promise<EmbedRequest> =>
  asAnswer(() => openSubscription(services, subscription, viewer, signal));

/** Reads rows: the audit log says who did, before they get them. */
export async function dryRunOf(trying: Trying, { actor, caller }: Acting): Promise<AlertDryRun> {
  const { services, viewer, subscription } = trying;
  const reads: DataRead[] = [];
  const embed = await openTried(trying);
  const result = await asAnswer(() => dryRun({ ...embed, reads }, subscription));
  const isPreview = actor !== viewer.username;
  const access = { action: 'data.query', actor, caller, viewer, isPreview } as const;
  await services.accesses.record(accessesOf(access, reads));
  return result;
}

/** The message as an email of now. `makeReport` records what it reads. */
export async function previewOf(trying: Trying): Promise<MessagePreview> {
  const { services, viewer, subscription } = trying;
  const embed = await openTried(trying);
  const report = await asAnswer(() => makeReport(embed, subscription));
  const look = await readMailLook(services, viewer.tenantId, report.language);
  if (!look) throw new AppError('NO_TENANT');
  // Nobody can unsubscribe from a preview: its link leads to the tenant's page.
  const mail = reportMail(report, { to: viewer.username, look, unsubscribeUrl: look.url.href });
  return previewDocument(mail);
}

/** The same for an administrator who may read all rows: with the rights that the viewer of a subscription has now. */
export async function previewAsViewer(
  services: TokenServices,
  subscription: StoredSubscription,
  { acting: { actor, caller }, signal }: { readonly acting: Acting; readonly signal: AbortSignal },
): Promise<MessagePreview> {
  const { tenant_id, id, embed_id, username, workspace_id } = subscription;
  const viewer = await asAnswer(() => viewerNow(services, subscription, signal));
  await services.store.write((transaction) =>
    recordEvent(transaction, tenant_id, services.time.now(), caller, {
      action: 'embed.preview',
      actor,
      target: embed_id,
      details: { subscription: id, username, workspace: workspace_id },
    }),
  );
  return previewOf({ services, viewer, subscription, signal });
}

/** Why nothing could be made, as the reply of a request. */
async function asAnswer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await withDataErrors(work);
  } catch (error) {
    if (!(error instanceof ReportError)) throw error;
    if (error.cause instanceof AppError) throw error.cause;
    throw new AppError(error.effect === 'retry' ? 'UNAVAILABLE' : 'CONFLICT', {
      message: error.message,
      cause: error,
    });
  }
}
