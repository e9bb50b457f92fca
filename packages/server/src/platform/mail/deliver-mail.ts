import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { OutgoingMailRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Time } from '../time/time.ts';
import type { Vault } from '../vault/vault.ts';
import { MailError } from './mail-error.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailServer } from './mail-server.ts';
import { failMail, findDueMail, leaseMail, openMail, postponeMail, removeMail } from './outbox.ts';
import { MAX_ATTEMPTS, retryDelay } from './retry-delay.ts';
import { sendMail } from './send-mail.ts';

/** Also how long a message waits at most before it is sent. */
const POLL_MS = 2000;
const MAX_SENDING = 16;
/** How long a message that is being sent when the server stops may take. */
const LAST_MS = 3000;

export interface Delivery {
  readonly store: Store;
  readonly vault: Vault;
  readonly time: Time;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'mail'>;
  readonly composers: Composers;
  /** How a tenant sends mail now; undefined if it cannot. */
  serverOf(tenantId: TenantId): Promise<MailServer | undefined>;
}

/** Composes a message when it is sent, from what was stored when it was caused. Undefined if nobody gets it any more. */
export type ComposeMail = (mail: StoredMail) => Promise<MailMessage | undefined>;

/** By kind. */
export type Composers = Readonly<Record<string, ComposeMail>>;

export interface StoredMail {
  readonly tenantId: TenantId;
  readonly id: string;
  /** JSON of `NewMail.data`. */
  readonly data: string;
}

/** Sends what is in the outbox, in the background. Returns a function that stops it. */
export function startMailDelivery(delivery: Delivery): () => Promise<void> {
  const { store, time, log } = delivery;
  const stop = new AbortController();
  const cut = new AbortController();
  const sending = new Map<TenantId, Promise<void>>();
  const failed = (error: unknown) => log.error({ err: error }, 'mail delivery failed');
  let finished = new AbortController();

  const startDue = async () => {
    const limit = MAX_SENDING - sending.size;
    if (limit === 0) return;
    for (const due of await findDueMail(store, time.now(), { busy: [...sending.keys()], limit })) {
      const attempt = async () => {
        const row = await leaseMail(store, due, time.now());
        if (row) await deliver(delivery, row, cut.signal);
      };
      const done = attempt()
        .finally(() => sending.delete(due.tenantId))
        // After an error, such as a full disk, the loop waits before it tries again.
        .then(() => finished.abort(), failed);
      sending.set(due.tenantId, done);
    }
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      finished = new AbortController();
      await startDue().catch(failed);
      // The next message of a tenant is sent as soon as the one before it is.
      const signal = AbortSignal.any([stop.signal, finished.signal]);
      await time.sleep(POLL_MS, { signal, keepsAlive: false }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
    const late = time.after(LAST_MS, () => cut.abort());
    await Promise.all(sending.values());
    late.stop();
  };
}

async function deliver(delivery: Delivery, row: OutgoingMailRow, signal: AbortSignal): Promise<void> {
  const { store, time, metrics } = delivery;
  try {
    if (row.attempts > MAX_ATTEMPTS) throw new MailError(CRASHED, { isTemporary: false });
    if (row.expires_at <= time.now()) throw new MailError(EXPIRED, { isTemporary: false });
    const message = await compose(delivery, row);
    if (message) {
      const server = await delivery.serverOf(row.tenant_id);
      if (!server) throw new MailError(NO_SERVER, { isTemporary: true });
      await sendMail(server, message, { time, signal, id: row.id });
      metrics.mail.inc({ outcome: 'sent' });
    }
  } catch (error) {
    return recordFailure(delivery, row, error);
  }
  await store.write((transaction) => removeMail(transaction, row.tenant_id, row.id));
}

const EXPIRED = 'It could not be sent before its link expired.';
const CRASHED = 'The server stopped several times while it was sending it.';
const UNKNOWN_KIND = 'This version of the server does not know this kind of email.';
const NO_SERVER = 'There is no mail server. Enter one in the mail settings.';

async function compose(
  { vault, composers }: Delivery,
  row: OutgoingMailRow,
): Promise<MailMessage | undefined> {
  const composer = composers[row.kind];
  // During an upgrade, a node of the newer version sends it.
  if (!composer) throw new MailError(UNKNOWN_KIND, { isTemporary: true });
  return composer({ tenantId: row.tenant_id, id: row.id, data: openMail(vault, row) });
}

async function recordFailure(
  { store, time, log, metrics }: Delivery,
  row: OutgoingMailRow,
  error: unknown,
): Promise<void> {
  const isKnown = error instanceof MailError;
  const reason = isKnown
    ? error.message
    : 'An internal error occurred. The log of the server has the details.';
  const now = time.now();
  const delay = isKnown && !error.isTemporary ? undefined : retryDelay(row.attempts);
  // An attempt after its end would be in vain.
  const isLast = delay === undefined || now + delay >= row.expires_at;
  const about = { tenant: row.tenant_id, mail: row.id, kind: row.kind, attempts: row.attempts };
  log.warn(
    { ...about, ...(isKnown ? { reason } : { err: error }) },
    isLast ? 'mail not sent' : 'mail delayed',
  );
  metrics.mail.inc({ outcome: isLast ? 'failed' : 'delayed' });
  if (isLast) await failMail(store, row, { now, reason });
  else await postponeMail(store, row, { nextAt: now + delay, reason });
}
