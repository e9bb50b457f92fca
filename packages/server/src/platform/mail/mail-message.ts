import { isContentId } from './content-id.ts';
import { readMailAddress } from './mail-address.ts';
import { MailError } from './mail-error.ts';

/** A message to one person. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments?: readonly MailAttachment[];
  /** Names begin with `X-` or `List-`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Of an image that the HTML shows as `cid:<cid>`; others are files for the reader. */
  readonly cid?: string | undefined;
}

const kibibyte = 1024;
export const MAX_BODY_BYTES = 512 * kibibyte;
/** Servers of most recipients refuse more than 25 MB, a third of which is the encoding. */
export const MAX_ATTACHED_BYTES = 15 * kibibyte * kibibyte;
/** Two images for each of a dozen charts, and a file. */
const MAX_ATTACHMENTS = 32;
const MAX_SUBJECT = 200;
const MAX_HEADER = 900;

const HEADER_NAME = /^(?:X|List)-[A-Za-z-]{1,60}$/;
/** What ends a header line, or text that a reader does not see. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text as the value of a header, of which it can never make two. */
export const headerText = (text: string, max = MAX_SUBJECT): string => {
  const line = text.toWellFormed().replaceAll(CONTROLS, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
};

/** The message with everything that reaches a header or an SMTP command checked. */
export function checkedMessage(message: MailMessage): MailMessage {
  const { attachments = [], headers = {} } = message;
  const to = readMailAddress(message.to);
  if (to === undefined) throw refused('The recipient’s address is not one that mail can be sent to.');
  if (Buffer.byteLength(message.html) + Buffer.byteLength(message.text) > MAX_BODY_BYTES)
    throw refused('The message is too long.');
  const attached = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (attachments.length > MAX_ATTACHMENTS || attached > MAX_ATTACHED_BYTES)
    throw refused('The attachments are too large.');
  for (const { cid } of attachments)
    if (cid !== undefined && !isContentId(cid)) throw new TypeError(`${cid} is not a content id.`);
  for (const name of Object.keys(headers))
    if (!HEADER_NAME.test(name)) throw new TypeError(`A message cannot set the header ${name}.`);
  return {
    ...message,
    to,
    subject: headerText(message.subject),
    attachments: attachments.map((each) => ({ ...each, filename: headerText(each.filename) })),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, headerText(value, MAX_HEADER)]),
    ),
  };
}

const refused = (reason: string) => new MailError(reason, { isTemporary: false });
