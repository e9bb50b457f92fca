import { createHmac } from 'node:crypto';

/** What a receiver verifies: the header names are those of `verifyInlaySignature` in `@inlay/node`. */
export interface SignedHeaders {
  readonly 'inlay-timestamp': string;
  readonly 'inlay-signature': string;
}

/**
 * Signs the body of a request to a server of the tenant: HMAC-SHA-256 of time and body, with the secret of the report
 * settings. The time limits how long a request that somebody recorded is accepted.
 */
export function signRequest(secret: string, body: string, now: number): SignedHeaders {
  const timestamp = String(Math.floor(now / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'inlay-timestamp': timestamp, 'inlay-signature': `v1=${digest}` };
}
