import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Caller } from '../../platform/identity/acting.ts';
import type { ComposeMail } from '../../platform/mail/deliver-mail.ts';
import { countWaiting, enqueueMail, MAX_WAITING } from '../../platform/mail/outbox.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import type { NotifyUser } from '../users/index.ts';
import { composeMail, mailTime } from './compose-mail.ts';
import { canSendTo } from './mail-settings.ts';

/** What an account's owner is told, because somebody else may have done it. */
export type AccountNotice =
  | 'password-changed'
  | 'email-changed'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'recovery-code-used';

interface Notice {
  readonly notice: AccountNotice;
  readonly to: string;
  readonly username: string;
  readonly at: number;
  readonly ip: string | null;
}

const DAY = 24 * 60 * 60 * 1000;
/** Later, it would alarm more than it helps. */
const KEPT_MS = 3 * DAY;

export const NOTICE = 'notice';

interface About {
  readonly notice: AccountNotice;
  /** Where the notice goes: after a change of the address, the former one. */
  readonly user: { readonly username: string; readonly email: string | null };
  readonly caller: Pick<Caller, 'ip'>;
}

/**
 * Tells the owner of an account what happened to it, by email, if that can be sent. Part of the transaction of the change,
 * which never fails because of it.
 */
export async function queueNotice(
  services: Pick<Services, 'config' | 'vault'>,
  transaction: Queries,
  tenantId: TenantId,
  { notice, user: { username, email }, caller }: About,
  now: number,
): Promise<void> {
  if (email === null || !(await canSendTo(services, transaction, tenantId, email))) return;
  if ((await countWaiting(transaction, tenantId)) >= MAX_WAITING) return;
  const data: Notice = { notice, to: email, username, at: now, ip: caller.ip };
  const mail = { kind: NOTICE, recipient: email, data, expiresAt: now + KEPT_MS };
  await enqueueMail(transaction, services.vault, tenantId, mail, now);
}

/** For features before this one. */
export const notifierOf =
  (services: Pick<Services, 'config' | 'vault'>): NotifyUser =>
  (transaction, tenantId, about, now) =>
    queueNotice(services, transaction, tenantId, about, now);

export const composeNotice =
  (services: Pick<Services, 'store' | 'config'>): ComposeMail =>
  ({ tenantId, data }) => {
    const { notice, to, username, at, ip } = JSON.parse(data) as Notice;
    return composeMail(services, tenantId, to, (look) => {
      const { messages, brand } = look;
      const { subject, title, text } = messages.notices[notice];
      const address = ip === null ? [] : [[messages.address, ip] as const];
      return {
        subject: subject({ tenant: brand }),
        title,
        text,
        facts: [[messages.account, username], [messages.time, mailTime(look, at)], ...address],
        note: messages.notYou,
      };
    });
  };
