import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { signInAgain } from '../session/sign-in-again.ts';
import { plainMessage } from './plain-message.ts';

/** What the API said when it refused, or that it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryAfter: number;
  readonly details: unknown;
  /** As the API's table of errors has it; empty where no API answered. */
  readonly code: string;
  constructor(status: number, message: string, retryAfter = 0, details: unknown = undefined, code = '') {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.details = details;
    this.code = code;
  }

  /** The fields that the API named, where it did. */
  get problems(): readonly FieldProblem[] {
    return Array.isArray(this.details) ? this.details : [];
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Asks the public API, as the session's cookie. Where the session ended, the page stays as it is: a dialog asks for
 * the password, and the same question is asked again.
 */
export async function ask<T>(
  method: Method,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(method, `/api/v0/${path}`, body, headers, signal);
  if (response.status === 401 && !lacksRole(response)) {
    await signInAgain();
    return ask(method, path, body, headers, signal);
  }
  return read<T>(response);
}

/** Sends JSON; files are sent unchanged. */
export async function send(
  method: Method,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
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
