import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedRequest } from './start-webhook-server.ts';

const MAX_AGE_S = 300;

/** Verifies a request as the guide says. */
export function verifiesWebhook({ headers, body }: ReceivedRequest, secret: string, now: number): boolean {
  const timestamp = String(headers['inlay-timestamp']);
  if (Math.abs(now / 1000 - Number(timestamp)) > MAX_AGE_S) return false;
  const expected = `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  const received = String(headers['inlay-signature']);
  return received.length === expected.length && timingSafeEqual(Buffer.from(received), Buffer.from(expected));
}
