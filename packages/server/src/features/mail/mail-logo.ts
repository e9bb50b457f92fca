import { createHash } from 'node:crypto';
import { MAX_MAIL_LOGO_BYTES } from '@inlay/protocol/mail-settings';
import type { MailAttachment } from '../../platform/mail/mail-message.ts';
import { jpegSize, pngSize } from './image-size.ts';

/** A tenant's logo as a part of a message, with its size in pixels. */
export interface MailLogo {
  readonly image: MailAttachment & { readonly cid: string };
  readonly width: number;
  readonly height: number;
}

/** A small file can decode to gigabytes in every recipient's mail client. */
const MAX_PIXELS = 2000;

const KINDS = {
  png: { filename: 'logo.png', size: pngSize, name: 'PNG' },
  jpeg: { filename: 'logo.jpg', size: jpegSize, name: 'JPEG' },
} as const;

/** Returns what is wrong if it cannot be shown. No SVG: mail clients do not show it, and it can hold scripts. */
export function readMailLogo(dataUrl: string): MailLogo | string {
  const { kind, base64 = '' } =
    /^data:image\/(?<kind>png|jpeg);base64,(?<base64>[A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.groups ?? {};
  if (kind !== 'png' && kind !== 'jpeg') return 'must be a PNG or JPEG image, as a data URL';
  const content = Buffer.from(base64, 'base64');
  if (content.length > MAX_MAIL_LOGO_BYTES) return 'must be at most 64 KB';
  const { filename, size, name } = KINDS[kind];
  const { width, height } = size(content) ?? {};
  if (width === undefined || height === undefined) return `must be a complete ${name} image`;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_PIXELS)
    return `must be at most ${MAX_PIXELS} pixels wide and high`;
  const cid = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}@logo`;
  return { image: { filename, contentType: `image/${kind}`, content, cid }, width, height };
}
