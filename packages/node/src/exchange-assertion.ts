import { InlayError } from './errors.ts';
import {
  type Failed,
  failed,
  parseObject,
  type Received,
  type Refused,
  sendRequest,
} from './send-request.ts';

export interface TokenEndpoint {
  readonly url: string;
  readonly authorization: string;
  readonly fetch: typeof fetch;
}

interface Exchanged {
  readonly kind: 'granted';
  readonly token: string;
  readonly expiresAt: Date;
}

/** The outcome of one attempt. Only `failed` ones may be retried, after at least `waitMs`. */
export type Attempt<Granted = Exchanged> = Granted | Refused | Failed;

/** Posts the assertion once (RFC 7523 §2.1). */
export async function exchangeAssertion(
  endpoint: TokenEndpoint,
  assertion: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const sentAt = Date.now();
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    scope: 'embed',
    assertion,
  });
  const { url, authorization } = endpoint;
  const init = { method: 'POST', headers: { authorization, accept: 'application/json' }, body };
  const received = await sendRequest({ url, init, fetch: endpoint.fetch, timeoutMs }, signal);
  return received.kind === 'response' ? readResponse(endpoint, received, sentAt) : received;
}

function readResponse(endpoint: TokenEndpoint, { status, headers, text }: Received, sentAt: number): Attempt {
  const body = parseObject(text);
  if (status === 200 && isToken(body.access_token) && isLifetime(body.expires_in)) {
    // Measured from before the request, so that the page renews too early rather than too late.
    return {
      kind: 'granted',
      token: body.access_token,
      expiresAt: new Date(sentAt + body.expires_in * 1000),
    };
  }
  const waitMs = retryAfterMs(headers.get('retry-after'), Date.now());
  if (status === 429) {
    const error = refusal(status, stringOr(body.error, 'too_many_requests'), body.error_description);
    return waitMs === undefined ? { kind: 'refused', error } : failed(error, waitMs);
  }
  if (status === 502 || status === 503 || status === 504) {
    const message = `${endpoint.url} is unavailable right now (HTTP ${status}). Try again in a moment.`;
    return failed(new InlayError('UNREACHABLE', message, { status }), waitMs);
  }
  if (status >= 400 && typeof body.error === 'string') {
    return { kind: 'refused', error: refusal(status, body.error, body.error_description) };
  }
  const location = headers.get('location');
  const what = location ? `redirects to ${location}` : 'did not respond like a token endpoint';
  const message = `${endpoint.url} ${what} (HTTP ${status}). Check instanceUrl and tenantId.`;
  return { kind: 'refused', error: new InlayError('UNREACHABLE', message, { status }) };
}

/** RFC 6749 appendix A.12: printable ASCII. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]+$/.test(value);

const maxLifetimeSeconds = 10 * 365 * 24 * 3600;

const isLifetime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= maxLifetimeSeconds;

/** The description says what to change, in the service's words: for a log, not for the viewer. */
function refusal(status: number, oauthError: string, description: unknown): InlayError {
  const detail = typeof description === 'string' ? `, ${description}` : '';
  const message = `The token was refused: ${oauthError}${detail} (HTTP ${status}).`;
  return new InlayError('TOKEN_REFUSED', message, { status, oauthError });
}

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** RFC 9110 §10.2.3: a number of seconds or a date. Returns nothing if the header is absent or invalid. */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
