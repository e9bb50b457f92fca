import { createHash } from 'node:crypto';
import { readableFile } from '@inlay/server/cli/verify/readable-file';
import type { ReceivedMail } from '../mail/start-smtp-server.ts';
import type { ReceivedRequest } from '../reports/start-webhook-server.ts';

/** Everything in a mail: the header, both texts and each part, files as text and images as they are. */
export function readMail({ email, from, to }: ReceivedMail): string {
  const { headers, subject, html, text, attachments } = email;
  return [
    `from ${from} to ${to.join(', ')}`,
    ...headers.map(({ key, value }) => `${key}: ${value}`),
    subject,
    text,
    html,
    ...attachments.flatMap(({ filename, mimeType, contentId, content }) => [
      `${filename} ${mimeType} ${contentId}`,
      readPart(mimeType, Buffer.from(content as ArrayBuffer)),
    ]),
  ].join('\n');
}

/** Everything in a request to a webhook, with its files and images. */
export function readRequest({ headers, body }: ReceivedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const { files = [], ...message } = JSON.parse(body) as { readonly files?: readonly SentFile[] };
  return [
    ...lines,
    JSON.stringify(message),
    ...files.flatMap(({ filename, content_type: type, content }) => [
      `${filename} ${type}`,
      readPart(type, Buffer.from(content ?? '', 'base64')),
    ]),
  ].join('\n');
}

interface SentFile {
  readonly filename: string;
  readonly content_type: string;
  readonly content: string | null;
}

function readPart(type: string, bytes: Buffer): string {
  // The picture itself: it has to be the same in both tenants.
  if (type.startsWith('image/')) return bytes.toString('base64');
  if (type.startsWith('application/pdf')) return `${readableFile('pdf', bytes)}\n${digestOf(bytes)}`;
  return readableFile(type.includes('spreadsheet') ? 'xlsx' : 'text', bytes);
}

/**
 * Shapes say as much as texts. What differs in any two files is left out: when they were made, their ids, and the order of
 * objects, which depends on what is compressed first.
 */
function digestOf(bytes: Buffer): string {
  const objects = bytes.toString('latin1').match(/(?<=\n)\d+ 0 obj\n.*?\nendobj/gs) ?? [];
  const drawn = objects.map((each) => each.replaceAll(/\(D:\d{14}Z\)/g, '')).toSorted();
  return `sha256: ${createHash('sha256').update(drawn.join('\n')).digest('hex')}`;
}
