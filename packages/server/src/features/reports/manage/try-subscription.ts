import type { AlertDryRun, MessagePreview } from '@inlay/content/subscription';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { withDataErrors } from '../../../platform/query/result/data-errors.ts';
import type { Services } from '../../../services.ts';
import type { DataRead } from '../../datasets/index.ts';
import type { EmbedRequest } from '../../embeds/index.ts';
import { dryRun } from '../alerts/dry-run.ts';
import { openSubscription } from '../message/open-subscription.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** A subscription that is not saved, tried with the rights of whoever asks. */
export interface Trying {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly viewer: EmbedPrincipal;
  readonly subscription: StoredSubscription;
  readonly signal: AbortSignal;
}

export const dryRunOf = (trying: Trying): Promise<AlertDryRun> =>
  attempt(trying, (embed) => dryRun(embed, trying.subscription));

export const previewOf = (trying: Trying): Promise<MessagePreview> =>
  attempt(trying, async () => {
    throw new AppError('UNAVAILABLE');
  });

/** Takes its turn like an export, and is in the audit log like one. */
async function attempt<Result>(
  { services, viewer, subscription, signal }: Trying,
  work: (embed: EmbedRequest) => Promise<Result>,
): Promise<Result> {
  const reads: DataRead[] = [];
  const task = async () => {
    const embed = await openSubscription(services, subscription, viewer, signal);
    return work({ ...embed, reads });
  };
  return withDataErrors(() => services.queues.exports.run([viewer.tenantId, viewer.username], task, signal));
}
