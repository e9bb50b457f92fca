import type { Services } from '../../../services.ts';
import type { Report } from '../message/report.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

export type DeliveryServices = Pick<
  Services,
  'store' | 'config' | 'time' | 'vault' | 'egressOf' | 'operatorEgress'
>;

/** One message to one recipient. */
export interface ReportDelivery {
  readonly subscription: StoredSubscription;
  readonly report: Report;
  /** An email address, or the id of a destination. */
  readonly recipient: string;
  /** The same in every attempt. */
  readonly jobId: string;
  readonly dueAt: number;
  readonly signal: AbortSignal;
  /**
   * The point of no return of an email: awaited right before its server may take responsibility for it. If it rejects,
   * nothing was sent, and `deliverReport` rejects with the same error. Webhooks have an idempotency key instead.
   */
  readonly beforeSend: () => Promise<void>;
}
