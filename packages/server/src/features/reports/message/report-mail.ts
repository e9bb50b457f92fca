import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { html } from '../../../platform/render/html.ts';
import type { MailLook } from '../../mail/index.ts';
import type { Report } from './report.ts';

interface ReportMail {
  readonly to: string;
  readonly look: MailLook;
  readonly unsubscribeUrl: string;
}

/** A report as an email. */
export function reportMail({ title }: Report, { to }: ReportMail): MailMessage {
  return { to, subject: title, text: title, html: html`<!doctype html><h1>${title}</h1>`.toString() };
}
