import type { TenantId } from '@inlay/protocol/tenant-id';
import { type AttemptLimit, blockedFor, recordFailure } from '../../../platform/identity/attempt-limit.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { ReportError } from '../store/report-error.ts';

const DAY = 24 * 60 * 60_000;
const MAX = 200;

/** Not counted in deliveries: those of a subscription are deleted with it, and its viewer could begin again. */
const LIMIT: AttemptLimit = { scope: 'report-mailbox', failures: MAX, windowMs: DAY, blockMs: DAY };

/** Where a message goes, for its limit. */
export interface Mailbox {
  readonly tenantId: TenantId;
  readonly address: string;
  /** Whether it is the viewer's. What others send there must not use up what viewers have sent to themselves. */
  readonly isOwn: boolean;
}

/** Most servers ignore case, and what follows a plus (RFC 5233 §2). */
function keyOf({ address, isOwn }: Mailbox): string {
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, at).split('+');
  return `${isOwn ? 'own' : 'others'} ${local}${address.slice(at)}`.toLowerCase();
}

/** Throws `ReportError` if nothing more may be sent there today. */
export async function refuseFullMailbox(queries: Queries, mailbox: Mailbox, now: number): Promise<void> {
  if ((await blockedFor(queries, mailbox.tenantId, LIMIT, keyOf(mailbox), now)) > 0) throw full();
}

/** Counts a message, with the same. */
export async function countMessage(transaction: Queries, mailbox: Mailbox, now: number): Promise<void> {
  const { blockedForMs } = await recordFailure(transaction, mailbox.tenantId, LIMIT, keyOf(mailbox), now);
  if (blockedForMs > 0) throw full();
}

const full = () =>
  new ReportError(
    'delivery-failed',
    'fail',
    `This recipient has got ${MAX} messages within a day, which is the most. Subscribe to fewer, or less often.`,
  );
