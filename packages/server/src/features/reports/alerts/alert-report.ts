import type { EmbedRequest } from '../../embeds/request/embed-request.ts';
import { makeReport } from '../message/make-report.ts';
import type { Report } from '../message/report.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { AlertEvent } from './check-alert.ts';

/** Stub. */
export async function alertReport(
  request: EmbedRequest,
  subscription: StoredSubscription,
  event: AlertEvent,
): Promise<Report | null> {
  return { ...(await makeReport(request, subscription)), title: event.headline, headline: event.headline };
}
