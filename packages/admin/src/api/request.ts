import { signInAgain } from '../session/sign-in-again.ts';
import { ApiError } from './api-error.ts';
import { plainMessage } from './plain-message.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestParts {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to the public API with the session's cookie. When the session has ended, the page stays as it is: a
 * dialog asks for the password, and the request is repeated.
 */
export async function request<T>(method: Method, path: string, parts: RequestParts = {}): Promise<T> {
  const response = await send(method, `/api/v0${path}`, parts);
  if (response.status === 401 && !lacksRole(response)) {
    await signInAgain();
    return request(method, path, parts);
  }
  return read<T>(response);
}

/** Sends JSON; files are sent unchanged. */
export async function send(method: Method, url: string, parts: RequestParts = {}): Promise<Response> {
  const { body, headers = {}, signal } = parts;
  const sent =
    body === undefined
      ? { headers }
      : body instanceof Blob
        ? { headers, body }
        : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  try {
    return await fetch(url, { method, credentials: 'same-origin', signal: signal ?? null, ...sent });
  } catch {
    throw new ApiError(
      0,
      navigator.onLine
        ? 'The server did not answer. It may be restarting: try again in a moment.'
        : 'You are offline. Nothing was changed: try again when the connection is back.',
    );
  }
}

export async function read<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  if (lacksRole(response)) throw new ApiError(401, 'Your account may not do this: it needs the role ADMIN.');
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  throw new ApiError(
    response.status,
    plainMessage(answer?.message ?? `The server answered ${response.status}.`),
    retryAfter,
    answer?.details,
    answer?.code,
  );
}

function lacksRole(response: Response): boolean {
  return /insufficient_scope/.test(response.headers.get('www-authenticate') ?? '');
}
