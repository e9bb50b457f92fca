import { type InlayError, TimeoutError, TokenRefusedError, UnreachableError } from './errors.ts';
import { retryAfterMs } from './retry-after.ts';
import { withTimeout } from './with-timeout.ts';

export interface TokenEndpoint {
  readonly url: string;
  readonly authorization: string;
  readonly fetch: typeof fetch;
}

/** How one attempt ended. Only a `failed` one may be tried again, after at least `waitMs`. */
export type Attempt =
  | { readonly kind: 'granted'; readonly token: string; readonly expiresAt: Date }
  | { readonly kind: 'refused'; readonly error: InlayError }
  | { readonly kind: 'failed'; readonly error: InlayError; readonly waitMs: number };

/** Posts the assertion once (RFC 7523 §2.1). */
export async function exchangeAssertion(
  endpoint: TokenEndpoint,
  assertion: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const sentAt = Date.now();
  const outcome = await withTimeout(timeoutMs, signal, (inTime) => post(endpoint, assertion, inTime));
  if (outcome.kind === 'done') return readAnswer(endpoint, outcome.value, sentAt);
  if (outcome.kind === 'timeout') {
    return failed(new TimeoutError(`${endpoint.url} did not answer within ${Math.round(timeoutMs)} ms.`));
  }
  const message = `Could not reach ${endpoint.url} (${networkReason(outcome.error)}). Check instanceUrl and the network.`;
  return failed(new UnreachableError(message, { cause: outcome.error }));
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function post(endpoint: TokenEndpoint, assertion: string, signal: AbortSignal): Promise<Answer> {
  const response = await endpoint.fetch(endpoint.url, {
    method: 'POST',
    headers: { authorization: endpoint.authorization, accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      scope: 'embed',
      assertion,
    }),
    // Credentials go to the configured address or nowhere.
    redirect: 'manual',
    signal,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function readAnswer(endpoint: TokenEndpoint, { status, headers, text }: Answer, sentAt: number): Attempt {
  const body = parseObject(text);
  if (status === 200 && typeof body.access_token === 'string' && typeof body.expires_in === 'number') {
    // Counted from before the request, so that the page renews too early rather than too late.
    return {
      kind: 'granted',
      token: body.access_token,
      expiresAt: new Date(sentAt + body.expires_in * 1000),
    };
  }
  const waitMs = retryAfterMs(headers.get('retry-after'), Date.now());
  if (status === 429) {
    const error = new TokenRefusedError(
      status,
      textOr(body.error, 'too_many_requests'),
      textOr(body.error_description, undefined),
    );
    return waitMs === undefined ? { kind: 'refused', error } : failed(error, waitMs);
  }
  if (status === 502 || status === 503 || status === 504) {
    const message = `${endpoint.url} is not available at the moment (HTTP ${status}).`;
    return failed(new UnreachableError(message, { status }), waitMs);
  }
  if (status >= 400 && typeof body.error === 'string') {
    const error = new TokenRefusedError(status, body.error, textOr(body.error_description, undefined));
    return { kind: 'refused', error };
  }
  const location = headers.get('location');
  const what = location ? `redirects to ${location}` : 'did not answer as a token endpoint does';
  const message = `${endpoint.url} ${what} (HTTP ${status}). Check instanceUrl and tenantId.`;
  return { kind: 'refused', error: new UnreachableError(message, { status }) };
}

function failed(error: InlayError, waitMs = 0): Attempt {
  return { kind: 'failed', error, waitMs };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

/** `fetch` says only "fetch failed"; what a developer needs, such as ECONNREFUSED, is in the cause. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
