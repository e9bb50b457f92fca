import { createHash } from 'node:crypto';
import {
  MAX_ATTACHED_BYTES,
  type MailAttachment,
  type MailMessage,
} from '../../../platform/mail/mail-message.ts';
import { webAddress } from '../../../platform/render/html.ts';
import type { MailLook } from '../../mail/index.ts';
import type { Report, TileSection } from './report.ts';
import { type ImageIds, reportHtml } from './report-html.ts';
import { reportMessages } from './report-messages.ts';
import { reportText } from './report-text.ts';

interface ReportMail {
  readonly to: string;
  /** The look of the tenant. The language is the viewer's. */
  readonly look: MailLook;
  /** A page that ends the subscription, also with a POST without a session. Null in a test message. */
  readonly unsubscribeUrl: string | null;
}

/** A report as an email: HTML with its images, plain text, the file, and a header to unsubscribe with one click. */
export function reportMail(report: Report, { to, unsubscribeUrl, ...mail }: ReportMail): MailMessage {
  const subject = subjectOf(report);
  const room = MAX_ATTACHED_BYTES - report.files.reduce((sum, { content }) => sum + content.length, 0);
  const look = withLogo(mail.look, room);
  const logos = look.logo ? [look.logo.image] : [];
  const { ids, attachments } = embedImages(report, room - (look.logo?.image.content.length ?? 0));
  const page = { subject, preview: previewOf(report), images: ids, unsubscribeUrl, look };
  return {
    to,
    subject,
    html: reportHtml(report, page),
    text: `${reportText(report)}\n\n${signature(report, look, unsubscribeUrl)}\n`,
    attachments: [...logos, ...attachments, ...report.files],
    ...(unsubscribeUrl !== null && { headers: unsubscribeHeaders(unsubscribeUrl) }),
  };
}

function subjectOf({ headline, title, day, isTest, language }: Report): string {
  const subject = headline ?? [title, day].filter((part) => part !== undefined).join(' · ');
  return isTest ? reportMessages(language).testSubject({ subject }) : subject;
}

/** RFC 8058 §3.1: with these, mail clients show a button that unsubscribes. */
function unsubscribeHeaders(address: string): Readonly<Record<string, string>> {
  const value = ['<', webAddress(address), '>'].join('');
  // RFC 5322 §2.1.1. A header that is cut would lead to another page.
  if (value.length > 900) throw new TypeError('The address to unsubscribe is too long for a header.');
  return { 'List-Unsubscribe': value, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** What a list of messages shows after the subject. */
function previewOf({ sections, description, madeAt, title, headline, language }: Report): string {
  if (headline !== undefined) return title;
  const figures = sections.flatMap((section) =>
    section.kind === 'tile' && section.value
      ? [`${section.title}: ${[section.value.text, section.value.change].filter((part) => part).join(', ')}`]
      : [],
  );
  if (figures.length > 0) return figures.slice(0, 3).join(' · ');
  const images = sections.flatMap((section) => (section.kind === 'tile' ? (section.image ?? []) : []));
  return description ?? images[0]?.alt ?? reportMessages(language).asOf({ time: madeAt });
}

/** A file can be as large as a message: then, the name stands for the logo. */
const withLogo = (look: MailLook, room: number): MailLook =>
  look.logo && look.logo.image.content.length > room ? { ...look, logo: null } : look;

/** Images as parts of the message. Where they are too large together, those in dark colors are left out first. */
function embedImages(
  { sections }: Report,
  room: number,
): {
  readonly ids: ImageIds;
  readonly attachments: readonly MailAttachment[];
} {
  let left = room;
  const attachments = new Map<string, MailAttachment>();
  const attach = (content: Buffer): string | undefined => {
    // The same image has the same id, and is sent once.
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const cid = `${hash}@charts`;
    if (attachments.has(cid)) return cid;
    if (content.length > left) return undefined;
    left -= content.length;
    const filename = `chart-${attachments.size + 1}.png`;
    attachments.set(cid, { filename, contentType: 'image/png', content, cid });
    return cid;
  };
  const ids = new Map<TileSection, { light: string; dark?: string }>();
  for (const section of sections) {
    const light = section.kind === 'tile' && section.image && attach(section.image.light);
    if (section.kind === 'tile' && light) ids.set(section, { light });
  }
  for (const [section, { light }] of ids) {
    const dark = section.image && attach(section.image.dark);
    if (dark !== undefined) ids.set(section, { light, dark });
  }
  return { ids, attachments: [...attachments.values()] };
}

/** RFC 3676 §4.3: what comes before the signature ends with this line. */
function signature({ title, language }: Report, { brand }: MailLook, unsubscribeUrl: string | null): string {
  const messages = reportMessages(language);
  const why = messages.why({ title, tenant: brand });
  return `-- \n${why}${unsubscribeUrl === null ? '' : `\n${messages.unsubscribe}:\n${webAddress(unsubscribeUrl)}`}`;
}
