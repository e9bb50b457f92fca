import type { TenantId } from '@inlay/protocol/tenant-id';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { Services } from '../../services.ts';
import type { MailContent } from './mail-content.ts';
import { type MailLook, readMailLook } from './mail-look.ts';
import { renderMail } from './render-mail.ts';

/** A message with the tenant's look and language of now; undefined if the tenant is gone. */
export async function composeMail(
  services: Pick<Services, 'store' | 'config'>,
  tenantId: TenantId,
  to: string,
  write: (look: MailLook) => MailContent,
): Promise<MailMessage | undefined> {
  const look = await readMailLook(services, tenantId);
  return look && renderMail(to, write(look), look);
}

/** A moment as people write it, with its time zone: recipients may be elsewhere. */
export function mailTime(
  { language, timeZone }: Pick<MailLook, 'language' | 'timeZone'>,
  at: number,
): string {
  return new Intl.DateTimeFormat(language, {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}
