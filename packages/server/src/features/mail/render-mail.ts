import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { MailContent } from './mail-content.ts';
import { mailHtml } from './mail-html.ts';
import type { MailLook } from './mail-look.ts';
import { mailText } from './mail-text.ts';

/** A message in the tenant's colors and language, as HTML and as plain text. */
export const renderMail = (to: string, content: MailContent, look: MailLook): MailMessage => ({
  to,
  subject: content.subject,
  html: mailHtml(content, look),
  text: mailText(content, look),
  attachments: look.logo ? [look.logo.image] : [],
});
