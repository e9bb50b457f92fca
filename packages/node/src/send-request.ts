import { InlayError } from './errors.ts';

/** Trying again does not help. */
export interface Refused {
  readonly kind: 'refused';
  readonly error: InlayError;
}

/** May be tried again, after at least `waitMs`. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: InlayError;
  readonly waitMs: number;
}

export interface Received {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface OutgoingRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** Sends a request once. Credentials must never follow a redirect to another address, so none is followed. */
export async function sendRequest(
  { url, init, fetch, timeoutMs }: OutgoingRequest,
  signal: AbortSignal | undefined,
): Promise<Received | Failed> {
  const outcome = await withTimeout(timeoutMs, signal, async (inTime) => {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: inTime });
    return { status: response.status, headers: response.headers, text: await readText(response) };
  });
  if (outcome.kind === 'done') return { kind: 'response', ...outcome.value };
  if (outcome.kind === 'timeout') {
    return failed(new InlayError('TIMEOUT', `${url} did not respond within ${Math.round(timeoutMs)} ms.`));
  }
  const message = `${url} could not be reached (${networkReason(outcome.error)}). Check instanceUrl and the network.`;
  return failed(new InlayError('UNREACHABLE', message, { cause: outcome.error }));
}

export function failed(error: InlayError, waitMs = 0): Failed {
  return { kind: 'failed', error, waitMs };
}

export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The message of `fetch` is only "fetch failed"; the useful part, such as ECONNREFUSED, is in its cause. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
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

/** A token or a tenant's metadata has a few KB, and nothing else is read. */
const maxBytes = 256 * 1024;

/** The body of a response; nothing if it is longer than anything that is expected, however well it is compressed. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) return '';
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
