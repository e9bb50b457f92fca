import { signInAgain } from '../session/sign-in-again.ts';

/** What the API said when it refused, or that it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryAfter: number;
  constructor(status: number, message: string, retryAfter = 0) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Asks the public API, as the session's cookie. Where the session ended, the page stays as it is: a dialog asks for
 * the password, and the same question is asked again.
 */
export async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await send(method, `/api/v0/${path}`, body);
  if (response.status === 401 && !lacksRole(response)) {
    await signInAgain();
    return ask(method, path, body);
  }
  return read<T>(response);
}

export async function send(method: Method, url: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
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
    answer?.message ?? `The server answered ${response.status}.`,
    retryAfter,
  );
}

function lacksRole(response: Response): boolean {
  return /insufficient_scope/.test(response.headers.get('www-authenticate') ?? '');
}
