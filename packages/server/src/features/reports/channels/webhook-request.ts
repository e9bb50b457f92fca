import { createHmac } from 'node:crypto';
import { giveWay, inSlices } from '../../../platform/concurrency/in-slices.ts';
import { jsonParts } from '../../../platform/concurrency/json-parts.ts';
import type { MailAttachment } from '../../../platform/mail/mail-message.ts';
import { sentFiles } from './webhook-payload.ts';

/** How much is signed before other requests get their turn. */
const SLICE_BYTES = 1024 * 1024;

/** A body and the headers that prove where it comes from. */
export interface WebhookRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Signed {
  readonly secret: string;
  /** The same in every attempt: whoever has received it knows that this is not another message. */
  readonly idempotencyKey: string;
  readonly now: number;
}

/**
 * Signs what is sent to a webhook: `v1=` and the HMAC-SHA256 of timestamp, a dot and the body, in hex. The timestamp is
 * signed too, so that nobody can send an old message again.
 */
export async function webhookRequest(
  payload: object,
  files: readonly MailAttachment[],
  { secret, idempotencyKey, now }: Signed,
): Promise<WebhookRequest> {
  const body = await bodyOf(payload, files);
  const timestamp = String(Math.floor(now / 1000));
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`);
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    hmac.update(body.subarray(start, start + SLICE_BYTES));
    await giveWay();
  }
  return {
    body,
    headers: {
      'inlay-timestamp': timestamp,
      'inlay-signature': `v1=${hmac.digest('hex')}`,
      'idempotency-key': idempotencyKey,
    },
  };
}

/** `JSON.stringify` would take 40 ms for the largest files, which base64 makes safe to append as they are. */
async function bodyOf(payload: object, files: readonly MailAttachment[]): Promise<Buffer> {
  const json = (await inSlices(jsonParts(payload))).join('');
  const parts = [Buffer.from(`${json.slice(0, -1)},"files":[`)];
  for (const [index, { file, isSent }] of sentFiles(files).entries()) {
    await giveWay();
    const named = JSON.stringify({ filename: file.filename, content_type: file.contentType });
    const before = `${index > 0 ? ',' : ''}${named.slice(0, -1)},"content":`;
    const content = isSent ? `"${file.content.toString('base64')}"` : 'null';
    parts.push(Buffer.from(before), Buffer.from(content, 'latin1'), Buffer.from('}'));
  }
  return Buffer.concat([...parts, Buffer.from(']}')]);
}
