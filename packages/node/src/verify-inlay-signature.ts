import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of `node:http`, Express or Fastify, or of a `Request`. */
export type SignedHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

/** How old a signed request may be, and how far the clocks may differ. */
const toleranceSeconds = 5 * 60;

/**
 * Whether a request is from your Inlay instance: signed with this secret within the last five minutes. The secret is
 * that of the report settings, or of a webhook. Pass the body as received, before anything parses it. To replace the
 * secret without losing requests, pass the new and the old one for a while.
 *
 * @example
 * ```ts
 * // A webhook as a Next.js route
 * export async function POST(request: Request) {
 *   const body = await request.text()
 *   if (!verifyInlaySignature(body, request.headers, process.env.INLAY_WEBHOOK_SECRET)) return new Response(null, { status: 401 })
 *   await store(JSON.parse(body))
 *   return new Response()
 * }
 * ```
 */
export function verifyInlaySignature(
  body: string | Uint8Array,
  headers: SignedHeaders,
  secret: string | readonly string[] | undefined,
): boolean {
  const timestamp = headerOf(headers, 'inlay-timestamp');
  const signature = headerOf(headers, 'inlay-signature');
  const [, digest] = /^v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (timestamp === undefined || digest === undefined || !isRecent(timestamp)) return false;
  const secrets = (typeof secret === 'string' ? [secret] : (secret ?? [])).filter((each) => each !== '');
  const given = Buffer.from(digest, 'hex');
  return secrets.some((each) => {
    const expected = createHmac('sha256', each).update(`${timestamp}.`).update(body).digest();
    return timingSafeEqual(expected, given);
  });
}

function isRecent(timestamp: string): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds;
}

function headerOf(headers: SignedHeaders, name: string): string | undefined {
  const value = isFetchHeaders(headers) ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : undefined;
}

const isFetchHeaders = (headers: SignedHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';
