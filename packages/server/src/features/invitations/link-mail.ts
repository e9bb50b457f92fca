import type { Config } from '../../config.ts';
import type { ComposeMail } from '../../platform/mail/deliver-mail.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { TenantRow, UserRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { composeMail, mailTime } from '../mail/index.ts';
import { tenantUrl } from '../tenants/index.ts';
import type { LinkPurpose } from './password-links.ts';

/** By purpose of the link. */
export const LINK_MAIL = { invitation: 'invitation', reset: 'password-reset' } as const;

interface LinkData {
  readonly to: string;
  readonly username: string;
  readonly link: string;
  readonly expiresAt: number;
}

/**
 * The address of a link: from the tenant's configured URL, because the Host header is the sender's choice. The token
 * follows the `#`, which browsers send to no server and in no Referer.
 */
export function linkAddress(
  tenant: TenantRow,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  token: string,
): string {
  const url = new URL('/admin/set-password', tenantUrl(tenant, publicUrl));
  url.hash = token;
  return url.href;
}

/** Sends a link to the user's address of now. */
export async function enqueueLink(
  { vault }: Pick<Services, 'vault'>,
  transaction: Queries,
  user: Pick<UserRow, 'tenant_id' | 'username'> & { readonly email: string },
  {
    purpose,
    link,
    expiresAt,
  }: { readonly purpose: LinkPurpose; readonly link: string; readonly expiresAt: number },
  now: number,
): Promise<void> {
  const data: LinkData = { to: user.email, username: user.username, link, expiresAt };
  const mail = { kind: LINK_MAIL[purpose], recipient: user.email, data, expiresAt };
  await enqueueMail(transaction, vault, user.tenant_id, mail, now);
}

export const composeLinkMail =
  (services: Pick<Services, 'store' | 'config'>, purpose: LinkPurpose): ComposeMail =>
  ({ tenantId, data }) => {
    const { to, username, link, expiresAt } = JSON.parse(data) as LinkData;
    return composeMail(services, tenantId, to, (look) => {
      const { messages, brand } = look;
      const { subject, title, text, action, note } = messages[purpose];
      const tenant = { tenant: brand };
      return {
        subject: subject(tenant),
        title,
        text: typeof text === 'string' ? text : text(tenant),
        action: { label: action, url: link },
        facts: [[messages.account, username]],
        note: note({ time: mailTime(look, expiresAt) }),
      };
    });
  };
