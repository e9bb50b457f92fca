import { giveWay, inSlices } from '../../../platform/concurrency/in-slices.ts';
import { jsonParts } from '../../../platform/concurrency/json-parts.ts';
import type { MailAttachment } from '../../../platform/mail/mail-message.ts';
import { signRequest } from '../settings/sign-request.ts';
import { sentFiles } from './webhook-payload.ts';

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

/** What is sent to a webhook, signed. */
export async function webhookRequest(
  payload: object,
  files: readonly MailAttachment[],
  { secret, idempotencyKey, now }: Signed,
): Promise<WebhookRequest> {
  const body = await bodyOf(payload, files);
  return { body, headers: { ...(await signRequest(secret, body, now)), 'idempotency-key': idempotencyKey } };
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
