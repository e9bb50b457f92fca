import { createHmac } from 'node:crypto';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';

/** What a receiver verifies: the header names are those of `verifyInlaySignature` in `@inlay/node`. */
export interface SignedHeaders {
  readonly 'inlay-timestamp': string;
  readonly 'inlay-signature': string;
}

/** How much is signed before other requests get their turn. */
const SLICE_BYTES = 1024 * 1024;

/**
 * Signs the body of a request to a server of the tenant: `v1=` and the HMAC-SHA-256 of timestamp, a dot and the body, in
 * hex. The timestamp is signed too, so that nobody can send a request again that they recorded.
 */
export async function signRequest(secret: string, body: Buffer, now: number): Promise<SignedHeaders> {
  const timestamp = String(Math.floor(now / 1000));
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`);
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    hmac.update(body.subarray(start, start + SLICE_BYTES));
    await giveWay();
  }
  return { 'inlay-timestamp': timestamp, 'inlay-signature': `v1=${hmac.digest('hex')}` };
}
