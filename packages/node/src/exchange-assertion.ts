import { InlayError } from './errors.ts';

export interface TokenEndpoint {
  readonly url: string;
  readonly authorization: string;
  readonly fetch: typeof fetch;
}

/** The outcome of one attempt. Only `failed` ones may be retried, after at least `waitMs`. */
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
  if (outcome.kind === 'done') return readResponse(endpoint, outcome.value, sentAt);
  if (outcome.kind === 'timeout') {
    const message = `${endpoint.url} did not respond within ${Math.round(timeoutMs)} ms.`;
    return failed(new InlayError('TIMEOUT', message));
  }
  const message = `${endpoint.url} could not be reached (${networkReason(outcome.error)}). Check instanceUrl and the network.`;
  return failed(new InlayError('UNREACHABLE', message, { cause: outcome.error }));
}

interface TokenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function post(endpoint: TokenEndpoint, assertion: string, signal: AbortSignal): Promise<TokenResponse> {
  const response = await endpoint.fetch(endpoint.url, {
    method: 'POST',
    headers: { authorization: endpoint.authorization, accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      scope: 'embed',
      assertion,
    }),
    // Credentials must never follow a redirect to another address.
    redirect: 'manual',
    signal,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function readResponse(
  endpoint: TokenEndpoint,
  { status, headers, text }: TokenResponse,
  sentAt: number,
): Attempt {
  const body = parseObject(text);
  if (status === 200 && typeof body.access_token === 'string' && typeof body.expires_in === 'number') {
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

/** The description says what to change, in the service's words: for a log, not for the viewer. */
function refusal(status: number, oauthError: string, description: unknown): InlayError {
  const detail = typeof description === 'string' ? `, ${description}` : '';
  const message = `The token was refused: ${oauthError}${detail} (HTTP ${status}).`;
  return new InlayError('TOKEN_REFUSED', message, { status, oauthError });
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

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** The message of `fetch` is only "fetch failed"; the useful part, such as ECONNREFUSED, is in its cause. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** RFC 9110 §10.2.3: a number of seconds or a date. Returns nothing if the header is absent or invalid. */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * Runs with a signal that aborts on timeout or when the caller's signal does. Rejects only if the caller aborted.
 * Not `AbortSignal.any` over `AbortSignal.timeout`: Node 20 may collect that timer before it fires.
 */
async function withTimeout<T>(
  ms: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  outer?.addEventListener('abort', abort);
  try {
    return { kind: 'done', value: await run(controller.signal) };
  } catch (error) {
    outer?.throwIfAborted();
    return controller.signal.aborted ? { kind: 'timeout' } : { kind: 'error', error };
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
