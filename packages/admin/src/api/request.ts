import { adminLocale, useMessages } from '../messages.ts';
import { confirmSession, signInAgain } from '../session/waiting-requests.ts';
import { ApiError } from './api-error.ts';
import { plainMessage } from './plain-message.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestParts {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a request to the public API with the session's cookie. */
export function request<T>(method: Method, path: string, parts: RequestParts = {}): Promise<T> {
  return requestInSession(method, `/api/v0${path}`, parts);
}

/**
 * When the session has ended, or has to be confirmed, the page stays as it is: a dialog asks who is there, and the
 * request is repeated.
 */
export async function requestInSession<T>(method: Method, url: string, parts: RequestParts = {}): Promise<T> {
  const response = await send(method, url, parts);
  if (response.status === 401 && !lacksRole(response)) {
    await signInAgain.wait();
    return requestInSession(method, url, parts);
  }
  return read<T>(response).catch(async (error) => {
    if (error.code !== 'CONFIRMATION_REQUIRED') throw error;
    await confirmSession.wait();
    return requestInSession(method, url, parts);
  });
}

/** Sends JSON; files are sent unchanged. Explanations come back in the language of the admin app. */
export async function send(method: Method, url: string, parts: RequestParts = {}): Promise<Response> {
  const { body, signal } = parts;
  // Preloaded responses fit only requests without headers of their own; no GET returns explanations.
  const language = method === 'GET' ? {} : { 'accept-language': adminLocale() };
  const headers = { ...language, ...parts.headers };
  const sent =
    body === undefined
      ? { headers }
      : body instanceof Blob
        ? { headers, body }
        : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  try {
    return await fetch(url, { method, credentials: 'same-origin', signal: signal ?? null, ...sent });
  } catch {
    const t = useMessages('admin').problems;
    throw new ApiError(0, navigator.onLine ? t.noResponse : t.offline);
  }
}

export async function read<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const body = await response.json().catch(() => undefined);
  if (response.ok) return body as T;
  const t = useMessages('admin').problems;
  if (lacksRole(response)) throw new ApiError(401, t.needsAdmin);
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  throw new ApiError(
    response.status,
    plainMessage(body?.message ?? t.status({ status: String(response.status) })),
    retryAfter,
    body?.details,
    body?.code,
  );
}

function lacksRole(response: Response): boolean {
  return /insufficient_scope/.test(response.headers.get('www-authenticate') ?? '');
}
